// The published JSON Schema is that of the code, and the guide names every kind of record.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS } from "../../scripts/lib/legacy/format.ts";
import { legacySchemaText, SCHEMA_FILE } from "../../scripts/lib/legacy/schema-file.ts";
import { inRoot } from "../../scripts/lib/paths.ts";

test("the published schema is up to date; pnpm docs:api writes it", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(legacySchemaText());
});

test("the guide names every kind of record", () => {
  const guide = readFileSync(inRoot("docs/guides/legacy-import.md"), "utf8");
  expect(Object.keys(KINDS).filter((kind) => !guide.includes(`\`${kind}\``))).toEqual([]);
});
