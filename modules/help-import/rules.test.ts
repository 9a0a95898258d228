import { describe, expect, test } from "vitest";
import type { ImportOptions } from "./contract.ts";
import type { SourceArticle } from "./platforms/index.ts";
import { collectionsOf, type ImportedText, languagesOf, linkedIn, localeOf, oldPaths, relinked, planFor } from "./rules.ts";

test.each([
  ["en-us", "en-US"],
  ["de", "de"],
  ["pt_BR", "pt-BR"],
  ["zh-hant-tw", "zh-Hant-TW"],
  ["es-419", "es"],
  ["", "fr"],
  ["x", undefined],
  ["english", undefined],
])("the locale %s becomes %s", (written, locale) => {
  expect(localeOf(written, "fr")).toBe(locale);
});

test("a locale with a region becomes the plain language only if the help center offers just that and no other text would collide", () => {
  const named = (written: string[], offered: string[]) => written.map(languagesOf(written, offered, "en"));
  expect(named(["en-us", "de", "fr-ca"], ["en"])).toEqual(["en", "de", "fr-CA"]);
  expect(named(["en-us", "en-gb", "de"], ["en", "de"])).toEqual(["en", "en-GB", "de"]);
  expect(named(["en-us", "en"], ["en"])).toEqual(["en-US", "en"]);
  expect(named(["en-us"], ["en", "en-US"])).toEqual(["en-US"]);
  expect(languagesOf([], ["en"], "en")("")).toBe("en");
});

test("nested collections with the same name get their parent's name in front", () => {
  const one = (id: string, within: string | null, name: string, outer = false) => ({
    ...{ id, within, outer, restricted: false },
    names: { "en-us": { name, description: "<p>About</p>" } },
  });
  const outline = {
    locales: ["en-us"],
    collections: [
      one("a", null, "Web", true),
      one("b", null, "App", true),
      one("c", "a", "Start"),
      one("d", "b", "start "),
      one("e", "b", "Pay"),
    ],
  };
  expect(collectionsOf(outline, languagesOf(outline.locales, ["en-US"], "en")).map(({ id, names }) => [id, names])).toEqual([
    ["c", { "en-US": { name: "Web – Start", description: "About" } }],
    ["d", { "en-US": { name: "App – start", description: "About" } }],
    ["e", { "en-US": { name: "Pay", description: "About" } }],
  ]);
});

const options: ImportOptions = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" };
const article: SourceArticle = {
  ...{ id: "1", locale: "en-us", title: "T", summary: "", html: "<p>x</p>", url: null, draft: false, restricted: false },
  ...{ collection: null, labels: [] },
};
const known: ImportedText = {
  ...{ hash: "h", revision: 2, article: "active", currentRevision: 2 },
  ...{ currentAudience: "public", importedAudience: "public", publish: true, live: true },
};
const wish = (
  a: Partial<SourceArticle> = {},
  k: Partial<ImportedText> | undefined = undefined,
  o: Partial<ImportOptions> = {},
  hash = "new",
): unknown => {
  const { outcome, reason, audience, publish } = planFor({ ...article, ...a }, "en-US", hash, k && { ...known, ...k }, {
    ...options,
    ...o,
  });
  return reason ?? [outcome, audience, publish];
};
describe("the outcome of an article", () => {
  test("a new article is created", () => {
    expect(wish()).toEqual(["created", "public", true]);
    expect(wish({}, undefined, { publish: false, audience: "told" })).toEqual(["created", "told", false]);
    expect(wish({ draft: true })).toEqual(["created", "public", false]);
    expect(wish({ restricted: true })).toEqual(["created", "members", true]);
    expect(wish({ restricted: true }, undefined, { restricted: "draft" })).toEqual(["created", "members", false]);
  });
  test("an article that the options exclude is skipped", () => {
    expect(wish({ draft: true }, undefined, { drafts: "skip" })).toBe("draft");
    expect(wish({ restricted: true }, undefined, { restricted: "skip" })).toBe("restricted");
    expect(wish({}, undefined, { locales: ["de"] })).toBe("locale");
    expect(wish({ title: " " })).toBe("no_title");
    expect(planFor(article, undefined, "h", undefined, options).reason).toBe("locale_unknown");
  });
  test("an article that was imported before is updated, unchanged or kept", () => {
    expect(wish({}, {})).toEqual(["updated", "public", true]);
    expect(wish({}, {}, {}, "h")).toBe("same");
    expect(wish({}, { currentRevision: 3 })).toBe("edited_here");
    // An unchanged hash ends the decision early.
    expect(wish({}, { currentRevision: 3 }, {}, "h")).toBe("same");
    expect(wish({}, { article: "archived" })).toBe("archived_here");
    expect(wish({}, { article: "deleted", currentRevision: null })).toBe("removed_here");
    expect(wish({}, { currentRevision: null })).toBe("removed_here");
  });
});

const articleAt = (url: URL): string | undefined => /articles\/(\d+)/.exec(url.pathname)?.[1];
test("links to articles of the source become links to ours, and those without a target are listed", () => {
  const text =
    "[a](https://x.test/hc/articles/1?a=1\\&b=2#c) [b](https://x.test/articles/2-T\\(x\\)) <https://x.test/articles/1> [c](https://y.test/) ![d](/files/fil_1)";
  const { text: led, unknown } = relinked(text, articleAt, (id) => (id === "1" ? "/help/p/en/articles/one" : undefined));
  expect(led).toBe(
    "[a](/help/p/en/articles/one) [b](https://x.test/articles/2-T\\(x\\)) [https://x.test/articles/1](/help/p/en/articles/one) [c](https://y.test/) ![d](/files/fil_1)",
  );
  expect(unknown).toEqual(["https://x.test/articles/2-T(x)"]);
  expect(linkedIn(text, articleAt)).toEqual(["1", "2"]);
});
test("texts that only look like links are processed in linear time", () => {
  const began = performance.now();
  for (const text of ["](".repeat(100_000), "](https://a".repeat(20_000), "<https://a".repeat(20_000), `](${"\\(".repeat(100_000)}`])
    relinked(text, articleAt, () => undefined);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("old addresses are stored with and without the title after the number", () => {
  expect(oldPaths("https://acme.zendesk.com/hc/en-us/articles/12-A-title")).toEqual([
    "hc/en-us/articles/12-A-title",
    "hc/en-us/articles/12",
  ]);
  expect(oldPaths("https://acme.helpscoutdocs.com/article/9-x")).toEqual(["article/9-x", "article/9"]);
  expect(oldPaths("https://acme.test/")).toEqual([]);
  expect(oldPaths(null)).toEqual([]);
});
