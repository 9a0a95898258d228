// Conflicts of each kind stop an import and name both sides; nothing is overwritten. What is not trusted and has no place is named.
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExport } from "../../scripts/lib/legacy/export.ts";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { openObjects } from "../../scripts/lib/legacy/objects.ts";
import { openInstallation, stateIn } from "../../scripts/lib/legacy/state.ts";
import { objectsOf } from "../../scripts/lib/legacy/validate.ts";
import { lockState } from "../../scripts/lib/backup/lock.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { databaseOf, folder, importHere, importLegacy, installation, tablesOf } from "./kit.ts";

type Line = Record<string, unknown>;
const linesOf = (file: string): Line[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const exported = (name: string, more = {}): string => {
  const file = join(folder, `${name}.jsonl`);
  generateExport(file, { messages: 40, seed: 21, ...more });
  return file;
};
async function exportOf(state: string, name: string): Promise<string> {
  const [db, objects] = [openInstallation(stateIn(state), false), openObjects(stateIn(state))];
  const file = join(folder, `${name}.jsonl`);
  await writeExport(db, objects, file, "2026-05-01T00:00:00.000Z");
  await objects.close();
  db.close();
  return file;
}

/** For each table a change of one row that makes it another one than the export's. */
const CHANGES: readonly [string, string][] = [
  ["accounts", "UPDATE accounts SET name = 'Other' WHERE rowid = 1"],
  ["projects", "UPDATE projects SET name = 'Other' WHERE rowid = 1"],
  ["memberships", "UPDATE memberships SET joined_at = 7 WHERE role = 'operator'"],
  ["contacts", "UPDATE contacts SET name = 'Other' WHERE rowid = 1"],
  ["contact_notes", "UPDATE contact_notes SET content = 'Other' WHERE rowid = 1"],
  ["tags", "UPDATE tags SET hue = 320 WHERE name = 'bug'"],
  ["teams", "UPDATE teams SET name = 'Other'"],
  ["conversations", "UPDATE conversations SET subject = 'Other' WHERE id = (SELECT min(id) FROM conversations)"],
  ["conversation_events", "UPDATE conversation_events SET actor_id = 'other' WHERE sequence = 1"],
  ["messages", "UPDATE messages SET content = 'Other' WHERE rowid = 1"],
  ["files", "UPDATE files SET name = 'other.txt' WHERE rowid = 1"],
  ["delegations", "UPDATE delegations SET task = 'Other' WHERE rowid = 1"],
  [
    "legacy_bucket_summaries",
    "UPDATE legacy_bucket_summaries SET summary = 'Other' WHERE id = (SELECT min(id) FROM legacy_bucket_summaries)",
  ],
  ["legacy_import_holds", "UPDATE legacy_import_holds SET detail = 'Other' WHERE id = (SELECT min(id) FROM legacy_import_holds)"],
];

test("a row of each kind that differs here stops the import of another export of the same data", async () => {
  const first = exported("first", { files: 2, messages: 200 });
  const state = await installation("conflicts");
  await importHere(state, first);
  // The same records as another artifact.
  const second = join(folder, "second.jsonl");
  const [header, ...rest] = linesOf(first);
  writeFileSync(
    second,
    [{ ...header, exportedAt: "2026-03-02T00:00:00.000Z" }, ...rest].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  cpSync(objectsOf(first), objectsOf(second), { recursive: true });
  const pristine = await importPlan(state, second);
  expect(pristine.output).toContain("Conflicts: 0");
  for (const [table, change] of CHANGES) {
    const db = databaseOf(state);
    db.exec("BEGIN");
    const saved = db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    db.exec(change);
    db.exec("COMMIT");
    db.close();
    const before = tablesOf(state);
    const { plan } = await planned(state, second);
    assert.ok(
      plan.conflicts.some(({ message }) => message.includes(`meets ${table} `)),
      `${table} ${JSON.stringify(saved)}: ${JSON.stringify(plan.conflicts)}`,
    );
    expect(tablesOf(state)).toEqual(before);
  }
  const before = tablesOf(state);
  const { ok, output } = await importLegacy("--file", second, "--apply", "--persist-to", state);
  expect([ok, output.includes("There are conflicts. Nothing was written.")]).toEqual([false, true]);
  expect(output).toMatch(/line \d+: contact con_\w+ of the export meets contacts con_\w+, which differs here in name/);
  expect(tablesOf(state)).toEqual(before);
});

const FIRST_EVENT = "sequence = 1 AND project_id = (SELECT min(project_id) FROM conversation_events)";
/** Further tables, and values that only one row may have: with what the conflict says. */
const FURTHER: readonly [string, RegExp][] = [
  ["UPDATE conversation_teams SET team_id = 'tea_other'", /meets conversation_teams .*differs here in team_id/],
  ["UPDATE conversation_reads SET revision = revision + 7", /meets conversation_reads .*differs here in revision/],
  ["UPDATE conversation_priorities SET priority = 'low'", /meets conversation_priorities .*differs here in priority/],
  [
    "CREATE TEMP TABLE changed AS SELECT * FROM legacy_financial_rows; UPDATE changed SET cost = 7; DELETE FROM legacy_financial_rows; INSERT INTO legacy_financial_rows SELECT * FROM changed",
    /meets legacy_financial_rows .*differs here in cost/,
  ],
  ["UPDATE accounts SET id = 'acc_other' WHERE rowid = 1", /meets accounts acc_other, which has the same email here as acc_/],
  ["UPDATE projects SET id = 'prj_other' WHERE rowid = 1", /meets projects prj_other, which has the same slug here as prj_/],
  ["UPDATE projects SET id = 'prj_other', slug = 'other' WHERE rowid = 1", /meets projects prj_other, which has the same widget_key here/],
  ["UPDATE contacts SET id = 'con_other' WHERE identifier = 'K-1'", /meets contacts con_other, which has the same identifier here as con_/],
  ["UPDATE tags SET id = 'tag_other' WHERE name = 'bug'", /meets tags .*tag_other, which has the same name_key here as/],
  ["UPDATE teams SET id = 'tea_other'", /meets teams .*tea_other, which has the same name_key here as/],
  ["UPDATE messages SET id = 'msg_other' WHERE rowid = 1", /meets messages msg_other, which has the same revision here as msg_/],
  [
    `UPDATE conversation_events SET sequence = 99999 WHERE ${FIRST_EVENT}`,
    /meets conversation_events .* 99999, which has the same id here/,
  ],
  [
    `UPDATE conversation_events SET sequence = 99999, id = 'evt_other' WHERE ${FIRST_EVENT}`,
    /meets conversation_events .* 99999, which has the same revision here/,
  ],
];
/** Rows that are nothing but their key, and one that the product moves on by itself: they can't differ. */
const NEVER = ["team_members", "conversation_tags", "assistant_conversations"];

test("every table and every value of which there is one is compared, and the list of them is whole", async () => {
  const file = exported("further");
  const [header, ...rest] = linesOf(file);
  const [contact, conversation] = ["contact", "conversation"].map((kind) => rest.find((line) => line["kind"] === kind));
  Object.assign(contact as Line, { identifier: "K-1" });
  Object.assign(conversation as Line, { priority: "high", teamId: rest.find((line) => line["kind"] === "team")?.["id"] });
  const write = (to: string, exportedAt: unknown): void =>
    writeFileSync(to, [{ ...header, exportedAt }, ...rest].map((line) => `${JSON.stringify(line)}\n`).join(""));
  write(file, header?.["exportedAt"]);
  const again = join(folder, "further-again.jsonl");
  write(again, "2026-03-02T00:00:00.000Z");
  const state = await installation("further");
  await importHere(state, file);
  for (const [n, [change, says]] of FURTHER.entries()) {
    const copy = `${state}-${n}`;
    cpSync(state, copy, { recursive: true });
    const db = databaseOf(copy);
    // Other rows name the one that gets another id.
    db.exec(`PRAGMA foreign_keys = OFF; ${change}`);
    db.close();
    const { plan } = await planned(copy, again);
    assert.ok(
      plan.conflicts.some(({ message }) => says.test(message)),
      `${change}: ${JSON.stringify(plan.conflicts)}`,
    );
    rmSync(copy, { recursive: true });
  }
  const named = [
    ...CHANGES.map(([table]) => table),
    ...FURTHER.map(([change]) => /(?:UPDATE|DELETE FROM) (?!changed)(\w+)/.exec(change)?.[1]),
  ];
  const written = [...readFileSync(inRoot("scripts/lib/legacy/rows.ts"), "utf8").matchAll(/\brow\(\s*"(\w+)"/g)].map(([, table]) => table);
  expect(new Set([...named, ...NEVER])).toEqual(new Set(written));
});

const importPlan = (state: string, file: string) => importLegacy("--file", file, "--persist-to", state);
async function planned(state: string, file: string) {
  const [{ checkExport }, { planImport }] = await Promise.all([
    import("../../scripts/lib/legacy/validate.ts"),
    import("../../scripts/lib/legacy/apply.ts"),
  ]);
  const checking = await checkExport(file);
  assert.ok(checking.ok);
  const db = openInstallation(stateIn(state), false);
  const objects = openObjects(stateIn(state));
  try {
    return { plan: await planImport({ file, checked: checking.checked, db, objects, accounts: new Map(), now: 1 }) };
  } finally {
    await objects.close();
    db.close();
    checking.checked.known.close();
  }
}

test("a conflict that a plan did not see stops at its row, keeps what was written, and a repetition goes on after it", async () => {
  const file = exported("stop", { messages: 300 });
  const state = await installation("stop");
  const victim = linesOf(file).findLast((line) => line["kind"] === "contact") as Line;
  const db = databaseOf(state);
  db.prepare("INSERT INTO contacts (id, project_id, name, created_at) VALUES (?, 'prj_other', 'Here before', 1)").run(String(victim["id"]));
  db.close();
  const { applied } = await importHere(state, file);
  expect(applied.conflict?.message).toMatch(/contact con_\w+ of the export meets contacts con_\w+, which differs here in/);
  const after = databaseOf(state);
  expect(after.prepare("SELECT name FROM contacts WHERE id = ?").get(String(victim["id"]))?.["name"]).toBe("Here before");
  expect(after.prepare("SELECT count(*) AS n FROM legacy_import_rows").get()?.["n"]).toBe(applied.written);
  expect(after.prepare("SELECT finished_at FROM legacy_import_runs").get()?.["finished_at"]).toBe(null);
  after.prepare("DELETE FROM contacts WHERE id = ?").run(String(victim["id"]));
  after.close();
  const again = await importHere(state, file);
  expect([again.applied.conflict, again.applied.skipped]).toEqual([undefined, applied.written]);
});

test("an account with an address of here is a conflict, and stands for it where that is said", async () => {
  const file = exported("address");
  const state = await installation("address");
  const theirs = linesOf(file).find((line) => line["kind"] === "account") as Line;
  const mine = "acc_0123456789abcdefghjkmnpqrs";
  const db = databaseOf(state);
  db.prepare("INSERT INTO accounts (id, email, name, password_hash, created_at) VALUES (?, ?, 'Me', 'scrypt$mine', 1)").run(
    mine,
    String(theirs["email"]),
  );
  db.close();
  const refused = await importLegacy("--file", file, "--apply", "--persist-to", state);
  expect(refused.output).toContain(`meets accounts ${mine}, which has the same email here as ${String(theirs["id"])} in the export`);
  const { ok, output } = await importLegacy(
    "--file",
    file,
    "--apply",
    "--persist-to",
    state,
    "--account",
    `${String(theirs["id"])}=${mine}`,
  );
  expect([ok, output]).toEqual([true, expect.stringContaining("Imported")]);
  const after = databaseOf(state);
  expect(after.prepare("SELECT role FROM memberships WHERE account_id = ?").get(mine)?.["role"]).toBe("owner");
  expect(after.prepare("SELECT password_hash FROM accounts WHERE id = ?").get(mine)?.["password_hash"]).toBe("scrypt$mine");
  after.close();
});

test("nothing that gives authority is imported, started and queued work has ended, and the plan names what is left out", async () => {
  const file = exported("older", { older: true });
  const state = await installation("older");
  const plan = await importPlan(state, file);
  for (const words of [
    "account.passwordHash: 6",
    "session: 2",
    "deviceGrant: 2",
    "satisfactionSurvey: 2",
    "contact.crmScore:",
    "generation: 2",
    "Nothing was written",
  ])
    expect(plan.output).toContain(words);
  expect(tablesOf(state)["legacy_import_rows"]).toEqual([]);
  await importHere(state, file);
  const db = databaseOf(state);
  const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
  for (const table of [
    "sessions",
    "account_tokens",
    "device_grants",
    "devices",
    "device_tokens",
    "api_tokens",
    "invitations",
    "visitor_sessions",
    "push_subscriptions",
  ])
    expect([table, one(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0]);
  expect(one("SELECT group_concat(DISTINCT password_hash) FROM accounts")).toBe("imported");
  expect(one("SELECT count(*) FROM accounts WHERE email_verified_at IS NOT NULL")).toBe(0);
  expect(one("SELECT count(*) FROM jobs")).toBe(0);
  const work = db.prepare("SELECT status, delivery_state, ended_at FROM delegations ORDER BY status, id").all();
  const at = Date.parse("2026-03-01T00:00:00.000Z");
  const of = (status: string) => work.filter((row) => row["status"] === status);
  expect(of("revoked")).toEqual([1, 2].map(() => ({ status: "revoked", delivery_state: "authority_revoked", ended_at: at })));
  expect(of("cancelled")).toEqual([1, 2].map(() => ({ status: "cancelled", delivery_state: "held", ended_at: at })));
  expect(() => db.exec("UPDATE legacy_financial_rows SET cost = 0")).toThrow(/never changed/);
  // Counted by triggers, compared with what is there.
  expect(one("SELECT sum(conversations) FROM conversation_counts WHERE list IN ('open', 'closed')")).toBe(
    one("SELECT count(*) FROM conversations"),
  );
  expect(
    one(
      "SELECT count(*) FROM conversations c WHERE c.revision <> (SELECT max(revision) FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id)",
    ),
  ).toBe(0);
  db.close();
});

test("holds are listed and reconciled by the command, once", async () => {
  const file = exported("holds");
  const state = await installation("holds");
  await importHere(state, file);
  const listed = await importLegacy("--holds", "--persist-to", state);
  const [id = ""] = /lgc_\w+/.exec(listed.output) ?? [];
  const reconcile = (outcome: string) => importLegacy("--reconcile", id, "--outcome", outcome, "--persist-to", state);
  expect((await reconcile("maybe")).output).toContain("--outcome takes");
  expect((await reconcile("happened")).ok).toBe(true);
  expect((await reconcile("happened")).ok).toBe(true);
  expect((await reconcile("not_happened")).output).toContain("was reconciled before: happened");
  expect((await importLegacy("--holds", "--persist-to", state)).output).not.toContain(id);
});

test("export, import into an empty installation, export: the same bytes", async () => {
  const state = await installation("one");
  await importHere(state, exported("round", { messages: 400, files: 5 }));
  const first = await exportOf(state, "export-one");
  const other = await installation("two");
  const { applied } = await importHere(other, first);
  expect(applied.conflict).toBe(undefined);
  const second = await exportOf(other, "export-two");
  expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
  for (const { object } of linesOf(first).filter((line) => line["kind"] === "file"))
    expect(readFileSync(join(objectsOf(second), String(object))).equals(readFileSync(join(objectsOf(first), String(object))))).toBe(true);
  await expect(exportOf(other, "export-two")).rejects.toThrow(/exists already/);
});

test("an installation in use is refused, and so are one that is not there and a path that is not absolute", async () => {
  const file = exported("in-use");
  const state = await installation("in-use");
  const unlock = lockState(stateIn(state), "serving");
  expect((await importPlan(state, file)).output).toContain("is in use by process");
  unlock();
  expect((await importPlan(join(folder, "nowhere"), file)).output).toContain("does not exist");
  expect((await importLegacy("--file", "relative.jsonl", "--persist-to", state)).output).toContain("absolute path");
});
