// Writes the compiled messages anew, short: what the compiler emits for each message and language is many times the sentence. A message
// becomes one function that chooses among the languages, and a list of them by key and language, from which the build of the dashboard puts
// one language into each file (languages-of-build.ts).
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One message: the function of each language as source text, and whether they choose a plural form. */
export interface MessageCode {
  readonly inEach: readonly string[];
  readonly plural: boolean;
}

/** What the compiler writes before a function or value that it gives a type. */
const TYPE = /\/\*\* @type (?:\{LocalizedString\}|\{\(inputs: \w+\) => LocalizedString\}) \*\/ /g;
const TEMPLATE = String.raw`\x60(?:[^\x60\\]|\\[^])*\x60`;
const SIMPLE = new RegExp(String.raw`^\((i?)\) => \{\n\treturn \((${TEMPLATE})\)\n\}$`);
const INPUT = /\$\{i\?\.(\w+)\}/g;

/**
 * A function as the compiler wrote it, without types and spaces. Throws if it has another form than those known. The function that chooses a
 * plural form is `$plural`, because messages may have a value of their own that is called `plural`.
 */
function shorten(key: string, code: string): string {
  const text = code.replace(TYPE, "").replace(INPUT, (_, name: string) => `\${i.${name}}`);
  const [, input = "", template] = SIMPLE.exec(text) ?? [];
  if (template !== undefined) return `${input === "" ? "()" : "i"}=>${template}`;
  const lines = text
    .replace(/^\(i\) => \{/, "")
    .replace(/\}$/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const known = /^(?:(?:const \w+ = registry\.plural\("\w+", i\?\.\w+, \{\}\);?)+|(?:if \(.+\) )?return \(.+\);?)$/;
  const odd = lines.find((line) => !known.test(line));
  if (odd !== undefined || !text.startsWith("(i) => {")) throw new Error(`message ${key} is compiled to something unknown: ${odd ?? text}`);
  const short = lines.map((line) =>
    line
      .replaceAll(/registry\.plural\("(\w+)", i\?\.(\w+), \{\}\)/g, '$$plural("$1",i.$2)')
      .replaceAll(/^const (\w+) = /g, "const $1=")
      .replace(/^if \((.+?)\) return \((.+)\);?$/, (_, when: string, what: string) => `if(${conditionOf(when)})return ${what};`)
      .replace(/^return \((.+)\);?$/, "return $1;"),
  );
  return `i=>{${short.join("")}}`;
}
const conditionOf = (when: string): string => when.replaceAll("i?.", "i.").replaceAll(" === ", "===").replaceAll(" && ", "&&");

/** Reads what the compiler made of one message. */
function readMessage(key: string, text: string, locales: readonly string[]): MessageCode {
  const found = new Map<string, string>();
  for (const [, locale = "", code = ""] of text.matchAll(/^const ([a-z]+)_\w+ = ([^]*?);\n\n/gm)) found.set(locale, code);
  const [base = ""] = locales;
  const own = (locale: string): string => {
    const code = found.get(locale);
    if (code === undefined) throw new Error(`message ${key} is not compiled to ${locale}`);
    // Without a translation the compiler names the function of the first language.
    return /^\w+$/.test(code) ? own(base) : shorten(key, code);
  };
  const inEach = locales.map(own);
  return { inEach, plural: inEach.some((code) => code.includes("$plural(")) };
}

/** A message that chooses its language when it is said. */
function choosing(key: string, { inEach }: MessageCode): string {
  const [first = ""] = inEach;
  if (inEach.every((code) => code === first)) return `export const ${key}=${first};`;
  const simple = inEach.map((code) => /^(?:\(\)|i)=>(`[^]*`)$/.exec(code)?.[1]);
  if (simple.some((code) => code === undefined)) return `export const ${key}=i=>pick(${inEach.join(",")})(i);`;
  const input = inEach.some((code) => code.startsWith("i")) ? "i" : "()";
  return `export const ${key}=${input}=>pick(${simple.join(",")});`;
}

const runtime = (locales: readonly string[]): string => {
  const names = locales.map((_, at) => String.fromCharCode(97 + at));
  const [first = "a", ...others] = names;
  const choice = others.map((name, at) => `locale===${JSON.stringify(locales[at + 1])}?${name}:`).join("");
  return `export const locales=${JSON.stringify(locales)};
let read=()=>globalThis.document?.documentElement?.lang??"";
/** The language in which messages are said now: that of the page, or what \`overwriteGetLocale\` says. */
export const getLocale=()=>{const locale=read();return locales.includes(locale)?locale:${JSON.stringify(locales[0])}};
export const overwriteGetLocale=(other)=>{read=other};
export const pick=(${names.join(",")})=>{const locale=read();return ${choice}${first}};
`;
};

const runtimeTypes = (locales: readonly string[]): string => `export type Locale = ${locales.map((one) => JSON.stringify(one)).join(" | ")};
export type LocalizedString = string & { readonly __brand: "LocalizedString" };
export type MessageMetadata<Inputs, Options, Markup> = unknown;
export declare const locales: readonly Locale[];
/** The language in which messages are said now: that of the page, or what \`overwriteGetLocale\` says. */
export declare const getLocale: () => Locale;
export declare const overwriteGetLocale: (read: () => string) => void;
`;

/**
 * Rewrites the folder of compiled messages: each message, all of them in one file, and `texts.json` with each language by itself. All in one
 * file is what everything but a build loads: loading a module for each takes seconds. A build needs them apart, to put each into the file of
 * the screen that shows it. package.json chooses by the condition `production`.
 */
export function rewriteMessages(folder: string, locales: readonly string[]): void {
  const each = join(folder, "messages");
  const all: string[] = [];
  const texts: Record<string, MessageCode> = {};
  for (const file of readdirSync(each).sort()) {
    if (!file.endsWith(".js") || file === "_index.js") continue;
    const path = join(each, file);
    const text = readFileSync(path, "utf8");
    const [, key = ""] = /^export const (\w+) = /m.exec(text) ?? [];
    const message = readMessage(key, text, locales);
    const code = choosing(key, message);
    const imports = `${/\bpick\(/.test(code) ? 'import{pick}from"../runtime.js";\n' : ""}${message.plural ? 'import{plural as $plural}from"../registry.js";\n' : ""}`;
    writeFileSync(path, `${imports}${code}\n`);
    all.push(code);
    texts[key] = message;
  }
  writeFileSync(join(folder, "texts.json"), JSON.stringify(texts));
  for (const file of ["server.js", "server.d.ts"]) rmSync(join(folder, file), { force: true });
  writeFileSync(join(folder, "runtime.js"), runtime(locales));
  writeFileSync(join(folder, "runtime.d.ts"), runtimeTypes(locales));
  writeFileSync(
    join(folder, "all.js"),
    ['import{pick}from"./runtime.js";', 'import{plural as $plural}from"./registry.js";', ...all, ""].join("\n"),
  );
  writeFileSync(join(folder, "in-one.js"), 'export * from "./all.js";\nexport * as m from "./all.js";\n');
}
