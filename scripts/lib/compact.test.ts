import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMPACTED, compactErased } from "./compact.ts";

const CANARY = "bytecanary";
let state: string;
const file = (): string => join(state, "d1/one.sqlite");

function change(sql: string): void {
  const db = new DatabaseSync(file());
  db.exec(sql);
  db.close();
}
/** Erases somebody as the product does: deletes the rows and records the time. */
const erase = (at: number): void =>
  change(`INSERT INTO texts VALUES ('${CANARY.repeat(2000)}'); DELETE FROM texts; INSERT INTO contact_erasures VALUES (${at})`);
const containsCanary = (): boolean => readFileSync(file()).includes(CANARY);

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "seed-desk-compact-"));
  mkdirSync(join(state, "d1"));
  change("PRAGMA journal_mode = WAL; CREATE TABLE texts (text TEXT); CREATE TABLE contact_erasures (finished_at INTEGER)");
});
afterEach(() => rmSync(state, { recursive: true }));

test("compacting removes erased bytes once for each erasure, even if the clock was set back or the marker file is damaged", () => {
  change("INSERT INTO contact_erasures VALUES (NULL)");
  expect(compactErased(state)).toBe(false);
  for (const at of [5000, 4000]) {
    erase(at);
    expect(containsCanary()).toBe(true);
    expect(compactErased(state)).toBe(true);
    expect(containsCanary()).toBe(false);
    expect(compactErased(state)).toBe(false);
  }
  writeFileSync(join(state, COMPACTED), "\0");
  expect([compactErased(state), compactErased(state)]).toEqual([true, false]);
});

test("while another process reads the database compacting fails, and the next run completes it", () => {
  change("INSERT INTO texts VALUES ('kept')");
  erase(5000);
  const reader = new DatabaseSync(file());
  reader.exec("BEGIN; SELECT * FROM texts");
  reader.prepare("SELECT count(*) FROM texts").get();
  expect(() => compactErased(state)).toThrow("another process has it open");
  reader.close();
  expect(compactErased(state)).toBe(true);
  expect(containsCanary()).toBe(false);
});
