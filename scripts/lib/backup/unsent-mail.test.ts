import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { readMigrations } from "../migrations.ts";
import { holdUnsentMail } from "./unsent-mail.ts";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

test("mail that was unsent in the backup needs a review, sent mail stays sent, and other jobs continue", () => {
  const state = mkdtempSync(join(tmpdir(), "unsent-"));
  folders.push(state);
  mkdirSync(join(state, "d1", "store"), { recursive: true });
  const file = join(state, "d1", "store", "desk.sqlite");
  const db = new DatabaseSync(file);
  for (const { sql } of readMigrations()) db.exec(sql);
  const states = ["queued", "sending", "held", "sent", "failed", "bounced", "suppressed", "needs_review"];
  for (const [i, one] of states.entries()) {
    db.exec(
      `INSERT INTO mail_deliveries (id, project_id, kind, cause, to_hash, state, created_at, updated_at) VALUES ('${one}', 'p', 'reply', 'c${i}', 'h', '${one}', 1, 1)`,
    );
  }
  const ours = ["queued", "sending", "sent", "failed"];
  for (const one of ours)
    db.exec(
      `INSERT INTO system_mails (id, kind, subject_id, cause, to_hash, state, created_at, updated_at) VALUES ('${one}', 'reset', 's', '${one}', 'h', '${one}', 1, 1)`,
    );
  for (const kind of ["email.reply", "email.send", "email.unseen", "email.system", "email.admit", "erasure.erase"])
    db.exec(`INSERT INTO jobs (id, kind, key, payload, due_at, created_at) VALUES ('${kind}', '${kind}', '${kind}', '{}', 1, 1)`);
  db.exec("INSERT INTO return_tokens (token_hash, project_id, contact_id, conversation_id, expires_at) VALUES ('h', 'p', 'c', 'v', 1)");
  db.exec(
    "INSERT INTO address_codes (project_id, contact_id, delivery_id, address, created_at, expires_at) VALUES ('p', 'c', 'd', 'a', 1, 1)",
  );
  db.exec("INSERT INTO account_tokens (id, kind, address, hash, created_at, expires_at) VALUES ('t', 'reset', 'a', 'h', 1, 1)");
  db.exec(
    "INSERT INTO notices (project_id, account_id, conversation_id, contact_id, cause, events, since_revision, revision, due_at) VALUES ('p', 'a', 'v', 'c', 'e', 1, 1, 1, 1)",
  );
  db.close();
  expect(holdUnsentMail(state)).toBe(5);
  expect(holdUnsentMail(state)).toBe(0);
  const after = new DatabaseSync(file, { readOnly: true });
  const stateOf = (table: string) =>
    Object.fromEntries(
      after
        .prepare(`SELECT id, state FROM ${table}`)
        .all()
        .map((row) => [row["id"], row["state"]]),
    );
  expect(stateOf("mail_deliveries")).toEqual({
    ...Object.fromEntries(states.map((one) => [one, one])),
    ...{ queued: "needs_review", sending: "needs_review", held: "needs_review" },
  });
  expect(stateOf("system_mails")).toEqual({ queued: "needs_review", sending: "needs_review", sent: "sent", failed: "failed" });
  expect(stateOf("jobs")).toEqual({
    ...{ "email.reply": "dead", "email.send": "dead", "email.unseen": "dead", "email.system": "dead" },
    ...{ "email.admit": "queued", "erasure.erase": "queued" },
  });
  // Links and codes cannot be used a second time, and no notification is sent twice.
  for (const table of ["return_tokens", "address_codes", "account_tokens", "notices"])
    expect(after.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
  after.close();
});

test("a backup without mail tables is left unchanged", () => {
  const state = mkdtempSync(join(tmpdir(), "unsent-"));
  folders.push(state);
  mkdirSync(join(state, "d1"), { recursive: true });
  new DatabaseSync(join(state, "d1", "old.sqlite")).close();
  expect(holdUnsentMail(state)).toBe(0);
});
