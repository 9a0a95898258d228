// The way of imported data to a server of one's own: imported into local state, backed up by the command, restored by the command elsewhere.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../scripts/lib/children.ts";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { openObjects } from "../../scripts/lib/legacy/objects.ts";
import { stateIn } from "../../scripts/lib/legacy/state.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { databaseOf, folder, importLegacy, installation, tablesOf } from "./kit.ts";

const command = (name: string, ...args: string[]) => run(process.execPath, [inRoot(`scripts/${name}.ts`), ...args]);
async function objectsIn(state: string): Promise<[string, string | undefined][]> {
  const db = databaseOf(state);
  const files = db.prepare("SELECT id, object_key FROM files ORDER BY id").all();
  db.close();
  const objects = openObjects(stateIn(state));
  const found: [string, string | undefined][] = [];
  try {
    for (const { id, object_key: key } of files) found.push([String(id), await objects.hashOf(String(key))]);
  } finally {
    await objects.close();
  }
  return found;
}

test("imported into local state, backed up and restored elsewhere: every row and object is there, and the import is done there, too", async () => {
  const file = join(folder, "moved.jsonl");
  const records = generateExport(file, { messages: 300, seed: 41, files: 4 });
  const local = await installation("local");
  const imported = await importLegacy("--file", file, "--apply", "--persist-to", local);
  assert.ok(imported.ok, imported.output);
  const shelf = join(folder, "shelf");
  const taken = await command("backup", "--to", shelf, "--state", stateIn(local));
  assert.ok(taken.ok, taken.output);
  const [backup = ""] = readdirSync(shelf);
  const server = join(folder, "server");
  const restored = await command("restore", "--from", join(shelf, backup), "--state", stateIn(server), "--no-later-erasures");
  assert.ok(restored.ok, restored.output);
  expect(tablesOf(server)).toEqual(tablesOf(local));
  const objects = await objectsIn(server);
  expect([objects.length, objects.every(([, hash]) => hash !== undefined)]).toEqual([4, true]);
  expect(objects).toEqual(await objectsIn(local));
  // A restore never replaces data, and the export imported there again does nothing.
  const again = await command("restore", "--from", join(shelf, backup), "--state", stateIn(server), "--no-later-erasures");
  expect([again.ok, again.output]).toEqual([false, expect.stringContaining("contains data")]);
  const repeated = await importLegacy("--file", file, "--apply", "--persist-to", server);
  expect(repeated.output).toContain(`Imported 0 records; ${records.toLocaleString("en")} were there from an earlier start.`);
  expect((await importLegacy("--holds", "--persist-to", server)).output).toContain("lgc_");
});
