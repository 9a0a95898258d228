// `prepare` locks new migrations and collects all; `check` says what contradicts the lock.
import { collectMigrations, lockBreaches, readLock, readMigrations, unlocked, writeLock } from "./lib/migrations.ts";

const fail = (lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

const mode = process.argv[2];
const lock = readLock();
const all = readMigrations();
const breaches = lockBreaches(all, lock);
const fresh = unlocked(all, lock);

if (mode === "prepare") {
  if (breaches.length > 0) fail(breaches);
  writeLock(all);
  collectMigrations();
  process.stdout.write(`${all.length} migrations, ${fresh.length} newly locked\n`);
} else if (mode === "check") {
  const missing = fresh.map((file) => `${file}: not locked; run pnpm run migrations:prepare`);
  if (breaches.length + missing.length > 0) fail([...breaches, ...missing]);
  process.stdout.write(`${all.length} migrations as locked\n`);
} else {
  fail(["usage: node scripts/migrations.ts prepare|check"]);
}
