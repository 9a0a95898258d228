// Reads `manifest.json` of a backup: the list of its files with checksums.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { sha256 } from "../content-hash.ts";
import { belongsInBackup } from "./files.ts";
import { parsedJson } from "../json.ts";

/** A relative path that stays in its folder and may be in a backup. */
const Path = v.pipe(
  v.string(),
  v.check((path) => !path.includes("\\") && path.split("/").every((part) => !["", ".", ".."].includes(part)), "leaves its folder"),
  v.check((path) => belongsInBackup(path), "is never part of a backup"),
);

const Manifest = v.object({
  format: v.literal(1),
  kind: v.literal("own-server"),
  /** The version of the product that made it. */
  product: v.string(),
  /** ISO 8601, UTC. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  migrations: v.pipe(v.array(v.string()), v.readonly()),
  files: v.record(Path, v.object({ bytes: v.number(), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const MANIFEST = "manifest.json";
/** The folder of a backup that contains the files. */
export const CONTENT = "state";

/** The manifest of a backup of a self-hosted server, and its SHA-256. Throws if the folder is not one. */
export function readManifest(backup: string): { readonly manifest: Manifest; readonly sum: string } {
  const file = join(backup, MANIFEST);
  if (!existsSync(file)) throw new Error(`${backup} is no backup: it has no ${MANIFEST}`);
  const text = readFileSync(file, "utf8");
  const about = v.safeParse(v.looseObject({ format: v.unknown(), kind: v.unknown() }), parsedJson(text));
  if (!about.success) throw new Error(`${file} is damaged: it is not what a backup writes`);
  if (about.output.kind === "remote-database")
    throw new Error(`${backup} holds a database dump of a remote installation; see docs/guides/backup.md for what it is for`);
  if (about.output.format !== 1 || about.output.kind !== "own-server")
    throw new Error(`${backup} was made by a version that this one does not know`);
  const { success, output, issues } = v.safeParse(Manifest, about.output);
  if (!success)
    throw new Error(`${file} is not right: ${issues.map((issue) => `${v.getDotPath(issue) ?? ""} ${issue.message}`).join("; ")}`);
  return { manifest: output, sum: sha256(text) };
}
