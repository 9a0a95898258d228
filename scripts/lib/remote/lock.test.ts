import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPrivateFolder } from "./files.ts";
import { lockTarget } from "./lock.ts";
import { identityOf, thisProcess } from "../processes.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "seed-desk-lock-")), ".seed/deployment/acme");
  openPrivateFolder(folder);
});
afterEach(() => rmSync(join(folder, "../../.."), { recursive: true }));

test("a second process is refused with the holder's number, and gets the lock after release", () => {
  const release = lockTarget(folder);
  expect(() => lockTarget(folder)).toThrow(`Process ${process.pid} is at work on this target.`);
  release();
  lockTarget(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of an ended process, or of a reused process number, does not count", async () => {
  const child = spawn("true");
  await new Promise((done) => child.once("close", done));
  for (const stale of [
    { pid: child.pid, started: "1" },
    { ...thisProcess, started: "1" },
  ]) {
    writeFileSync(join(folder, "lock"), JSON.stringify(stale));
    const release = lockTarget(folder);
    expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8"))).toEqual(thisProcess);
    release();
  }
});

test("opening the folder removes files of ended runs, even with our own process number, and keeps those of running ones", () => {
  const { pid: parent, started } = identityOf(process.ppid);
  const running = `secrets-${parent}-${started}-ab.json`;
  const left = [`secrets-${parent}-1-ab.json`, `secrets-${process.pid}-${thisProcess.started}-ab.json`, "publish.json.draft-1-1-ab"];
  for (const file of [running, ...left, "publish.json"]) writeFileSync(join(folder, file), "x");
  openPrivateFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(["publish.json", running]);
});
