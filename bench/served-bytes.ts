// Computes what a browser downloads for a first use from the emitted files: an entry, everything it imports statically, its styles.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inRoot } from "../scripts/lib/paths.ts";

/** The folder of the emitted browser files. */
export const CLIENT = inRoot("dist/client");

const brotli = (file: string): number =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } })
    .byteLength;
const STATIC = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;

/** The files and everything that they import statically, directly or not. */
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
/** Bytes after compression, each file compressed by itself as it is served. */
export const bytesOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + brotli(file), 0);

/** The only chunk of this name. */
function chunk(folder: string, name: string): string {
  const found = globSync(`${folder}/${name}-*.js`, { cwd: CLIENT }).filter((file) =>
    new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(basename(file)),
  );
  if (found.length !== 1) throw new Error(`${found.length} chunks are called ${name}`);
  return join(CLIENT, found[0] ?? "");
}

export interface Bytes {
  readonly loader: number;
  /** A page whose visitor never touches the launcher. */
  readonly beforeClick: number;
  /** With the panel open and a message sent and answered; two-origins.test.ts checks that a browser fetches nothing else. */
  readonly opened: number;
  /** The dashboard's conversation list, ready for use; without fonts. */
  readonly inbox: number;
  readonly conversation: number;
  /** Compressed with gzip, as the platform counts it. */
  readonly worker: number;
}

/** The files that the open chat loads, and those that the dashboard loads with a conversation. */
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

/** Names of the routes that these files call. */
export const routesIn = (files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bname:\s*[`"'](\w+)[`"'],\s*method:/g)].map(([, name = ""]) => name),
    ),
  );

/** Measures the files in dist/. */
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
