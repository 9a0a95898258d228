#!/usr/bin/env node
// Runs on a paired computer. Pairing comes with a later release; until then it says so instead of pretending.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as { version: string };

process.stdout.write(`seed-desk-connector ${manifest.version}\n`);
if (!process.argv.includes("--version")) {
  process.stderr.write("Pairing with a Seed Desk is not available in this release.\n");
  process.exitCode = 1;
}
