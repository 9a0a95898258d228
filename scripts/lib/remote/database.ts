// Reads the state of the target's database before and after migrations.
import type { Platform } from "../platform/port.ts";

export interface DatabaseState {
  /** Names of the applied migrations, in order. */
  readonly applied: readonly string[];
  readonly hasOwner: boolean;
}

const tablesIn = async (platform: Platform, id: string): Promise<Set<unknown>> =>
  new Set((await platform.read(id, "SELECT name FROM sqlite_master WHERE type = 'table'")).map((row) => row["name"]));

/** Reads the state; an empty database has no owner. Throws if the tables are not Seed Desk's. */
export async function databaseState(platform: Platform, id: string, name: string): Promise<DatabaseState> {
  const tables = await tablesIn(platform, id);
  const own = [...tables].filter((table) => !/^(sqlite_|_cf_|d1_)/.test(String(table)));
  if (!tables.has("d1_migrations")) {
    if (own.length > 0)
      throw new Error(`The database ${name} holds tables and no record of migrations: it is not Seed Desk's. It was left as it is.`);
    return { applied: [], hasOwner: false };
  }
  const rows = await platform.read(id, "SELECT name FROM d1_migrations ORDER BY id");
  const owners = tables.has("installation") ? await platform.read(id, "SELECT id FROM installation") : [];
  return { applied: rows.map((row) => String(row["name"])), hasOwner: owners.length > 0 };
}

/** Throws unless the applied migrations are the first ones of this checkout. */
export function checkApplied(applied: readonly string[], ours: readonly string[], name: string): void {
  const foreign = applied.filter((file) => !ours.includes(file));
  if (foreign.length > 0) {
    throw new Error(
      `The database ${name} has migrations that this checkout lacks: ${foreign.join(", ")}. ` +
        "A newer version was deployed, or the prefix belongs to another product.",
    );
  }
  const skipped = ours.slice(0, applied.length).filter((file) => !applied.includes(file));
  if (skipped.length > 0) {
    throw new Error(`The database ${name} is missing migrations before its latest: ${skipped.join(", ")}.`);
  }
}
