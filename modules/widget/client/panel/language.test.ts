import { globSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { WORDS } from "../../languages.ts";
import * as wire from "../../contract.ts";
import { type Language, loadLanguage, translate } from "./language.ts";
import { explainIn, refusalKey } from "./refusals.ts";

type Texts = Record<string, string | Record<string, string>>;
const OTHERS = Object.keys(WORDS).filter((language) => language !== "en");
const MODULES = new URL("../../../", import.meta.url);
/** Files of English texts, as `widget/client/languages/en-parts.json`: the widget's own, and those of other modules' parts. */
const ENGLISH = globSync("*/client/languages/en{,-*}.json", { cwd: MODULES }).toSorted();
const inLanguage = (english: string, other: string): string => english.replace(/\/en(-\w+)?\.json$/, `/${other}$1.json`);
const readFileOf = (path: string): Texts => JSON.parse(readFileSync(new URL(path, MODULES), "utf8")) as Texts;
const readTexts = (name: string): Texts => readFileOf(`widget/client/languages/${name}.json`);
const textsOf = (entry: string | Record<string, string> | undefined): string[] =>
  typeof entry === "object" ? Object.values(entry) : [entry ?? ""];
const placeholders = (text: string): string =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([name]) => name)
    .toSorted()
    .join();
const language = (locale: string): Language => ({
  locale,
  texts: { ...readTexts(locale.slice(0, 2)), ...readTexts(`${locale.slice(0, 2)}-parts`) } as Language["texts"],
});

test("the widget speaks the languages of the help pages", () => {
  expect(Object.keys(WORDS).toSorted()).toEqual(["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt"]);
});

test("the texts of the widget's own parts and of other modules' are all found", () => {
  expect(ENGLISH).toEqual(
    expect.arrayContaining(["assistant-actions/client/languages/en-actions.json", "widget/client/languages/en.json"]),
  );
});

for (const file of ENGLISH)
  test(`each language has each text of ${file}, with the same placeholders and the plural forms it needs`, () => {
    const english = readFileOf(file);
    for (const other of OTHERS) {
      const texts = readFileOf(inLanguage(file, other));
      expect(Object.keys(texts).toSorted(), other).toEqual(Object.keys(english).toSorted());
      for (const [key, entry] of Object.entries(english)) {
        const [wanted] = textsOf(entry).map(placeholders);
        for (const text of textsOf(texts[key])) {
          // Arabic says none, one and two in words.
          if (other !== "ar" || typeof entry === "string") expect(placeholders(text), `${other} ${key}`).toBe(wanted);
          expect(text.trim(), `${other} ${key}`).not.toBe("");
        }
        if (typeof entry === "object")
          expect(Object.keys(texts[key] as object).toSorted(), `${other} ${key}`).toEqual(
            new Intl.PluralRules(other)
              .resolvedOptions()
              .pluralCategories.filter((form) => form !== "many" || other === "ar")
              .toSorted(),
          );
      }
    }
  });

test("no text is left in English by mistake", () => {
  // Words that are the same in two languages.
  const SAME =
    /^(Message|Messages|Conversations|Articles|Article|Image \{name\}|Important|Tip|Note|Nota|Code|AI|No|Neutral|\{text\}|.\{text\}.)$/;
  for (const other of OTHERS)
    for (const file of ENGLISH) {
      const english = readFileOf(file);
      for (const [key, entry] of Object.entries(readFileOf(inLanguage(file, other))))
        if (typeof entry === "string" && !SAME.test(entry)) expect(entry, `${other} ${key}`).not.toBe(english[key]);
    }
});

test("each language has the launcher's words, title and greeting", () => {
  for (const [name, { launcher, title, greeting }] of Object.entries(WORDS)) {
    expect(placeholders(launcher.unread), name).toBe("{count}");
    expect(new Set([...Object.values(launcher), title, greeting]).size, name).toBe(6);
  }
});

test("texts are loaded by the locale's language, those of the later parts only if they are wanted", async () => {
  // Each part is fetched into the cache first; here there is nothing to fetch.
  vi.stubGlobal("fetch", async () => Response.json({}));
  expect((await loadLanguage("de-AT", true)).texts).toMatchObject({
    send: "Senden",
    file_drop: expect.stringContaining("ablegen") as string,
  });
  expect((await loadLanguage("de-AT", false)).texts.file_drop).toBeUndefined();
  vi.unstubAllGlobals();
});

test("values are filled in, numbers in the visitor's form, and plurals follow the language's rules", () => {
  expect(translate(language("de-AT"), "tooLong", { count: 12_345 })).toBe("12\u00a0345 Zeichen zu lang.");
  expect(translate(language("fr"), "unread", { count: 0 })).toBe("0 message non lu");
  expect(translate(language("en"), "unread", { count: 0 })).toBe("0 unread messages");
  expect(translate(language("ja"), "unread", { count: 1 })).toBe("未読メッセージ1件");
});

test("a value in a right-to-left script does not turn the sentence around", () => {
  expect(translate(language("en"), "typing", { name: "عمر" })).toBe("\u2068عمر\u2069 is typing…");
  expect(translate(language("en"), "typing", { name: "Olga" })).toBe("Olga is typing…");
});

test("a refusal is explained in the visitor's language by code and limit, in English by the server's sentence", () => {
  const refusal = { status: 429, code: "rate_limited", error: "This chat is very busy right now.", limit: "conversationsPerProjectHour" };
  expect(explainIn(language("en-GB"), refusal)).toBe(refusal.error);
  expect(explainIn(language("de"), refusal)).toBe(language("de").texts.refusal_busy);
  expect(explainIn(language("de"), { ...refusal, limit: "messagesPerContactHour" })).toBe(language("de").texts.refusal_rate_limited);
  const keyOf = (status: number, code: string, more: object = {}) => refusalKey({ status, code, error: "", ...more }, language("en").texts);
  expect(keyOf(0, "offline")).toBe("noAnswer");
  expect(keyOf(403, "forbidden", { final: true })).toBe("refusal_final");
  expect(keyOf(429, "rate_limited", { limit: "uploadBytesPerContactDay" })).toBe("refusal_files");
  expect(keyOf(429, "rate_limited", { limit: "uploadsPerProjectDay" })).toBe("refusal_noFiles");
  expect(keyOf(413, "too_large")).toBe("refusal_too_large");
  expect(keyOf(503, "misconfigured")).toBe("refusal_unavailable");
  expect(keyOf(418, "teapot")).toBe("refusal");
});

test("each code that a visitor's route declares leads to a sentence", () => {
  const codes = new Set(
    Object.values(wire).flatMap((it) =>
      typeof it === "object" && "who" in it && "errors" in it ? ((it.errors as string[] | undefined) ?? []) : [],
    ),
  );
  expect(codes.size).toBeGreaterThan(3);
  for (const code of codes) {
    const key = refusalKey({ status: code === "not_configured" ? 503 : 400, code, error: "" }, language("de").texts);
    expect(language("de").texts[key], code).toBeTruthy();
  }
});
