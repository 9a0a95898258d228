// Reads, collects and locks the migrations. They are numbered once across the product, and frozen by their hash once locked.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256 } from "./content-hash.ts";
import { COLLECTED_MIGRATIONS, ROOT } from "./paths.ts";

export interface Migration {
  readonly file: string;
  readonly number: number;
  /** "edition" or the module's name. */
  readonly owner: string;
  readonly sql: string;
}

export interface Locked {
  readonly owner: string;
  readonly sha256: string;
  readonly released: true;
}
export type Lock = Readonly<Record<string, Locked>>;

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

function migrationsIn(folder: string, owner: string): Migration[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const number = NAME.exec(file)?.[1];
      if (number === undefined) throw new Error(`${join(folder, file)}: name it NNNN_words.sql`);
      return { file, number: Number(number), owner, sql: readFileSync(join(folder, file), "utf8") };
    });
}

/** Every migration in the checkout, in the order in which they are applied. Refuses a number used twice. */
export function readMigrations(root = ROOT): Migration[] {
  const modules = join(root, "modules");
  const names = existsSync(modules) ? readdirSync(modules).sort() : [];
  const all = [
    ...migrationsIn(join(root, "edition/migrations"), "edition"),
    ...names.flatMap((name) => migrationsIn(join(modules, name, "migrations"), name)),
  ].sort((a, b) => a.number - b.number);
  for (const [i, one] of all.entries()) {
    const next = all[i + 1];
    if (next?.number === one.number) {
      throw new Error(`migration number used twice: ${one.owner}/${one.file} and ${next.owner}/${next.file}`);
    }
  }
  return all;
}

/** Copies the migrations into the folder that the platform's tools read, and removes copies whose source is gone. */
export function collectMigrations(root = ROOT, into = COLLECTED_MIGRATIONS): Migration[] {
  const all = readMigrations(root);
  mkdirSync(into, { recursive: true });
  const wanted = new Set(all.map((one) => one.file));
  for (const file of readdirSync(into)) if (!wanted.has(file)) rmSync(join(into, file), { recursive: true });
  for (const { file, sql } of all) {
    const copy = join(into, file);
    if (!existsSync(copy) || readFileSync(copy, "utf8") !== sql) writeFileSync(copy, sql);
  }
  return all;
}

const lockFile = (root: string): string => join(root, "migrations.lock.json");

/** The lock as committed. */
export const readLock = (root = ROOT): Lock =>
  existsSync(lockFile(root)) ? (JSON.parse(readFileSync(lockFile(root), "utf8")) as Lock) : {};

/** Violations of the lock, one line each. A migration that is not locked yet is not a violation. */
export function lockViolations(all: readonly Migration[], lock: Lock): string[] {
  const present = new Map(all.map((one) => [one.file, one]));
  const highest = Math.max(0, ...Object.keys(lock).map((file) => Number(basename(file).slice(0, 4))));
  const locked = Object.entries(lock).flatMap(([file, entry]) => {
    const one = present.get(file);
    if (!one) return [`${file}: locked, but gone`];
    if (one.owner !== entry.owner) return [`${file}: locked for ${entry.owner}, now in ${one.owner}`];
    return sha256(one.sql) === entry.sha256 ? [] : [`${file}: changed after it was locked; write a new migration`];
  });
  const late = all
    .filter((one) => !(one.file in lock) && one.number <= highest)
    .map((one) => `${one.file}: new, but its number is not above ${String(highest).padStart(4, "0")}`);
  return [...locked, ...late];
}

/** Migrations that are not locked yet. */
export const unlocked = (all: readonly Migration[], lock: Lock): string[] =>
  all.filter((one) => !(one.file in lock)).map((one) => one.file);

/** Adds the new migrations to the lock. */
export function writeLock(all: readonly Migration[], root = ROOT): void {
  const lock = Object.fromEntries(all.map((one) => [one.file, { owner: one.owner, sha256: sha256(one.sql), released: true }]));
  writeFileSync(lockFile(root), `${JSON.stringify(lock, null, 2)}\n`);
}
