// How fast an import writes beside plain inserts of the same rows, and how much memory it takes.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "vitest";
import { run } from "../../scripts/lib/children.ts";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { objectsOf } from "../../scripts/lib/legacy/validate.ts";
import { databaseOf, folder, importHere, installation, tablesOf } from "../legacy-import/kit.ts";

const LONG = process.env["LONG"] === "1";
const MESSAGES = LONG ? 100_000 : 5000;

/** Inserts the rows of all tables that an import filled, table by table, in transactions of the same size. Returns seconds. */
function insertPlainly(from: string, to: string): number {
  const [source, target] = [databaseOf(from), databaseOf(to)];
  try {
    // What triggers wrote is written by triggers again.
    const tables = [
      "accounts",
      "projects",
      "memberships",
      "contacts",
      "contact_notes",
      "tags",
      "teams",
      "team_members",
      "conversations",
    ].concat(["conversation_tags", "conversation_teams", "conversation_reads", "messages", "conversation_events", "delegations"]);
    const rows = tables.map((table) => ({
      table,
      all: source.prepare(`SELECT * FROM ${table}`).all() as Record<string, string | number | null>[],
    }));
    const began = performance.now();
    target.exec("BEGIN");
    for (const { table, all } of rows) {
      const [first] = all;
      if (first === undefined) continue;
      // Counted by triggers.
      const columns = Object.keys(first).filter((column) => !(["tags", "teams"].includes(table) && column === "conversations"));
      const insert = target.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`);
      for (const [at, row] of all.entries()) {
        insert.run(...columns.map((column) => row[column] ?? null));
        if (at % 2000 === 1999) target.exec("COMMIT; BEGIN");
      }
    }
    target.exec("COMMIT");
    return (performance.now() - began) / 1000;
  } finally {
    source.close();
    target.close();
  }
}

test(`an import of ${MESSAGES} messages writes at least half as fast as plain inserts`, { timeout: LONG ? 600_000 : 120_000 }, async () => {
  const file = join(folder, "load.jsonl");
  const records = generateExport(file, { messages: MESSAGES, seed: 5 });
  const [imported, plain] = [await installation("imported"), await installation("plain")];
  const { applied, seconds } = await timedImport(imported, file);
  assert.equal(applied, records);
  const plainly = insertPlainly(imported, plain);
  const [a, b] = [tablesOf(imported), tablesOf(plain)];
  for (const table of ["messages", "conversation_events", "conversations", "conversation_counts", "tags", "contact_terms"])
    assert.deepEqual(b[table], a[table], table);
  const peak = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(
    `${records} records: ${seconds.toFixed(2)} s (${Math.round(records / seconds)} a second); plain inserts ${plainly.toFixed(2)} s; ${(plainly / seconds).toFixed(2)} of their rate; peak memory of this process ${Math.round(peak)} MB\n`,
  );
  assert.ok(plainly / seconds >= 0.5, `${(plainly / seconds).toFixed(2)} of the rate of plain inserts`);
});

/** Runs the command as a user does, and prints how long it took. Returns the most memory that its process had, in MB. */
async function peakOf(name: string, wanted: Parameters<typeof generateExport>[1]): Promise<number> {
  const file = join(folder, `${name}.jsonl`);
  const records = generateExport(file, wanted);
  const persistTo = await installation(name);
  const began = performance.now();
  const report = join(folder, `${name}.peak`);
  const hook = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  writeFileSync(
    hook,
    `import { appendFileSync } from "node:fs";
process.on("exit", () => appendFileSync(${JSON.stringify(report)}, process.resourceUsage().maxRSS + "\\n"));`,
  );
  const ran = await run(process.execPath, ["scripts/import-legacy.mjs", "--file", file, "--persist-to", persistTo, "--apply"], {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` },
  });
  assert.ok(ran.ok, ran.output);
  const seconds = (performance.now() - began) / 1000;
  const peak = Math.max(...readFileSync(report, "utf8").trim().split("\n").map(Number)) / 1024;
  process.stdout.write(
    `${name}: ${records} records, ${seconds.toFixed(0)} s with the check and the plan, peak memory ${Math.round(peak)} MB\n`,
  );
  const db = databaseOf(persistTo);
  assert.equal(db.prepare("SELECT COUNT(*) AS n FROM messages").get()?.["n"], wanted.messages);
  db.close();
  for (const path of [file, objectsOf(file), persistTo]) rmSync(path, { recursive: true, force: true });
  return peak;
}

test.runIf(LONG)("an import of 1,000,000 messages takes the memory of one of 100,000", { timeout: 3_600_000 }, async () => {
  const small = await peakOf("a hundred thousand", { messages: 100_000, seed: 6 });
  const large = await peakOf("a million", { messages: 1_000_000, seed: 6 });
  assert.ok(large < small * 1.5, `${large} MB after ${small} MB`);
});

test.runIf(LONG)("objects of 5 GB are imported in the memory of small ones", { timeout: 3_600_000 }, async () => {
  const small = await peakOf("small objects", { messages: 1000, seed: 7, files: 500 });
  const large = await peakOf("objects of 10 MB", { messages: 1000, seed: 7, files: 500, fileSize: 10_000_000 });
  assert.ok(large < small * 1.5, `${large} MB after ${small} MB`);
});

async function timedImport(persistTo: string, file: string): Promise<{ applied: number; seconds: number }> {
  const { applied } = await importHere(persistTo, file);
  assert.equal(applied.conflict, undefined);
  return { applied: applied.written, seconds: applied.seconds };
}
