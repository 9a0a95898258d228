// Compiles the messages and checks that every key of every language was compiled: the compiler reports success even with none.
import { compile } from "@inlang/paraglide-js";
import {
  COMPILED_MESSAGES,
  joinMessages,
  keepPluralRules,
  locales,
  mergeMessages,
  messagesAreFresh,
  stampMessages,
} from "./lib/messages.ts";
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
joinMessages();

const { m } = (await import(`${COMPILED_MESSAGES}/in-one.js`)) as { m: Record<string, unknown> };
const wanted = keys["en"] ?? [];
const wrong = [
  ...wanted.filter((key) => typeof m[key] !== "function").map((key) => `not compiled: ${key}`),
  ...Object.keys(m)
    .filter((key) => !wanted.includes(key))
    .map((key) => `compiled, but in no source: ${key}`),
  ...locales().flatMap((locale) => wanted.filter((key) => !keys[locale]?.includes(key)).map((key) => `missing in ${locale}: ${key}`)),
];
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length === 0) stampMessages();
process.stdout.write(`${wanted.length} messages, ${wrong.length} wrong\n`);
process.exit(wrong.length === 0 ? 0 : 1); // The compiler leaves timers of 30 s behind.
