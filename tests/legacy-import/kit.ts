// An installation for imports, without a server: migrated, with an owner, in a temporary folder.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll } from "vitest";
import { applyLocalMigrations } from "../../scripts/lib/apply-migrations.ts";
import { filesBelow } from "../../scripts/lib/content-hash.ts";
import { run, type Ran } from "../../scripts/lib/children.ts";
import { applyImport, type Applied, type Plan, planImport, type Task } from "../../scripts/lib/legacy/apply.ts";
import { openObjects } from "../../scripts/lib/legacy/objects.ts";
import { openInstallation, stateIn } from "../../scripts/lib/legacy/state.ts";
import { checkExport } from "../../scripts/lib/legacy/validate.ts";

export const folder = mkdtempSync(join(tmpdir(), "seed-desk-legacy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let prepared: Promise<string> | undefined;
/** A new installation; what it returns is for `--persist-to`. */
export async function installation(name: string): Promise<string> {
  prepared ??= (async () => {
    const base = join(folder, "empty");
    await applyLocalMigrations(stateIn(base));
    const db = databaseOf(base);
    db.exec("INSERT INTO installation (id, key, first_owner_id, created_at) VALUES (1, 'key', 'acc_00000000000000000000000000', 1)");
    db.close();
    return base;
  })();
  const made = join(folder, name);
  cpSync(await prepared, made, { recursive: true });
  return made;
}
/** The database of an installation that nobody serves. */
export function databaseOf(persistTo: string): DatabaseSync {
  for (const file of filesBelow(join(stateIn(persistTo), "d1"), (path) => path.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file);
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'installation'").get()) return db;
    db.close();
  }
  throw new Error("no database");
}

/** Columns that say when or how often something was done. */
const PASSING: Readonly<Record<string, readonly string[]>> = {
  legacy_import_runs: ["starts", "started_at", "finished_at"],
  conversation_search_indexes: ["due_since"],
};
/** All rows of all tables, by table, as texts. */
export function tablesOf(persistTo: string): Record<string, string[]> {
  const db = databaseOf(persistTo);
  try {
    const names = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
      )
      .all()
      .map(({ name }) => String(name));
    return Object.fromEntries(
      names.map((name) => [
        name,
        db
          .prepare(`SELECT * FROM ${name}`)
          .all()
          .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !PASSING[name]?.includes(column))))
          .sort(),
      ]),
    );
  } finally {
    db.close();
  }
}

/** Runs the command in a process of its own. */
export const importLegacy = (...args: string[]): Promise<Ran> => run(process.execPath, ["scripts/import-legacy.mjs", ...args]);

/** Plans and applies in this process. */
export async function importHere(
  persistTo: string,
  file: string,
  accounts: ReadonlyMap<string, string> = new Map(),
): Promise<{ plan: Plan; applied: Applied }> {
  const checking = await checkExport(file);
  if (!checking.ok) throw new Error(JSON.stringify(checking.faults));
  const db = openInstallation(stateIn(persistTo), true);
  const objects = openObjects(stateIn(persistTo));
  try {
    const task: Task = { file, checked: checking.checked, db, objects, accounts, now: Date.now() };
    const plan = await planImport(task);
    return { plan, applied: await applyImport(task) };
  } finally {
    await objects.close();
    db.close();
    checking.checked.known.close();
  }
}
