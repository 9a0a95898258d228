// Objects of files: another one in its place stops an import and both are named, nothing is overwritten, and none is left without a file.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { openObjects } from "../../scripts/lib/legacy/objects.ts";
import { objectKeyOf } from "../../scripts/lib/legacy/rows.ts";
import { stateIn } from "../../scripts/lib/legacy/state.ts";
import { checkExport, objectsOf } from "../../scripts/lib/legacy/validate.ts";
import { databaseOf, folder, importHere, importLegacy, installation, tablesOf } from "./kit.ts";

const hashOf = (bytes: string): string => createHash("sha256").update(bytes).digest("hex");
function exported(name: string): string {
  const file = join(folder, `${name}.jsonl`);
  generateExport(file, { messages: 40, seed: 22, files: 3 });
  return file;
}
/** The same records as another artifact. */
function again(file: string, name: string): string {
  const other = join(folder, `${name}.jsonl`);
  writeFileSync(other, readFileSync(file, "utf8").replace("2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"));
  cpSync(objectsOf(file), objectsOf(other), { recursive: true });
  return other;
}
interface Stored {
  readonly id: string;
  readonly object_key: string;
  readonly sha256: string;
}
function filesIn(state: string): Stored[] {
  const db = databaseOf(state);
  const files = db.prepare("SELECT id, object_key, sha256 FROM files ORDER BY id").all();
  db.close();
  return files as unknown as Stored[];
}
async function inBucket<T>(state: string, work: (objects: ReturnType<typeof openObjects>) => Promise<T>): Promise<T> {
  const objects = openObjects(stateIn(state));
  try {
    return await work(objects);
  } finally {
    await objects.close();
  }
}
const hashesIn = (state: string, keys: readonly string[]) =>
  inBucket(state, async (objects) => {
    const found: (string | undefined)[] = [];
    for (const key of keys) found.push(await objects.hashOf(key));
    return found;
  });
/** Stores other bytes in the place of an object. */
async function plant(state: string, key: string, words: string): Promise<string> {
  const path = join(folder, "planted.txt");
  writeFileSync(path, words);
  await inBucket(state, (objects) => objects.put(key, path, Buffer.byteLength(words), hashOf(words)));
  return hashOf(words);
}
async function artifactOf(file: string): Promise<string> {
  const checking = await checkExport(file);
  assert.ok(checking.ok);
  checking.checked.known.close();
  return checking.checked.artifact;
}

test("an object of a file here that differs from the export's stops it: both are named, nothing is written", async () => {
  const file = exported("differs");
  const state = await installation("differs");
  await importHere(state, file);
  const [victim] = filesIn(state);
  assert.ok(victim);
  const other = await plant(state, victim.object_key, "Other bytes");
  const second = again(file, "differs-again");
  const [before, hashes] = [
    tablesOf(state),
    await hashesIn(
      state,
      filesIn(state).map(({ object_key: key }) => key),
    ),
  ];
  const { ok, output } = await importLegacy("--file", second, "--apply", "--persist-to", state);
  expect([ok, output]).toEqual([false, expect.stringContaining("There are conflicts. Nothing was written.")]);
  expect(output).toContain(
    `the object of file ${victim.id} of the export, with SHA-256 ${victim.sha256}, meets the object ${victim.object_key} here, with SHA-256 ${other}`,
  );
  expect(tablesOf(state)).toEqual(before);
  expect(
    await hashesIn(
      state,
      filesIn(state).map(({ object_key: key }) => key),
    ),
  ).toEqual(hashes);
});

test("an object that a plan did not see stops an import at its file, and a repetition goes on when it is gone", async () => {
  const file = exported("unseen");
  const state = await installation("unseen");
  const id = String(/"id":"(fil_\w+)"/.exec(readFileSync(file, "utf8"))?.[1]);
  const key = objectKeyOf(await artifactOf(file), id);
  const other = await plant(state, key, "Here before");
  const { applied } = await importHere(state, file);
  expect(applied.conflict?.message).toMatch(new RegExp(`object of file ${id} of the export, with SHA-256 \\w{64}, meets .*${other}`));
  expect(await hashesIn(state, [key])).toEqual([other]);
  expect(filesIn(state).map((one) => one.id)).not.toContain(id);
  // The next plan sees it, because the run has begun.
  const { ok, output } = await importLegacy("--file", file, "--apply", "--persist-to", state);
  expect([ok, output]).toEqual([false, expect.stringContaining(`meets the object ${key} here`)]);
  await inBucket(state, (objects) => objects.remove(key));
  const { applied: rest } = await importHere(state, file);
  expect([rest.conflict, rest.skipped]).toEqual([undefined, applied.written]);
  expect(
    await hashesIn(
      state,
      filesIn(state).map((one) => one.object_key),
    ),
  ).toEqual(filesIn(state).map(({ sha256 }) => sha256));
});

test("another export of the same files stores no second objects: an erasure reaches an object by its file alone", async () => {
  const file = exported("twice");
  const state = await installation("twice");
  await importHere(state, file);
  const files = filesIn(state);
  const second = again(file, "twice-again");
  const { applied } = await importHere(state, second);
  assert.equal(applied.conflict, undefined);
  expect(filesIn(state)).toEqual(files);
  const artifact = await artifactOf(second);
  expect(
    await hashesIn(
      state,
      files.map(({ id }) => objectKeyOf(artifact, id)),
    ),
  ).toEqual(files.map(() => undefined));
  // Nor does one whose file differs here.
  const db = databaseOf(state);
  db.exec("UPDATE files SET name = 'other.txt'");
  db.close();
  const third = again(second, "twice-other");
  writeFileSync(third, readFileSync(third, "utf8").replace("2026-03-02T00", "2026-03-03T00"));
  const { applied: stopped } = await importHere(state, third);
  expect(stopped.conflict?.message).toMatch(/^file fil_\w+ of the export meets files fil_\w+, which differs here in name$/);
  const last = await artifactOf(third);
  expect(
    await hashesIn(
      state,
      files.map(({ id }) => objectKeyOf(last, id)),
    ),
  ).toEqual(files.map(() => undefined));
});

test("an object that a killed start stored is removed if its customer was erased before the next one", async () => {
  const file = exported("erased");
  const state = await installation("erased");
  const text = readFileSync(file, "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
  const attached = lines.find(({ kind }) => kind === "file");
  const message = lines.find((line) => (line["message"] as unknown as { id: string } | undefined)?.id === attached?.["messageId"]);
  const conversation = lines.find(({ id }) => id !== undefined && id === message?.["conversationId"]);
  const contact = lines.find(({ id }) => id !== undefined && id === conversation?.["contactId"]);
  assert.ok(attached?.["id"] && contact?.["id"]);
  const key = objectKeyOf(await artifactOf(file), attached["id"]);
  await plant(state, key, "What the killed start stored");
  const db = databaseOf(state);
  db.prepare("INSERT INTO contacts (id, project_id, state, created_at) VALUES (?, ?, 'erased', 1)").run(
    contact["id"],
    String(contact["projectId"]),
  );
  db.close();
  const { applied } = await importHere(state, file);
  assert.equal(applied.conflict, undefined);
  expect(await hashesIn(state, [key])).toEqual([undefined]);
  expect(filesIn(state).map(({ id }) => id)).not.toContain(attached["id"]);
});
