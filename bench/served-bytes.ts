// Measures what a browser downloads on first use, from the built files: an entry, its static imports, its styles.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Language, LANGUAGES } from "../kernel/language/languages.ts";
import { inRoot } from "../scripts/lib/paths.ts";

/** The folder of the built browser files. */
export const CLIENT = inRoot("dist/client");

const brotli = (file: string): number =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } })
    .byteLength;
const STATIC = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.{1,2}\/[^"']+)["']/g;

/** The files and everything they import statically, transitively. */
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
/** Total bytes with Brotli, each file compressed separately, as it is served. */
export const bytesOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + brotli(file), 0);

/** The path of the chunk with this name; throws unless there is exactly one. */
function chunk(folder: string, name: string): string {
  const found = globSync(`${folder}/${name}-*.js`, { cwd: CLIENT }).filter((file) =>
    new RegExp(`^${name}-[\\w-]{6,8}\\.js$`).test(basename(file)),
  );
  if (found.length !== 1) throw new Error(`${found.length} chunks are called ${name}`);
  return join(CLIENT, found[0] ?? "");
}

export interface Bytes {
  readonly loader: number;
  /** On a page whose visitor never opens the widget. */
  readonly beforeClick: number;
  /**
   * With the panel open, a message sent and answered, in the language with the most bytes; two-origins.test.ts checks that a browser fetches
   * nothing else.
   */
  readonly opened: number;
  /** The dashboard up to a usable inbox, without fonts, in the language with the most bytes. */
  readonly inbox: number;
  readonly conversation: number;
  /** Gzip, as the platform measures it. */
  readonly worker: number;
}

/** The languages of the widget. */
const languages = (): string[] =>
  globSync("??.json", { cwd: inRoot("modules/widget/client/languages") }).map((file) => basename(file, ".json"));

/** Files that are fetched at each stage: widget before a click, open chat, inbox, conversation. The dashboard in one of its languages. */
export function firstFiles(locale: Language = "en") {
  const loader = [join(CLIENT, "widget.js")];
  const beforeClick = new Set([...loader, ...withImports(chunk("w", "engine"))]);
  /** Of the open chat in a language; by default the one with the most bytes. */
  const openedIn = (language?: string): Set<string> => {
    const texts = (language === undefined ? languages() : [language]).map((name) => chunk("w", name));
    const [largest = ""] = texts.toSorted((a, b) => brotli(b) - brotli(a));
    return new Set([...beforeClick, ...withImports(chunk("w", "mount")), largest]);
  };
  const folder = locale === "en" ? "" : `/${locale}`;
  const page = join(CLIENT, `dashboard${folder}/index.html`);
  const html = readFileSync(page, "utf8");
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => join(CLIENT, path));
  const shell = new Set([page, ...withImports(...named)]);
  const inbox = new Set([...shell, ...withImports(chunk(`assets${folder}`, "inbox"))]);
  const conversation = new Set([...inbox, ...withImports(chunk(`assets${folder}`, "thread"))]);
  return { loader, beforeClick, openedIn, inbox, conversation };
}

/** The names of the routes that these files can call. */
export const routesIn = (files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bname:\s*[`"'](\w+)[`"'],\s*method:/g)].map(([, name = ""]) => name),
    ),
  );

/** Measures the build in dist/. */
export function measure(): Bytes {
  const { loader, beforeClick, openedIn } = firstFiles();
  const each = LANGUAGES.map((language) => firstFiles(language));
  const server = globSync("dist/server/**/*.js", { cwd: inRoot() }).map(
    (file) => gzipSync(readFileSync(inRoot(file)), { level: 9 }).byteLength,
  );
  return {
    loader: bytesOf(loader),
    beforeClick: bytesOf(beforeClick),
    opened: bytesOf(openedIn()),
    inbox: Math.max(...each.map(({ inbox }) => bytesOf(inbox))),
    conversation: Math.max(...each.map(({ conversation }) => bytesOf(conversation))),
    worker: server.reduce((a, b) => a + b, 0),
  };
}
