// Exports that are damaged in some two hundred ways: each is refused with its line, and nothing is written.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { FIELDS, MAX_LINE } from "../../scripts/lib/legacy/format.ts";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { checkExport, type Fault, objectsOf } from "../../scripts/lib/legacy/validate.ts";
import { folder, importLegacy, installation, tablesOf } from "./kit.ts";

type Line = Record<string, unknown>;
const good = join(folder, "good.jsonl");
let lines: Line[];
beforeAll(() => {
  generateExport(good, { messages: 60, seed: 11, files: 4 });
  lines = readFileSync(good, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
});

/** The faults of a text that is checked beside the objects of the good export. */
async function faultsOf(text: string | Uint8Array): Promise<readonly Fault[]> {
  const file = join(folder, "bad.jsonl");
  writeFileSync(file, text);
  rmSync(objectsOf(file), { recursive: true, force: true });
  symlinkSync(objectsOf(good), objectsOf(file));
  const checking = await checkExport(file);
  if (!checking.ok) return checking.faults;
  checking.checked.known.close();
  return [];
}
const written = (changed: readonly Line[]): string => changed.map((line) => `${JSON.stringify(line)}\n`).join("");
/** The index of the first line of a kind. */
const at = (kind: string): number => lines.findIndex((line) => line["kind"] === kind);
const changedAt = (index: number, change: Line): Line[] => lines.map((line, i) => (i === index ? { ...line, ...change } : line));
/** With a line more, and the number at the end with it. */
const withLine = (index: number, line: Line): Line[] => {
  const more = [...lines.slice(0, index), line, ...lines.slice(index)];
  const end = more.at(-1) as Line;
  return [...more.slice(0, -1), { ...end, records: Number(end["records"]) + 1 }];
};
async function refused(changed: readonly Line[], index: number, path: string, message: RegExp): Promise<void> {
  const faults = await faultsOf(written(changed));
  const found = faults.find((fault) => fault.line === index + 1 && fault.path === path);
  assert.ok(found, `no fault at line ${index + 1}, ${path}: ${JSON.stringify(faults.slice(0, 3))}`);
  assert.match(found.message, message);
}

test("the undamaged one is valid", async () => {
  expect(await faultsOf(written(lines))).toEqual([]);
});

test("40 cuts", async () => {
  const bytes = readFileSync(good);
  for (let cut = 0; cut < 40; cut += 1) {
    const faults = await faultsOf(bytes.subarray(0, Math.floor((bytes.length - 2) * (cut / 40))));
    assert.equal(faults.length > 0, true, `cut ${cut}`);
    assert.match(faults.at(-1)?.message ?? "", /cut off|empty/, `cut ${cut}`);
  }
});

test("a wrong type in each field of each kind", async () => {
  let damaged = 0;
  for (const [kind, fields] of FIELDS)
    for (const field of fields) {
      if (field === "kind") continue;
      const index = at(kind);
      const right = lines[index]?.[field];
      // Left out: nothing but free fields takes an object.
      const wrong = right === undefined ? (field === "data" ? 7 : {}) : typeof right === "number" ? "many" : 7;
      await refused(changedAt(index, { [field]: wrong }), index, field, /^must |expected|Invalid/);
      damaged += 1;
    }
  expect(damaged).toBeGreaterThan(100);
});

test("every id twice", async () => {
  for (const kind of FIELDS.keys()) {
    const index = at(kind);
    if (kind === "event") continue;
    await refused(withLine(index + 1, lines[index] as Line), index + 1, "id", /used by a line before/);
  }
  const [first, second] = [at("event"), lines.findIndex((line, i) => i > at("event") && line["kind"] === "event")];
  await refused(changedAt(second, { id: lines[first]?.["id"] }), second, "id", /used by a line before/);
  const message = { ...(lines[second]?.["message"] as Line), id: ((lines[first] as Line)["message"] as Line)["id"] };
  await refused(changedAt(second, { message }), second, "message.id", /used by a line before/);
});

test("references to another project, to nothing, and in cycles", async () => {
  const foreign = (kind: string): Line => lines.findLast((line) => line["kind"] === kind) as Line;
  const references: [string, string, string][] = [
    ["conversation", "contactId", "contact"],
    ["conversation", "teamId", "team"],
    ["event", "conversationId", "conversation"],
    ["delegation", "conversationId", "conversation"],
    ["bucketSummary", "contactId", "contact"],
    ["work", "contactId", "contact"],
    ["work", "conversationId", "conversation"],
    ["contact", "mergedInto", "contact"],
    ["tag", "mergedInto", "tag"],
  ];
  for (const [kind, field, to] of references) {
    const index = at(kind);
    const more = kind === "tag" ? { state: "merged" } : {};
    // Those of the second project come later, which is how a cycle looks, too.
    await refused(changedAt(index, { ...more, [field]: foreign(to)["id"] }), index, field, /which no line before this one has/);
    const last = lines.findLastIndex((line) => line["kind"] === kind);
    await refused(changedAt(last, { ...more, [field]: lines[at(to)]?.["id"] }), last, field, /belongs to another project/);
  }
  const own = at("contact");
  await refused(changedAt(own, { mergedInto: lines[own]?.["id"] }), own, "mergedInto", /part of a cycle/);
  const tags = at("conversation");
  await refused(changedAt(tags, { tags: [foreign("tag")["id"]] }), tags, "tags.0", /no line before/);
  const project = at("membership");
  await refused(changedAt(project, { projectId: foreign("project")["id"] }), project, "projectId", /no line before/);
});

test("numbers that do not follow each other", async () => {
  const index = at("event");
  for (const [field, value] of [
    ["sequence", 2],
    ["revision", 2],
  ] as const)
    await refused(changedAt(index, { [field]: value }), index, field, /must be 1, the next/);
  for (const value of [0, -1, 1.5, 2 ** 60])
    await refused(changedAt(index, { sequence: value }), index, "sequence", /must|expected|Invalid/);
  await refused(changedAt(lines.length - 1, { records: 3 }), lines.length - 1, "records", /is 3/);
});

test("names of objects that lead elsewhere, and objects that are not what they should be", async () => {
  const index = at("file");
  const names = [
    "../secret",
    "/etc/passwd",
    "..",
    ".",
    "a/b",
    "a\\b",
    "",
    ".hidden",
    "C:\\x",
    "%2e%2e%2f",
    "a\u0000b",
    "\u202egpj.exe",
    "x".repeat(200),
    "~/x",
    "a b",
  ];
  for (const object of names) await refused(changedAt(index, { object }), index, "object", /plain name/);
  await refused(changedAt(index, { object: "not-there" }), index, "object", /is not in/);
  symlinkSync(good, join(objectsOf(good), "link"));
  mkdirSync(join(objectsOf(good), "folder"));
  for (const object of ["link", "folder"]) await refused(changedAt(index, { object }), index, "object", /no plain file/);
  await refused(changedAt(index, { size: 1 }), index, "size", /the object has/);
  await refused(changedAt(index, { sha256: "0".repeat(64) }), index, "sha256", /not that of the object/);
  await refused(changedAt(index, { size: 1e12 }), index, "size", /must|expected|Invalid/);
});

test("bombs and other contents", async () => {
  const contact = at("contact");
  const deep = JSON.parse(`${'{"a":'.repeat(400)}1${"}".repeat(400)}`) as unknown;
  await refused(changedAt(contact, { metadata: deep }), contact, "metadata", /nested deeper/);
  await refused(changedAt(contact, { metadata: { long: "x".repeat(30_000) } }), contact, "metadata", /at most/);
  await refused(changedAt(contact, { name: "x".repeat(MAX_LINE) }), contact, "", /more than a million bytes/);
  const raw = (text: string): string => `${JSON.stringify(lines[0])}\n${text}\n${JSON.stringify({ kind: "end", records: 1 })}\n`;
  for (const text of [
    "[".repeat(200_000),
    '{"a":'.repeat(100_000),
    "null",
    "[]",
    "7",
    '"text"',
    "{",
    "{}",
    "not json",
    "\u0000",
    "{'kind':'account'}",
  ]) {
    const [fault] = await faultsOf(raw(text));
    expect([fault?.line, text.slice(0, 10)]).toEqual([2, text.slice(0, 10)]);
  }
  for (const text of ["", "\n", "{}\n", '{"kind":"export","format":"other","version":1}\n', "\uFEFF{}", "PK\u0003\u0004", "a,b\n1,2\n"]) {
    const [fault] = await faultsOf(text);
    expect([fault?.line === 0 || fault?.line === 1, text.slice(0, 20)]).toEqual([true, text.slice(0, 20)]);
  }
  const header = { ...lines[0] };
  for (const change of [{ version: 2 }, { format: "x" }, { exportedAt: "yesterday" }, { exportedAt: "2026-02-31T00:00:00.000Z" }])
    expect((await faultsOf(written([{ ...header, ...change }, ...lines.slice(1)])))[0]?.line).toBe(1);
});

test("the command names line and field, writes nothing, and leaves the installation as it was", async () => {
  const state = await installation("malformed");
  const before = tablesOf(state);
  const file = join(folder, "damaged.jsonl");
  const index = at("contact");
  writeFileSync(file, written(changedAt(index, { email: "Person@Example.test" })));
  const { ok, output } = await importLegacy("--file", file, "--apply", "--persist-to", state);
  expect(ok).toBe(false);
  expect(output).toContain(`line ${index + 1}, email: must be in lower case`);
  expect(output).not.toContain("Person@Example.test");
  expect(tablesOf(state)).toEqual(before);
});
