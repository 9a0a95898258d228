import { expect, test } from "vitest";
import { inVisitorLanguage as translated, widgetLocale } from "./languages.ts";

test("the widget speaks the first wished language that it has, with the region wished for it", () => {
  expect(widgetLocale("de")).toBe("de");
  expect(widgetLocale("de,de-AT,en")).toBe("de-AT");
  expect(widgetLocale("pt-BR")).toBe("pt-BR");
  expect(widgetLocale("es-419")).toBe("es-419");
  expect(widgetLocale("JA_jp")).toBe("ja-JP");
  expect(widgetLocale(",fr-CA,en-US")).toBe("fr-CA");
  expect(widgetLocale("he-IL,nl-BE,en")).toBe("nl-BE");
  expect(widgetLocale("ar-EG,en")).toBe("ar-EG-u-nu-latn");
  expect(widgetLocale("zh-Hans-CN,it-Latn-CH")).toBe("it-CH");
});

test("English is the language for everybody else, and for odd tags", () => {
  expect(["", "he-IL", "sv", "*", "undefined", "deutsch", "\u0000", "x".repeat(10_000)].map(widgetLocale)).toEqual(Array(8).fill("en"));
  expect(widgetLocale("en-US@posix,de")).toBe("en-US");
  expect(widgetLocale("he,en-GB")).toBe("en-GB");
  // Whatever it answers, the browser can format dates with it.
  for (const odd of ["en-US@posix", "de-ZZ", "fr_x", "es-4191", "nl-BE-u-nu-latn"])
    expect(() => new Intl.DateTimeFormat(widgetLocale(odd))).not.toThrow();
});

test("a title or greeting that nobody changed is in the visitor's language, and the owner's own stay", () => {
  const unchanged = {
    ...{ color: "#3b5bdb", title: "Chat with us", greeting: "Hi! How can we help?", offset: 20 },
    ...({ side: "right", launcher: "chat", theme: "auto" } as const),
  };
  const german = { ...unchanged, title: "Chatten Sie mit uns", greeting: "Hallo, wie können wir helfen?" };
  const inVisitorLanguage = (wishes: string, look: typeof unchanged) => translated(wishes, look, [unchanged, german]);
  expect(inVisitorLanguage("de", unchanged).look).toMatchObject({
    title: "Chatten Sie mit uns",
    greeting: "Hallo! Wie können wir helfen?",
  });
  // Also if a German made the project.
  expect(inVisitorLanguage("en", { ...unchanged, ...german }).look).toMatchObject({
    title: "Chat with us",
    greeting: "Hi! How can we help?",
  });
  expect(inVisitorLanguage("sv", unchanged).look).toEqual(unchanged);
  expect(inVisitorLanguage("de", { ...unchanged, greeting: "" }).look.greeting).toBe("Hallo! Wie können wir helfen?");
  const own = { ...unchanged, title: "Ask the potters", greeting: "Hello there" };
  expect(inVisitorLanguage("de", own)).toMatchObject({ locale: "de", look: own, words: { open: "Chat öffnen" } });
});
