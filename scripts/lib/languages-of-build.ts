// Builds the dashboard once and writes it in each language: while building, a message is a marker with its key; afterwards each file is
// written once for each language, with that language's sentence in the marker's place. So nobody downloads a language that they don't read,
// and a language costs the build a replacement of texts instead of another build (docs/decisions/0051-languages-of-the-dashboard.md).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import { DIRECTIONS } from "../../kernel/language/languages.ts";
import { sha256 } from "./content-hash.ts";
import type { MessageCode } from "./message-code.ts";
import { COMPILED_MESSAGES, locales } from "./messages.ts";

const MARKER = "__MESSAGE__";
// What stands around it says whether an arrow function needs parentheses there.
const MARKED = /(.?)(?:\/\* @__PURE__ \*\/ ?)?__MESSAGE__\((["'`])(\w+)@\w+\2(?:,([\w$.]+))?\)(?=(.?))/gs;

type Texts = Readonly<Record<string, MessageCode>>;
let known: Texts | undefined;
const readTexts = (): Texts => (known ??= JSON.parse(readFileSync(join(COMPILED_MESSAGES, "texts.json"), "utf8")) as Texts);

/**
 * The module of a message while building. The marker holds a hash of the sentence in all languages, which goes into the hash in the file's
 * name: the name changes with any of them.
 */
function marked(key: string, texts: Texts): string {
  const message = texts[key];
  if (message === undefined) throw new Error(`message ${key} is not compiled`);
  const sentence = sha256(JSON.stringify(message.inEach)).slice(0, 10);
  const call = `/* @__PURE__ */ ${MARKER}("${key}@${sentence}"${message.plural ? ",plural" : ""})`;
  return `${message.plural ? 'import{plural}from"../registry.js";\n' : ""}export const ${key}=${call};`;
}

/** The function of a message with the name that `$plural` has in this file, unless a value of the message has that name. */
function withPlural(text: string, name: string): string {
  const isTaken = name === "i" || [...text.matchAll(/const (\w+)=/g)].some(([, own]) => own === name);
  return isTaken ? `($plural=>${text})(${name})` : text.replaceAll("$plural(", () => `${name}(`);
}

/** The code with the sentences of one language. */
export function inLanguage(code: string, at: number, texts: Texts): string {
  const done = code.replace(MARKED, (_, before: string, _quote, key: string, plural: string | undefined, after: string) => {
    const text = texts[key]?.inEach[at];
    if (text === undefined) throw new Error(`message ${key} is not compiled`);
    const own = plural === undefined ? text : withPlural(text, plural);
    return before + (/[=,(:[?]/.test(before) && /[,;)\]}:\n]|^$/.test(after) ? own : `(${own})`);
  });
  if (done.includes(MARKER)) throw new Error("a message has kept its marker");
  return done;
}

const IMPORTED = /(["'`])(?:\.\/|(\/?assets\/))([\w.-]+\.js)\1/g;

/** The files that have no sentence, and import none that has: every language shares them. */
function sharedFiles(files: ReadonlyMap<string, string>): Set<string> {
  const shared = new Set(files.keys());
  const hasOwn = (code: string): boolean =>
    code.includes(MARKER) || [...code.matchAll(IMPORTED)].some(([, , , name = ""]) => files.has(name) && !shared.has(name));
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const [name, code] of files) if (shared.has(name) && hasOwn(code)) shared.delete(name);
  }
  return shared;
}

/** The message that the page itself says, where nothing replaces a marker. */
const NEEDS_JAVASCRIPT = "dashboard_needs_javascript";

/** Writes what a build left in `client` in each language: the first one in place, the others below it. */
export function writeLanguages(client: string): void {
  const texts = readTexts();
  const assets = join(client, "assets");
  const files = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(join(assets, name), "utf8")]),
  );
  const shared = sharedFiles(files);
  const page = readFileSync(join(client, "dashboard/index.html"), "utf8");
  nameBuild(client, page);
  const plainText = (key: string, at: number): string => /^\(\)=>`([^]*)`$/.exec(texts[key]?.inEach[at] ?? "")?.[1] ?? "";
  if (!page.includes(`>${plainText(NEEDS_JAVASCRIPT, 0)}<`)) throw new Error(`dashboard/index.html does not say ${NEEDS_JAVASCRIPT}`);
  const first = readFileSync(join(client, "dashboard/first-files.json"), "utf8");
  for (const [at, locale] of locales().entries()) {
    const own = (name: string): string => (at === 0 || shared.has(name) || !files.has(name) ? name : `${locale}/${name}`);
    const inText = (text: string): string => text.replaceAll(/\/assets\/([\w.-]+\.js)/g, (_, name: string) => `/assets/${own(name)}`);
    for (const [name, code] of files) {
      if (shared.has(name)) continue;
      const said = inLanguage(code, at, texts).replaceAll(IMPORTED, (whole, quote: string, folder: string | undefined, to: string) => {
        if (at === 0 || !files.has(to)) return whole;
        return quote + (folder === undefined ? (shared.has(to) ? "../" : "./") + to : folder + own(to)) + quote;
      });
      write(join(assets, at === 0 ? name : `${locale}/${name}`), said);
    }
    if (at === 0) continue;
    const html = inText(page)
      .replace(plainText(NEEDS_JAVASCRIPT, 0), plainText(NEEDS_JAVASCRIPT, at))
      .replace("/app.en.webmanifest", `/app.${locale}.webmanifest`)
      .replace('lang="en" dir="ltr"', `lang="${locale}" dir="${DIRECTIONS[locale as "de"]}"`);
    write(join(client, `dashboard/${locale}/index.html`), html);
    write(join(client, `dashboard/${locale}/first-files.json`), inText(first));
  }
}

/** Tells the service worker, which is built by nobody, with which build of the dashboard it comes: by the first file of its page. */
function nameBuild(client: string, page: string): void {
  const path = join(client, "app-worker.js");
  const [, first] = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(page) ?? [];
  if (first === undefined) throw new Error("dashboard/index.html names no first file");
  if (existsSync(path)) write(path, readFileSync(path, "utf8").replace("__FIRST_FILE__", first));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The Vite plugin, for the build of the browser's files. */
export const buildLanguages = (): Plugin => ({
  name: "languages-of-build",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  load: {
    filter: { id: /\/\.generated\/messages\/messages\/\w+\.js$/ },
    handler: (id) => (id.endsWith("/_index.js") ? undefined : marked(basename(id, ".js"), readTexts())),
  },
  writeBundle: {
    order: "post",
    sequential: true,
    handler({ dir }) {
      if (dir !== undefined) writeLanguages(dir);
    },
  },
});
