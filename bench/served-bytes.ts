// What a browser downloads for a first use, read from the emitted files: an entry, everything it imports at once, its styles.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inRoot } from "../scripts/lib/paths.ts";

/** Where the emitted browser files lie. */
export const CLIENT = inRoot("dist/client");

const brotli = (file: string): number =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } })
    .byteLength;
const STATIC = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;

/** The file and all that it imports statically, files of files too. */
export function withImports(...files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    if (!existsSync(file)) throw new Error(`${file} is imported and missing`);
    seen.add(file);
    if (!file.endsWith(".js")) return;
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(STATIC)) visit(join(dirname(file), target));
  };
  files.forEach(visit);
  return seen;
}
/** Compressed as it is served: each file for itself. */
export const bytesOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + brotli(file), 0);

/** The one chunk of this name. */
function chunk(folder: string, name: string): string {
  const found = globSync(`${folder}/${name}-*.js`, { cwd: CLIENT }).filter((file) =>
    new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(basename(file)),
  );
  if (found.length !== 1) throw new Error(`${found.length} chunks are called ${name}`);
  return join(CLIENT, found[0] ?? "");
}

export interface Bytes {
  readonly loader: number;
  /** Of a page whose visitor never touches the launcher. */
  readonly beforeClick: number;
  /** With the panel open, a message sent and answered: two-origins.test.ts holds that a browser fetches nothing else. */
  readonly opened: number;
  /** The dashboard's list, ready for use; fonts not counted. */
  readonly inbox: number;
  readonly conversation: number;
  /** gzip, as the platform counts it. */
  readonly worker: number;
}

/** Files that are fetched for the open chat, and for the dashboard with a conversation. */
export function firstFiles() {
  const loader = [join(CLIENT, "widget.js")];
  const beforeClick = new Set([...loader, ...withImports(chunk("w", "engine"))]);
  const opened = new Set([...beforeClick, ...withImports(chunk("w", "mount"))]);
  const page = join(CLIENT, "dashboard/index.html");
  const html = readFileSync(page, "utf8");
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => join(CLIENT, path));
  const shell = new Set([page, ...withImports(...named)]);
  const inbox = new Set([...shell, ...withImports(chunk("assets", "inbox"))]);
  const conversation = new Set([...inbox, ...withImports(chunk("assets", "thread"))]);
  return { loader, beforeClick, opened, inbox, conversation };
}

/** Names of routes whose calls these files hold. */
export const routesIn = (files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bname:\s*[`"'](\w+)[`"'],\s*method:/g)].map(([, name = ""]) => name),
    ),
  );

/** Measures dist/. */
export function measure(): Bytes {
  const { loader, beforeClick, opened, inbox, conversation } = firstFiles();
  const server = globSync("dist/server/**/*.js", { cwd: inRoot() }).map(
    (file) => gzipSync(readFileSync(inRoot(file)), { level: 9 }).byteLength,
  );
  return {
    loader: bytesOf(loader),
    beforeClick: bytesOf(beforeClick),
    opened: bytesOf(opened),
    inbox: bytesOf(inbox),
    conversation: bytesOf(conversation),
    worker: server.reduce((a, b) => a + b, 0),
  };
}
