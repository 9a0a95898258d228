// Nothing of a contact is kept that no erasure reaches: every text column, object prefix and coordinator column is listed by its
// module, as cleared by a step that exists or as not personal, with the reason.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import "../../scripts/lib/worker-imports.ts";
import type { ExtensionPoint, House } from "../../kernel/module/index.ts";
import type { Entry, PersonalData } from "../../kernel/module/personal-data.ts";
import type { ErasureStep } from "../../modules/contacts/extension.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { migratedDatabase } from "../../scripts/lib/schema.ts";

const { house } = (await import("../../edition/manifest.ts")) as { house: House };
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

/** Columns that can hold a text, as the migrations make them. An index of words holds the words of listed columns and no more. */
function textColumns(): string[] {
  const db = migratedDatabase();
  return db
    .prepare(
      "SELECT t.name || '.' || c.name AS name FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type NOT IN ('INTEGER', 'REAL')",
    )
    .all()
    .map((row) => String(row["name"]));
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

test("every text column of the database is listed, and nothing else", () => {
  const columns = textColumns();
  assert.ok(columns.length > 100);
  assert.deepEqual([...listed((data) => data.tables).keys()].sort(), columns.sort());
});

test("a column is listed by the module that owns its table", () => {
  const owners = new Map(
    globSync(["{kernel,modules}/*/tables.ts", "modules/*/*/tables.ts"], { cwd: ROOT }).flatMap((file) => {
      const [top = "", name = ""] = file.split("/");
      return [...readFileSync(inRoot(file), "utf8").matchAll(/sqliteTable\(\s*"(\w+)"/g)].map(
        ([, table = ""]) => [table, top === "kernel" ? "kernel" : name] as const,
      );
    }),
  );
  for (const { owner, data } of inventory)
    for (const table of Object.keys(data.tables ?? {})) assert.equal(owner, owners.get(table), `${owner} lists ${table}`);
});

test("what is cleared is cleared by a step that a module provides, and every step clears something", () => {
  const entries = inventory.flatMap(({ data }) => [
    ...Object.values(data.tables ?? {}).flatMap((columns) => Object.values(columns)),
    ...Object.values(data.objects ?? {}),
    ...Object.values(data.coordinator ?? {}).flatMap((columns) => Object.values(columns)),
  ]);
  const named = new Set(entries.flatMap((entry) => ("clearedBy" in entry ? [entry.clearedBy] : [])));
  const steps = house.extensions.of(contactErasure).map(({ name }) => name);
  assert.equal(new Set(steps).size, steps.length);
  // The objects themselves are removed by the erasure, after all steps.
  assert.deepEqual([...named].sort(), [...steps, "erasure.objects"].sort());
  for (const entry of entries) if ("notPersonal" in entry) assert.ok(entry.notPersonal.length > 10, "a reason says why");
});

test("a step runs only over what its module and those below it keep", () => {
  for (const { name } of house.extensions.of(contactErasure)) {
    const [owner] = name.split(".");
    assert.ok(
      house.modules.some((m) => m.name === owner),
      `${name} names no module`,
    );
  }
});

test("every object is stored below a prefix that is listed", () => {
  const prefixes = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:newObjectKey\("|namedObjectKey\(")([^"]+)"[,)]/g)].map(([, prefix]) => prefix),
  );
  assert.deepEqual([...new Set(prefixes)].sort(), inventory.flatMap(({ data }) => Object.keys(data.objects ?? {})).sort());
  for (const { file, text } of sources) {
    assert.doesNotMatch(text, /newObjectKey\((?!")/, `${file} makes up a prefix`);
    // Public pages are found by their name, and this file alone writes them.
    if (file === "modules/help-center/pages/store.ts") continue;
    assert.ok(!text.includes("namedObjectKey(") || file === "kernel/objects/index.ts", `${file} names an object`);
    // Under no other name, or nobody sees what it stores; what it stores has a key that was made here.
    assert.doesNotMatch(text, /\bFILES\b(?!\s*\.(get|head|delete|put\(objectKey,)|: R2Bucket;)/, `${file} does more with the object store`);
    if (/FILES\s*\.put\(/.test(text))
      assert.match(text, /const objectKey = newObjectKey\("/, `${file} stores under a key of its own making`);
    if (file !== "kernel/module/vocabulary.ts") assert.doesNotMatch(text, /\bR2[A-Z]\w+/, `${file} takes the object store apart`);
  }
});

test("every column of the coordinator's storage is listed, and it keeps nothing elsewhere", () => {
  const columns = sources.flatMap(({ text }) =>
    [...text.matchAll(/CREATE TABLE IF NOT EXISTS (\w+) \(([^)]*)\)/g)].flatMap(([, table = "", body = ""]) =>
      body
        .split(",")
        .map((column) => column.trim().split(" "))
        .filter(([, type]) => type !== "INTEGER")
        .map(([column]) => `${table}.${column}`),
    ),
  );
  assert.deepEqual(columns.sort(), [...listed((data) => data.coordinator).keys()].sort());
  for (const { file, text } of sources) {
    assert.doesNotMatch(
      text,
      /\.storage\b(?!\s*\.sql\b)|[{,]\s*storage\b|\bDurableObjectStorage\b/,
      `${file} keeps something outside of tables`,
    );
    assert.doesNotMatch(
      text,
      /\bALTER TABLE\b|\bCREATE (?!TABLE IF NOT EXISTS \w+ \(|VIRTUAL TABLE IF NOT EXISTS knowledge_)[A-Z]/,
      `${file} changes a table in a way that is not looked at here`,
    );
  }
});
