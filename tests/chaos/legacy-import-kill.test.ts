// An import is killed at random moments again and again, and goes on each time. In the end every table and object is as after an
// uninterrupted one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";
import { openObjects } from "../../scripts/lib/legacy/objects.ts";
import { stateIn } from "../../scripts/lib/legacy/state.ts";
import { generateExport } from "../../scripts/lib/legacy/generate.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { databaseOf, folder, importHere, importLegacy, installation, tablesOf } from "../legacy-import/kit.ts";
import { seededRandom, sleep } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const KILLS = Number(process.env["ROUNDS"] ?? (LONG ? 50 : 3));
const MESSAGES = Number(process.env["MESSAGES"] ?? (LONG ? 100_000 : 4000));
/** After this long no more kills are begun, and their number is said. */
const MINUTES = Number(process.env["MINUTES"] ?? 40);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);

/** Starts the command, kills it `after` milliseconds after its first write, and answers whether it still ran. */
async function killDuring(persistTo: string, file: string, after: number): Promise<boolean> {
  const child = spawn(process.execPath, [inRoot("scripts/import-legacy.mjs"), "--file", file, "--apply", "--persist-to", persistTo], {
    cwd: inRoot("."),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const isEnded = new Promise<boolean>((done) => child.on("close", () => done(true)));
  const planned = new Promise<boolean>((done) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes("To import:")) done(false);
    });
  });
  const ended = await Promise.race([planned, isEnded]);
  if (!ended) await Promise.race([sleep(after), isEnded]);
  const ran = child.exitCode === null;
  child.kill("SIGKILL");
  await isEnded;
  return ran;
}
const receiptsIn = (persistTo: string): number => {
  const db = databaseOf(persistTo);
  const { n } = db.prepare("SELECT count(*) AS n FROM legacy_import_rows").get() as { n: number };
  db.close();
  return n;
};
async function objectsOf(persistTo: string): Promise<string[]> {
  const db = databaseOf(persistTo);
  const keys = db.prepare("SELECT object_key FROM files ORDER BY id").all();
  db.close();
  const objects = openObjects(stateIn(persistTo));
  const hashes: string[] = [];
  for (const { object_key: key } of keys) hashes.push(`${String(key)} ${await objects.hashOf(String(key))}`);
  await objects.close();
  return hashes;
}

test(
  `${KILLS} kills during an import of ${MESSAGES} messages change nothing of its result`,
  { timeout: LONG ? 3_600_000 : 120_000 },
  async () => {
    const file = join(folder, "kill.jsonl");
    const records = generateExport(file, { messages: MESSAGES, seed: SEED, files: 6 });
    const [whole, killed] = [await installation("whole"), await installation("killed")];
    const { applied } = await importHere(whole, file);
    assert.equal(applied.written, records);
    const took = applied.seconds * 1000;
    const points: number[] = [];
    let kills = 0;
    const until = performance.now() + MINUTES * 60_000;
    for (let tries = 0; kills < KILLS && tries < KILLS * 3 && performance.now() < until; tries += 1) {
      // Spread over what is left, so that each of them meets the import at work, from its first batch to its last.
      const left = 1 - (points.at(-1) ?? 0) / records;
      if (await killDuring(killed, file, (random.next() * 2 * took * left) / (KILLS - kills + 1))) kills += 1;
      points.push(receiptsIn(killed));
      if (points.at(-1) === records) break;
    }
    assert.ok(kills > 0, "no kill met the import at work");
    const { ok, output } = await importLegacy("--file", file, "--apply", "--persist-to", killed);
    assert.ok(ok, output);
    process.stdout.write(
      `seed ${SEED}: ${kills} kills; whole in ${applied.seconds.toFixed(1)} s; receipts after each: ${points.join(" ")} of ${records}\n`,
    );
    assert.deepEqual(tablesOf(killed), tablesOf(whole));
    assert.deepEqual(await objectsOf(killed), await objectsOf(whole));
  },
);
