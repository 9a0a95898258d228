// Merges the message files of all screens, and compiles them to typed functions.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { must, runNode } from "./children.ts";
import { hashOf, isStamped, writeStamp } from "./content-hash.ts";
import { inRoot, ROOT } from "./paths.ts";

const SOURCES = inRoot(".generated/messages-src");
const STAMP = inRoot(".generated/messages.stamp");

/** Where the compiled messages go; imported as `#messages`. */
export const COMPILED_MESSAGES = inRoot(".generated/messages");

const settings = (): { locales: string[] } =>
  JSON.parse(readFileSync(inRoot("project.inlang/settings.json"), "utf8")) as { locales: string[] };

/** The languages of the interface. */
export const locales = (): string[] => settings().locales;

function messageFolders(): string[] {
  const modules = inRoot("modules");
  const names = existsSync(modules) ? readdirSync(modules).sort() : [];
  return [
    inRoot("kernel/messages"),
    inRoot("dashboard/messages"),
    ...names.flatMap((name) => ["messages", "views/messages", "client/messages"].map((folder) => join(modules, name, folder))),
  ].filter((folder) => existsSync(folder));
}

/** Merges the messages of all folders into one file for each language; returns the keys by language. Throws if two folders have the same key. */
export function mergeMessages(): Record<string, string[]> {
  mkdirSync(SOURCES, { recursive: true });
  return Object.fromEntries(
    locales().map((locale) => {
      const merged: Record<string, unknown> = {};
      const owner = new Map<string, string>();
      for (const file of messageFolders()
        .map((folder) => join(folder, `${locale}.json`))
        .filter(existsSync)) {
        const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
        for (const [key, text] of Object.entries(texts)) {
          if (key === "$schema") continue;
          const other = owner.get(key);
          if (other !== undefined) throw new Error(`message ${key} is in ${other} and in ${relative(ROOT, file)}`);
          owner.set(key, relative(ROOT, file));
          merged[key] = text;
        }
      }
      writeFileSync(join(SOURCES, `${locale}.json`), `${JSON.stringify(merged, null, 2)}\n`);
      return [locale, Object.keys(merged)];
    }),
  );
}

/** Hash of all inputs of the compiler. */
export const messagesHash = (): string =>
  hashOf([
    ...messageFolders(),
    inRoot("project.inlang/settings.json"),
    inRoot("scripts/compile-messages.ts"),
    inRoot("scripts/lib/messages.ts"),
    inRoot("scripts/lib/message-code.ts"),
    inRoot("node_modules/@inlang/paraglide-js/package.json"),
  ]);

/** Whether the compiled messages are up to date. */
export const messagesAreFresh = (): boolean => existsSync(join(COMPILED_MESSAGES, "in-one.js")) && isStamped(STAMP, messagesHash());

const MAKES_RULES = "return new Intl.PluralRules(locale, options).select(Number(input))";
const KEEPS_RULES = "return (rules[locale] ??= new Intl.PluralRules(locale)).select(Number(input))";
/**
 * Lets the compiled messages keep the plural rules of a language: the compiler's own make them again for each sentence with a count, which
 * takes longer than all else about it. No message gives them options. Throws if the compiler writes them differently.
 */
export function keepPluralRules(): void {
  const file = join(COMPILED_MESSAGES, "registry.js");
  const text = readFileSync(file, "utf8");
  if (!text.includes(MAKES_RULES)) throw new Error("registry.js of the compiled messages has changed");
  writeFileSync(file, `const rules = /* @__PURE__ */ Object.create(null);\n${text.replace(MAKES_RULES, KEEPS_RULES)}`);
}

/** Records which inputs were compiled. */
export const stampMessages = (): void => writeStamp(STAMP, messagesHash());

/** Compiles if something changed; in its own process, because the compiler leaves timers of 30 seconds behind. */
export async function compileMessages(): Promise<void> {
  if (messagesAreFresh()) return;
  await must("Compiling the messages", runNode([inRoot("scripts/compile-messages.ts")]));
}
