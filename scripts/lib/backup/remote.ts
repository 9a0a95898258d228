// Backs up a remote installation: a Time Travel bookmark and a dump of the database. Uploaded files are not included.
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../content-hash.ts";
import { inRoot } from "../paths.ts";
import type { Platform } from "../platform/port.ts";
import { pagesOf, type Read, schemaOf, type Table, tablesToDump } from "./dump.ts";
import { MANIFEST } from "./manifest.ts";
import { stampOf } from "./places.ts";

export interface Dumped {
  readonly folder: string;
  readonly bookmark: string;
  readonly tables: number;
  readonly rows: number;
  readonly sha256: string;
}

interface Sum {
  readonly rows: number;
  readonly sha256: string;
}

/** Writes a table as one JSON object a line. */
async function writeTable(read: Read, table: Table, file: string): Promise<Sum> {
  const hash = createHash("sha256");
  const handle = openSync(file, "wx", 0o600);
  let rows = 0;
  try {
    for await (const page of pagesOf(read, table)) {
      const text = page.map((row) => `${JSON.stringify(row)}\n`).join("");
      hash.update(text);
      writeFileSync(handle, text); // with a handle it writes everything
      rows += page.length;
    }
  } finally {
    closeSync(handle);
  }
  return { rows, sha256: hash.digest("hex") };
}

export interface RemoteSource {
  readonly platform: Pick<Platform, "findDatabase" | "bookmark" | "read">;
  /** The database's name. */
  readonly database: string;
  readonly print: (line: string) => void;
}

/** Makes a new folder inside `to`. Throws if there is no such database or the platform refuses; a partial dump is removed. */
export async function dumpRemote({ platform, database, print }: RemoteSource, to: string, now = new Date()): Promise<Dumped> {
  const id = await platform.findDatabase(database);
  if (id === undefined) throw new Error(`The account has no database ${database}: run setup first, or check the prefix.`);
  const bookmark = await platform.bookmark(id);
  const read: Read = (sql) => platform.read(id, sql);
  const folder = join(to, `${database}-${stampOf(now)}`);
  const draft = `${folder}.partial`;
  try {
    mkdirSync(join(draft, "tables"), { recursive: true, mode: 0o700 });
    const tables = await tablesToDump(read);
    const schema = await schemaOf(read, tables);
    writeFileSync(join(draft, "schema.sql"), schema.tables, { mode: 0o600 });
    writeFileSync(join(draft, "triggers.sql"), schema.triggers, { mode: 0o600 });
    const sums: Record<string, Sum> = {};
    for (const table of tables) {
      sums[table.name] = await writeTable(read, table, join(draft, "tables", `${table.name}.jsonl`));
      print(`${table.name}: ${sums[table.name]?.rows} rows`);
    }
    const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
    const about = { format: 1, kind: "remote-database", product: version, takenAt: now.toISOString(), database, bookmark };
    const text = `${JSON.stringify({ ...about, schema: sha256(schema.tables), triggers: sha256(schema.triggers), tables: sums }, null, 2)}\n`;
    writeFileSync(join(draft, MANIFEST), text, { mode: 0o600, flush: true });
    renameSync(draft, folder);
    const rows = Object.values(sums).reduce((all, sum) => all + sum.rows, 0);
    return { folder, bookmark, tables: tables.length, rows, sha256: sha256(text) };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
