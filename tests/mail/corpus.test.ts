// Real mails through the gateway's door of the emitted worker: each is taken in, each automatic one is labelled, none breaks anything.
// MAIL_CORPUS names the folder: `parser_files.txt` lists its mails, `expected.jsonl` what those that are classified are.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { none } from "../matrix/none.ts";

const CORPUS = process.env["MAIL_CORPUS"] ?? "";
const has = existsSync(join(CORPUS, "parser_files.txt"));
const SAMPLE = process.env["LONG"] === undefined ? 150 : Number.POSITIVE_INFINITY;
/** A person sends a returned mail on: that is no automatic mail, whatever its list says. */
const BY_PEOPLE = new Set(["sisimai/maildir/err/make-test-36.eml"]);
const TOKEN = "inbound-email-token-of-the-corpus";
const PASSWORD = "correct horse battery";

interface Expected {
  readonly file: string;
  readonly expect: "automatic" | "customer";
  readonly hard?: boolean;
  readonly envelope_from: string | null;
  readonly null_envelope: boolean;
}
const lines = (file: string): string[] =>
  readFileSync(join(CORPUS, file), "utf8")
    .split("\n")
    .filter((line) => line !== "");

test(
  "real mails are taken in, and the automatic ones are labelled",
  { skip: has ? false : "MAIL_CORPUS names no folder of mails: NOTHING WAS TESTED" },
  async (t) => {
    const expected = new Map(
      lines("expected.jsonl")
        .map((line) => JSON.parse(line) as Expected)
        .map((one) => [one.file, one]),
    );
    const all = [...new Set([...expected.keys(), ...lines("parser_files.txt")])].sort();
    const step = Math.max(1, all.length / SAMPLE);
    const files = Array.from({ length: Math.min(all.length, SAMPLE) }, (_, i) => all[Math.floor(i * step)] ?? "");
    const state = mkdtempSync(join(tmpdir(), "seed-desk-corpus-"));
    const served = await serveBuild({
      tick: false,
      state,
      vars: { TEST_SCRYPT_LOG_N: "10", INBOUND_EMAIL_TOKEN: TOKEN, TEST_CHECK_REPLIES: "1" },
    });
    try {
      const owner = new Operator(served.url);
      await owner.setup("owner@example.test", PASSWORD);
      const { id } = await owner.project("Corpus", "https://corpus.example");
      const tables = new Tables(state);
      tables.run("INSERT INTO inbound_addresses (address, project_id, created_at) VALUES ('corpus@desk.example', ?, 1)", id);
      const wrong: string[] = [];
      const post = async (file: string, i: number): Promise<void> => {
        const { envelope_from: from = null, null_envelope: isNull = false } = expected.get(file) ?? {};
        const sender = isNull ? "" : from;
        const answer = await fetch(`${served.url}/api/integrations/email/inbound`, {
          method: "POST",
          body: readFileSync(join(CORPUS, file)),
          headers: {
            authorization: `Bearer ${TOKEN}`,
            "content-type": "message/rfc822",
            "x-envelope-to": `corpus+${i}@desk.example`,
            ...(sender === null ? {} : { "x-envelope-from": `<${sender}>` }),
          },
        });
        const text = await answer.text();
        if (answer.status !== 200 || !text.includes("accepted")) wrong.push(`${file}: ${answer.status} ${text}`);
      };
      for (let at = 0; at < files.length; at += 8) await Promise.all(files.slice(at, at + 8).map((file, i) => post(file, at + i)));
      const waiting = (): number =>
        Number(tables.all("SELECT count(*) AS n FROM inbound_mail_receipts WHERE state IN ('received', 'admitting')")[0]?.["n"]);
      for (let i = 0; i < 600 && waiting() > 0; i += 1) await new Promise((wake) => setTimeout(wake, 100));
      const rows = new Map(
        tables
          .all("SELECT envelope_to, state, automatic, error, message_id FROM inbound_mail_receipts")
          .map((row) => [Number(/\+(\d+)@/.exec(String(row["envelope_to"]))?.[1]), row]),
      );
      const counts: Record<string, number> = {};
      for (const [i, file] of files.entries()) {
        const row = rows.get(i);
        const state = String(row?.["state"]);
        counts[state] = (counts[state] ?? 0) + 1;
        if (!["admitted", "unreadable"].includes(state)) wrong.push(`${file}: ${state} ${String(row?.["error"])}`);
        const should = expected.get(file);
        if (should && should.hard !== true && !BY_PEOPLE.has(file) && (row?.["automatic"] === 1) !== (should.expect === "automatic"))
          wrong.push(`${file}: should be ${should.expect}`);
      }
      assert.equal(tables.all("SELECT 1 FROM messages WHERE author_role <> 'visitor'").length, 0);
      tables.close();
      t.diagnostic(`${files.length} of ${all.length} mails: ${JSON.stringify(counts)}`);
      none(wrong);
    } finally {
      await served.stop();
      rmSync(state, { recursive: true, force: true });
    }
  },
);
