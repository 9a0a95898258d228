// Makes the delivery artifact: the commit, what was built from it, and the connector as a separate download.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { filesBelow } from "../content-hash.ts";
import { ROOT } from "../paths.ts";
import { commitId } from "./commit.ts";
import { type Entry, gzipOf, tarOf } from "./tar.ts";

export interface Archive {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Build output that is specific to this checkout: the built configuration contains its path. */
const LOCAL_OUTPUT = new Set(["dist/.built", "dist/server/wrangler.json"]);
/** Paths that must never be in an archive. */
const PRIVATE = /(^|\/)(\.dev\.vars|\.env)(\.|$)|(^|\/)(\.seed|\.wrangler|\.tools|node_modules)\/|(^|\/)dist\/server\/wrangler\.json$/;

/** The built worker and assets of a checkout. */
const builtIn = (folder: string): Entry[] =>
  filesBelow(join(folder, "dist"))
    .map((file) => ({ path: relative(folder, file).replaceAll("\\", "/"), bytes: readFileSync(file) }))
    .filter(({ path }) => !LOCAL_OUTPUT.has(path));

/** Refuses private files by name, and any built file that contains a path of this machine. */
export function refusePrivate(committed: readonly Entry[], emitted: readonly Entry[], folders: readonly string[]): void {
  for (const { path } of [...committed, ...emitted]) if (PRIVATE.test(path)) throw new Error(`${path}: private, and never delivered`);
  for (const { path, bytes } of emitted)
    for (const folder of folders)
      if (folder.length > 1 && Buffer.from(bytes).includes(`${folder}/`)) throw new Error(`${path}: names a folder of this machine`);
}

const inFolder = (folder: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }));

/** The connector's download, as the build packed it. */
function connectorArchive(emitted: readonly Entry[]): Archive {
  const found = emitted.find(({ path }) => /^dist\/client\/downloads\/seed-desk-connector-[\d.]+\.tgz$/.test(path));
  if (found === undefined) throw new Error("the build has no download of the connector");
  return { name: found.path.split("/").at(-1) ?? "", bytes: Buffer.from(found.bytes) };
}

/**
 * Makes the artifact and the connector's download, from the files of the checked-out commit and the `dist/` that was built from them in
 * `folder`. Throws if a file is private or contains a path of this machine.
 */
export function makeArchives(files: readonly Entry[], folder: string): readonly [artifact: Archive, connector: Archive] {
  const emitted = builtIn(folder);
  refusePrivate(files, emitted, [ROOT, homedir(), folder]);
  const connector = connectorArchive(emitted);
  const { version, packageManager } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const commit = commitId();
  const about = { commit, version, node: process.versions.node, packageManager };
  const name = `seed-desk-${version}-${commit.slice(0, 12)}`;
  const own = [
    { path: "delivery.json", bytes: Buffer.from(`${JSON.stringify(about, null, 2)}\n`) },
    { path: `downloads/${connector.name}`, bytes: connector.bytes },
  ];
  return [{ name: `${name}.tar.gz`, bytes: gzipOf(tarOf(inFolder(name, [...files, ...emitted, ...own]))) }, connector];
}
