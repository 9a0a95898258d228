// Every language of the interface says the same sentences: the keys, the values that are filled in, the plural forms that the language has.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { LANGUAGES } from "../../kernel/language/languages.ts";
import { locales } from "../../scripts/lib/messages.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

interface Variants {
  readonly declarations: readonly string[];
  readonly selectors: readonly string[];
  readonly match: Readonly<Record<string, string>>;
}
type Text = string | readonly [Variants];
type Texts = Readonly<Record<string, Text>>;

const FILES = globSync("{kernel,dashboard,modules/*}/{messages,views/messages,client/messages}/en.json", { cwd: ROOT }).toSorted();
const read = (file: string): Texts => JSON.parse(readFileSync(inRoot(file), "utf8")) as Texts;
const variantsOf = (text: Text): readonly string[] => (typeof text === "string" ? [text] : Object.values(text[0].match));
const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const markupIn = (text: string): string => (text.match(/<\/?\w+>/g) ?? []).toSorted().join();
const all = (text: Text, of: (text: string) => string[]): string => [...new Set(variantsOf(text).flatMap(of))].toSorted().join();

const NOT_ARABIC = "has no Arabic letter";
/** Examples of what somebody would type, and names: the same in every script. */
const SAME_IN_ARABIC = [
  ...["assistant_actions_body_example", "code_hosting_repository_example", "code_hosting_webhook_address", "help_settings_domain_nginx"],
  ...["email_door_platform", "projects_name_placeholder"],
];

/** What is wrong with a text in another language; nothing is known to be right. */
export function faultsOf(language: string, english: Text, own: Text): string[] {
  const found: string[] = [];
  const said = variantsOf(own).join(" ");
  if (typeof english !== typeof own) return ["has variants in one of the languages alone"];
  if (all(english, valuesIn) !== all(own, valuesIn)) found.push("fills in other values");
  if (typeof english === "string" && typeof own === "string" && markupIn(english) !== markupIn(own)) found.push("has other markup");
  if (/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/.test(said)) found.push("has a control character of direction");
  if (variantsOf(own).some((text) => text.trim() === "")) found.push("is empty");
  if (language === "ar" && !/\p{Script=Arabic}/u.test(said) && wordsOf(said) !== "") found.push(NOT_ARABIC);
  if (language === "de" && wordsOf(said).length > 25 && said === variantsOf(english).join(" ")) found.push("is still English");
  if (typeof english !== "string" && typeof own !== "string") {
    const [{ declarations, selectors, match }] = own;
    if (JSON.stringify([declarations, selectors]) !== JSON.stringify([english[0].declarations, english[0].selectors]))
      found.push("has other declarations or selectors");
    found.push(...missingForms(language, declarations, Object.keys(match)));
  }
  return found;
}

/** What is left without values, markup, addresses, names of variables and products: nothing for “API” or “{name} · {time}”. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/\{\w+\}|<\/?\w+>|https?:\S*|[\w.+-]*@[\w.-]+|\b\w*[A-Z]\w*[A-Z_0-9]\w*\b|[\w-]+\.[\w./-]+|\b\w*_\w*\b/g, "")
    .replaceAll(
      /\b(Seed Desk|Zendesk|Intercom|Freshdesk|Help Scout|Chatwoot|Crisp|GitHub|Slack|Discord|Resend|Postmark|SendGrid|Mailgun|Cloudflare|Google|Gmail|Outlook|Anthropic|Mistral|Groq|Shift|Alt|Ctrl|Enter|Esc|Tab|Claude|Code|Codex|Cursor|Gemini|Turnstile|Markdown|Webhook|Workers?|Browser|Bearer|Authorization|Reply-To|Message-Id|via|npm|npx|pnpm|run|deploy|setup|push|keys|kB|min|ms|px|h|s|x|d|y|m|w)\b/g,
      "",
    )
    .replaceAll(/[^\p{L}]/gu, "");

/** Plural forms of the language that the variants leave out. A selector with `*` covers what it doesn't name. */
function missingForms(language: string, declarations: readonly string[], keys: readonly string[]): string[] {
  const plurals = declarations.flatMap((one) => /^local (\w+) = \w+: plural$/.exec(one)?.[1] ?? []);
  return plurals.flatMap((name) => {
    const named = new Set(keys.flatMap((key) => new RegExp(String.raw`\b${name}=(\w+|\*)`).exec(key)?.[1] ?? []));
    if (named.has("*")) return [];
    return new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => !named.has(form))
      .map((form) => `has no form ${name}=${form}`);
  });
}

test("the languages that are compiled are those that people can choose", () => {
  assert.deepEqual(locales(), [...LANGUAGES]);
  assert.ok(FILES.length > 100);
});

for (const language of LANGUAGES.slice(1)) {
  test(`what is translated to ${language} fits the English text`, () => {
    const found = FILES.flatMap((file) => {
      const there = join(dirname(file), `${language}.json`);
      if (!existsSync(inRoot(there))) return [];
      const [english, own] = [read(file), read(there)];
      return Object.entries(own).flatMap(([key, text]) => {
        const wanted = english[key];
        if (key === "$schema") return [];
        return (wanted === undefined ? ["is in no en.json"] : faultsOf(language, wanted, text))
          .filter((fault) => fault !== NOT_ARABIC || !SAME_IN_ARABIC.includes(key))
          .map((fault) => `${there}: ${key} ${fault}`);
      });
    });
    assert.deepEqual(found, []);
  });

  test(`every sentence is translated to ${language}`, () => {
    const missing = FILES.flatMap((file) => {
      const there = join(dirname(file), `${language}.json`);
      const own = existsSync(inRoot(there)) ? read(there) : {};
      return Object.keys(read(file)).filter((key) => key !== "$schema" && !(key in own));
    });
    assert.deepEqual(
      missing.map((key) => `missing in ${language}: ${key}`),
      [],
    );
  });
}

for (const [what, language, english, own] of [
  ["another value", "de", "Hello {name}", "Hallo {nome}"],
  ["no Arabic", "ar", "Save the settings", "Save the settings"],
  ["English left over", "de", "This sentence was not translated by anybody.", "This sentence was not translated by anybody."],
  ["a control character", "ar", "Save", "حفظ\u200f"],
  ["lost markup", "de", "Open <b>it</b>", "Öffnen"],
] as const)
  test(`a planted fault is found: ${what}`, () => assert.equal(faultsOf(language, english, own).length, 1));

test("plural forms that the language has are asked for, and names stay as they are", () => {
  const count = (match: Record<string, string>): Text => [
    { declarations: ["input count", "local p = count: plural"], selectors: ["p"], match },
  ];
  const english = count({ "p=one": "{count} day", "p=other": "{count} days" });
  assert.deepEqual(faultsOf("ar", english, count({ "p=one": "يوم", "p=other": "{count} يوم" })).length, 4);
  assert.deepEqual(faultsOf("ar", "API", "API"), []);
});
