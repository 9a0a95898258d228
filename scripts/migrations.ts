// Manages migrations: `prepare` locks new ones, collects all, and generates the tables' types and page; `check` reports violations of the
// lock and stale generated files.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { collectMigrations, lockViolations, readLock, readMigrations, unlocked, writeLock } from "./lib/migrations.ts";
import { ROOT } from "./lib/paths.ts";
import { generatedFiles } from "./lib/schema.ts";

const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const mode = process.argv[2];
const lock = readLock();
const all = readMigrations();
const violations = lockViolations(all, lock);
const fresh = unlocked(all, lock);

if (mode === "prepare") {
  if (violations.length > 0) fail(violations);
  writeLock(all);
  collectMigrations();
  for (const [file, text] of generatedFiles(all)) writeFileSync(file, text);
  process.stdout.write(`${all.length} migrations, ${fresh.length} newly locked\n`);
} else if (mode === "check") {
  const missing = fresh.map((file) => `${file}: not locked; run pnpm run migrations:prepare`);
  const stale = [...generatedFiles(all)]
    .filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text)
    .map(([file]) => `${relative(ROOT, file)} is not what the migrations make; run pnpm run migrations:prepare`);
  if (violations.length + missing.length + stale.length > 0) fail([...violations, ...missing, ...stale]);
  process.stdout.write(`${all.length} migrations as locked\n`);
} else {
  fail(["usage: node scripts/migrations.ts prepare|check"]);
}
