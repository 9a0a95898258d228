#!/usr/bin/env node
// Command that will run on a paired computer. Pairing is not released yet, so it only reports its version and exits with an error.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as { version: string };

process.stdout.write(`seed-desk-connector ${manifest.version}\n`);
if (!process.argv.includes("--version")) {
  process.stderr.write("Pairing with a Seed Desk is not available in this release.\n");
  process.exitCode = 1;
}
