// Compiles the messages and checks that every key of every language was compiled: the compiler reports success even with none.
import { compile } from "@inlang/paraglide-js";
import { COMPILED_MESSAGES, keepPluralRules, locales, mergeMessages, messagesAreFresh, stampMessages } from "./lib/messages.ts";
import { rewriteMessages } from "./lib/message-code.ts";
import { inRoot } from "./lib/paths.ts";

if (messagesAreFresh()) process.exit(0);

const keys = mergeMessages();
await compile({
  project: inRoot("project.inlang"),
  outdir: COMPILED_MESSAGES,
  strategy: ["baseLocale"],
  emitTsDeclarations: true,
});
keepPluralRules();
rewriteMessages(COMPILED_MESSAGES, locales());

const { m } = (await import(`${COMPILED_MESSAGES}/in-one.js`)) as { m: Record<string, unknown> };
const wanted = keys["en"] ?? [];
const wrong = [
  ...wanted.filter((key) => typeof m[key] !== "function").map((key) => `not compiled: ${key}`),
  ...Object.keys(m)
    .filter((key) => !wanted.includes(key))
    .map((key) => `compiled, but in no source: ${key}`),
  // A key that is missing in another language is said in the first one while somebody works on it; tests/integrity/languages.test.ts names it.
  ...locales().flatMap((locale) => (keys[locale] ?? []).filter((key) => !wanted.includes(key)).map((key) => `in ${locale} alone: ${key}`)),
];
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length === 0) stampMessages();
process.stdout.write(`${wanted.length} messages, ${wrong.length} wrong\n`);
process.exit(wrong.length === 0 ? 0 : 1); // The compiler leaves timers of 30 s behind.
