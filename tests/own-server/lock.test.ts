// The lock of a state folder: of several processes that find a dead process's lock, exactly one gets it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { LOCK_FILE, lockState } from "../../scripts/lib/backup/lock.ts";
import { inRoot } from "../../scripts/lib/paths.ts";

const home = mkdtempSync(join(tmpdir(), "seed-desk-lock-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const RACERS = 6;
const ROUNDS = 100;
const folders = Array.from({ length: ROUNDS }, (_, round) => join(home, String(round)));
/** Each racer tries to lock every folder, all at the same time, and keeps what it got until all are done. */
const RACER = `
  const { lockState } = await import(process.argv[1]);
  const folders = JSON.parse(process.argv[2]);
  process.stdout.write("ready\\n");
  process.stdin.once("data", (start) => {
    const won = folders.flatMap((folder, round) => {
      while (Date.now() < Number(start) + round * 10);
      try {
        lockState(folder, "serving");
        return [round];
      } catch (error) {
        return /in use by process/.test(error.message) ? [] : [error.message];
      }
    });
    process.stdout.write(JSON.stringify(won) + "\\n");
  });`;

test("of several processes that find a killed one's lock, exactly one gets the folder, each time", async () => {
  for (const folder of folders) {
    mkdirSync(folder);
    writeFileSync(join(folder, LOCK_FILE), JSON.stringify({ pid: 2 ** 22 + 1, started: "1", doing: "serving" }));
  }
  const flags = ["--input-type=module", "-e", RACER, inRoot("scripts/lib/backup/lock.ts"), JSON.stringify(folders)];
  const racers = Array.from({ length: RACERS }, () => spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] }));
  const nextOutput = (racer: (typeof racers)[number]): Promise<string> =>
    new Promise((done) => racer.stdout.once("data", (text: Buffer) => done(text.toString())));
  try {
    await Promise.all(racers.map(nextOutput));
    const results = racers.map(nextOutput);
    for (const racer of racers) racer.stdin.write(String(Date.now() + 50));
    const won = (await Promise.all(results)).flatMap((text) => JSON.parse(text) as unknown[]);
    assert.deepEqual(
      won.sort((a, b) => Number(a) - Number(b)),
      [...folders.keys()],
    );
  } finally {
    for (const racer of racers) racer.kill();
  }
});

test("a truncated lock file blocks nobody, and releasing a lock leaves another process's alone", () => {
  const folder = join(home, "cut-off");
  mkdirSync(folder);
  const file = join(folder, LOCK_FILE);
  writeFileSync(file, '{"pid":');
  const unlock = lockState(folder, "serving");
  assert.throws(() => lockState(folder, "a backup"), /in use by process \d+ \(serving\)/);
  writeFileSync(file, "another's");
  unlock();
  assert.ok(readdirSync(folder).includes(LOCK_FILE));
});
