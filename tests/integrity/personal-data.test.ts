// Checks that every text column, object prefix, and coordinator column is listed by its module, as cleared by an existing erasure step or
// as not personal with a reason. No personal data can be stored that an erasure does not reach.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { test } from "vitest";
import "../../scripts/lib/worker-imports.ts";
import type { ExtensionPoint, AppRegistry } from "../../kernel/module/index.ts";
import type { Entry, PersonalData } from "../../kernel/module/personal-data.ts";
import type { ErasureStep } from "../../modules/contacts/extension.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { migratedDatabase } from "../../scripts/lib/schema.ts";
import { readTableNotes } from "../../scripts/lib/table-notes.ts";

const { registry } = (await import("../../edition/manifest.ts")) as { registry: AppRegistry };
const { contactErasure } = (await import("../../modules/contacts/extension.ts")) as { contactErasure: ExtensionPoint<ErasureStep> };
const files = globSync("{kernel,modules/*}/personal-data.ts", { cwd: ROOT }).sort();
const inventory = await Promise.all(
  files.map(async (file) => ({
    owner: file.split("/").at(-2) ?? "",
    data: ((await import(pathToFileURL(inRoot(file)).href)) as { personalData: PersonalData }).personalData,
  })),
);
const sources = globSync("{kernel,modules,edition}/**/*.ts", { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|\/(views|client|testing)\//.test(file))
  .map((file) => ({ file, text: readFileSync(inRoot(file), "utf8") }));

type Kind = "table" | "index";
/**
 * Columns that can hold text: of ordinary tables (generated columns too), and of FTS tables, other virtual tables, and views. A virtual table
 * stores its text in shadow tables, which count as part of it.
 */
function textColumns(db: DatabaseSync): Record<Kind, string[]> {
  const rows = db
    .prepare(
      `SELECT t.name AS "table", t.type AS kind, c.name AS "column", c.type AS type FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
       WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (t.type = 'virtual' AND c.hidden = 1)`,
    )
    .all()
    .map((row) => ({
      table: String(row["table"]),
      kind: String(row["kind"]),
      column: String(row["column"]),
      type: String(row["type"]),
    }));
  const owners = rows.filter(({ kind }) => kind === "virtual").map(({ table }) => `${table}_`);
  const found: Record<Kind, string[]> = { table: [], index: [] };
  for (const { table, kind, column, type } of rows) {
    if (kind === "shadow" && owners.some((owner) => table.startsWith(owner))) continue;
    if (kind !== "table") found.index.push(`${table}.${column}`);
    else if (!["INTEGER", "REAL"].includes(type)) found.table.push(`${table}.${column}`);
  }
  return { table: found.table.sort(), index: found.index.sort() };
}
/** Columns that exist and are not listed, and columns that are listed and do not exist. */
function differences(db: DatabaseSync): string[] {
  const columns = textColumns(db);
  const compare = (there: readonly string[], part: (data: PersonalData) => PersonalData["tables"]): string[] => {
    const known = listed(part);
    const lost = [...known.keys()].filter((name) => !there.includes(name));
    return [...there.filter((name) => !known.has(name)).map((name) => `not listed: ${name}`), ...lost.map((name) => `not there: ${name}`)];
  };
  return [...compare(columns.table, (data) => data.tables), ...compare(columns.index, (data) => data.indexes)];
}
const listed = (part: (data: PersonalData) => PersonalData["tables"]): Map<string, Entry> => {
  const found = new Map<string, Entry>();
  for (const { owner, data } of inventory)
    for (const [table, columns] of Object.entries(part(data) ?? {}))
      for (const [column, entry] of Object.entries(columns)) {
        assert.ok(!found.has(`${table}.${column}`), `${table}.${column} is listed twice, at last by ${owner}`);
        found.set(`${table}.${column}`, entry);
      }
  return found;
};

test("every text column of every kind of table is listed, and no other column", () => {
  const columns = textColumns(migratedDatabase());
  assert.ok(columns.table.length > 100 && columns.index.length > 4);
  assert.deepEqual(differences(migratedDatabase()), []);
});

/** Columns that could be added unnoticed, and how the test above reports them. */
const PLANTS: readonly (readonly [string, string, readonly string[]])[] = [
  ["a table", "CREATE TABLE planted (id INTEGER PRIMARY KEY, said TEXT)", ["not listed: planted.said"]],
  ["a column without a type", "ALTER TABLE contacts ADD COLUMN planted", ["not listed: contacts.planted"]],
  ["a column of bytes", "ALTER TABLE contacts ADD COLUMN planted BLOB", ["not listed: contacts.planted"]],
  [
    "a generated column",
    "ALTER TABLE contacts ADD COLUMN planted TEXT GENERATED ALWAYS AS (lower(name)) VIRTUAL",
    ["not listed: contacts.planted"],
  ],
  ["a search table", "CREATE VIRTUAL TABLE planted USING fts5(said)", ["not listed: planted.said"]],
  ["a search table without content", "CREATE VIRTUAL TABLE planted USING fts5(said, content='')", ["not listed: planted.said"]],
  ["a search table over a listed one", "CREATE VIRTUAL TABLE planted USING fts5(name, content='contacts')", ["not listed: planted.name"]],
  [
    "a vocabulary",
    "CREATE VIRTUAL TABLE planted USING fts5vocab(knowledge_words, 'col')",
    ["not listed: planted.term", "not listed: planted.col", "not listed: planted.doc", "not listed: planted.cnt"],
  ],
  ["a virtual table", "CREATE VIRTUAL TABLE planted USING rtree(id, a, b, +said TEXT)", ["not listed: planted.said"]],
  ["a view", "CREATE VIEW planted AS SELECT name FROM contacts", ["not listed: planted.name"]],
  ["a search table with a missing column", "DROP TABLE knowledge_terms", ["not there: knowledge_terms.term"]],
];
for (const [what, sql, wanted] of PLANTS)
  test(`a planted column is noticed: ${what}`, () => {
    const db = migratedDatabase();
    db.exec(sql);
    const found = differences(db);
    for (const line of wanted) assert.ok(found.includes(line), `${line} is not in ${found.join()}`);
  });

test("a search table rebuilt by the code equals the one of the migrations", () => {
  const statementsIn = (text: string): string[] =>
    [...text.matchAll(/CREATE VIRTUAL TABLE (?:IF NOT EXISTS )?(\w+ USING [^`;]+?\))(?=[`;]|\s*$)/gm)].map(([, body = ""]) => body);
  const ours = readMigrations().flatMap(({ sql }) => statementsIn(sql));
  const anew = sources.flatMap(({ text }) => statementsIn(text));
  assert.ok(anew.length > 1);
  assert.deepEqual(
    anew.filter((one) => !ours.includes(one)),
    [],
  );
  const all = sources.reduce((n, { text }) => n + text.split("CREATE VIRTUAL").length - 1, 0);
  assert.equal(all, anew.length, "one is made in a way that is not looked at here");
});

test("a column is listed by the module that owns its table", () => {
  const owners = new Map([...readTableNotes()].map(([table, { owner }]) => [table, owner] as const));
  for (const { sql, owner } of readMigrations())
    for (const [, table = ""] of sql.matchAll(/CREATE VIRTUAL TABLE (\w+)/g)) owners.set(table, owner);
  for (const { owner, data } of inventory)
    for (const table of Object.keys({ ...data.tables, ...data.indexes })) assert.equal(owner, owners.get(table), `${owner} lists ${table}`);
});

test("every cleared column names a step that a module provides, and every step clears something", () => {
  const entries = inventory.flatMap(({ data }) => [
    ...Object.values(data.tables ?? {}).flatMap((columns) => Object.values(columns)),
    ...Object.values(data.indexes ?? {}).flatMap((columns) => Object.values(columns)),
    ...Object.values(data.objects ?? {}),
    ...Object.values(data.coordinator ?? {}).flatMap((columns) => Object.values(columns)),
  ]);
  const named = new Set(entries.flatMap((entry) => ("clearedBy" in entry ? [entry.clearedBy] : [])));
  const steps = registry.extensions.of(contactErasure).map(({ name }) => name);
  assert.equal(new Set(steps).size, steps.length);
  // The erasure removes the objects after all steps.
  // One step begins the erasures of merged contacts and clears nothing itself.
  const clearing = steps.filter((name) => name !== "erasure.aliases");
  assert.deepEqual([...named].sort(), [...clearing, "erasure.objects"].sort());
  for (const entry of entries) if ("notPersonal" in entry) assert.ok(entry.notPersonal.length > 10, "a reason says why");
});

test("a step clears only data of its own module and those below it", () => {
  for (const { name } of registry.extensions.of(contactErasure)) {
    const [owner] = name.split(".");
    assert.ok(
      registry.modules.some((m) => m.name === owner),
      `${name} names no module`,
    );
  }
});

test("every object is stored under a listed prefix", () => {
  const prefixes = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:newObjectKey\("|namedObjectKey\(")([^"]+)"[,)]/g)].map(([, prefix]) => prefix),
  );
  assert.deepEqual([...new Set(prefixes)].sort(), inventory.flatMap(({ data }) => Object.keys(data.objects ?? {})).sort());
  for (const { file, text } of sources) {
    assert.doesNotMatch(text, /newObjectKey\((?!")/, `${file} makes up a prefix`);
    // Public pages are stored by their URL, and only this file writes them.
    if (file === "modules/help-center/pages/store.ts") continue;
    assert.ok(!text.includes("namedObjectKey(") || file === "kernel/objects/index.ts", `${file} names an object`);
    // The bucket is used under this name only, so that this test sees every write; object keys are made by newObjectKey.
    assert.doesNotMatch(text, /\bFILES\b(?!\s*\.(get|head|delete|put\(objectKey,)|: R2Bucket;)/, `${file} does more with the object store`);
    if (/FILES\s*\.put\(/.test(text))
      assert.match(text, /const objectKey = newObjectKey\("/, `${file} stores under a key of its own making`);
    if (file !== "kernel/module/types.ts") assert.doesNotMatch(text, /\bR2[A-Z]\w+/, `${file} takes the object store apart`);
  }
});

test("every column of the coordinator's storage is listed, and it stores nothing elsewhere", () => {
  const db = new DatabaseSync(":memory:");
  for (const { text } of sources) for (const [statement] of text.matchAll(/CREATE TABLE IF NOT EXISTS [^;"`]+/g)) db.exec(statement);
  const columns = textColumns(db);
  assert.deepEqual([columns.table, columns.index], [[...listed((data) => data.coordinator).keys()].sort(), []]);
  for (const { file, text } of sources) {
    assert.doesNotMatch(
      text,
      // An alarm holds only a time.
      /\.storage\b(?!\s*\.(?:sql|(?:get|set|delete)Alarm)\b)|[{,]\s*storage\b|\bDurableObjectStorage\b/,
      `${file} keeps something outside of tables`,
    );
    assert.doesNotMatch(
      text,
      /\bALTER TABLE\b|\bCREATE (?!TABLE IF NOT EXISTS \w+ \(|VIRTUAL TABLE IF NOT EXISTS knowledge_)[A-Z]/,
      `${file} changes a table in a way that is not looked at here`,
    );
  }
});
