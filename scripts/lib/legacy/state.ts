// Opens the database of a local installation that nothing serves.
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { filesBelow } from "../content-hash.ts";
import { Refused } from "../refused.ts";

const has = (db: DatabaseSync, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !== undefined;

/** The folder of the databases and objects below what `wrangler --persist-to` names. */
export const stateIn = (persistTo: string): string => join(persistTo, "v3");

/** Opens it; `write` for changes. Throws if there is none, it is not migrated, or it has no owner. The caller holds its lock. */
export function openInstallation(state: string, write: boolean): DatabaseSync {
  for (const file of filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file, { readOnly: !write, timeout: 5000 });
    if (has(db, "installation")) {
      const fit = has(db, "legacy_import_runs")
        ? db.prepare("SELECT 1 FROM installation").get() === undefined
          ? "has no owner yet. Run npm start, create the first owner at /setup, stop it, and try again."
          : undefined
        : "is not migrated. Run npm start once, stop it, and try again.";
      if (fit === undefined) return db;
      db.close();
      throw new Refused(`The installation in ${state} ${fit}`);
    }
    db.close();
  }
  throw new Refused(`${state} holds no installation. Run npm start once and create the first owner at /setup.`);
}
