// `manifest.json` of a backup folder: what is in it and how to tell that it is still the same.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileSum } from "./files.ts";

export interface Manifest {
  readonly format: 1;
  readonly kind: "own-server";
  /** The product's version that made it. */
  readonly product: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly migrations: readonly string[];
  readonly files: Readonly<Record<string, FileSum>>;
}

export const MANIFEST = "manifest.json";
/** The folder of a backup that holds the files. */
export const CONTENT = "state";

/** The manifest of a backup of an own server. Throws a sentence when the folder is none. */
export function readManifest(backup: string): Manifest {
  const file = join(backup, MANIFEST);
  if (!existsSync(file)) throw new Error(`${backup} is no backup: it has no ${MANIFEST}`);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { readonly format: unknown; readonly kind: unknown };
  if (manifest.kind === "remote-database")
    throw new Error(`${backup} holds a database dump of a remote installation; see docs/guides/backup.md for what it is for`);
  if (manifest.format !== 1 || manifest.kind !== "own-server")
    throw new Error(`${backup} was made by a version that this one does not know`);
  return manifest as Manifest;
}
