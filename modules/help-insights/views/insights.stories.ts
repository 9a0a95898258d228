// Stories of the insights screen.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { type Gap, type Insights, insightsPath, type SearchedTerms } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = insightsPath(PROJECT_ID);
  const words = (
    terms: string,
    searches: number,
    without: number,
    opened: number,
    locale = "en",
    nearest: SearchedTerms["nearest"] = null,
  ): SearchedTerms => ({ terms, searches, without, opened, locale, nearest });
  const days = Array.from({ length: 30 }, (_, i) => {
    const searches = 12 + ((i * 7) % 23);
    return { day: `2026-11-${String(i + 1).padStart(2, "0")}`, searches, without: (i * 5) % 9, opened: Math.round(searches / 2) };
  });
  const full: Insights = {
    days,
    top: [
      words("reset password", 84, 0, 61),
      words("invoice", 52, 2, 30),
      words("rückgabe", 31, 4, 12, "de"),
      words("كلمة المرور", 12, 1, 8, "ar"),
      words("cancel subscription", 11, 0, 9),
    ],
    without: [
      words("iceland shipping", 14, 14, 0, "en", { articleId: fixtureId("art", 2), title: "Shipping times" }),
      words("rückgabe", 31, 4, 12, "de"),
      words("webhook retries", 3, 3, 0),
    ],
    articles: [
      { articleId: fixtureId("art", 1), title: "Reset your password", helpful: 40, answers: 44 },
      { articleId: fixtureId("art", 2), title: "Shipping times", helpful: 3, answers: 11 },
    ],
  };
  const gap = (n: number, change: Partial<Gap> = {}): Gap => ({
    id: fixtureId("gap", n) as Gap["id"],
    question: "Do you ship to Iceland?",
    shared: null,
    locale: "en",
    questions: 14,
    lastAt: "2026-11-21T08:00:00.000Z",
    state: "open",
    article: null,
    found: null,
    maybe: null,
    examples: [
      {
        id: fixtureId("gqu", n),
        question: "shipping to iceland",
        source: "search",
        createdAt: "2026-11-21T08:00:00.000Z",
        conversationId: fixtureId("cnv", 1),
        article: null,
      },
      {
        id: fixtureId("gqu", n + 50),
        question: "And to Iceland?",
        source: "feedback",
        createdAt: "2026-11-20T08:00:00.000Z",
        conversationId: null,
        article: { articleId: fixtureId("art", 2), title: "Shipping times" },
      },
    ],
    ...change,
  });
  const gaps = [
    gap(1, { maybe: { articleId: fixtureId("art", 2), title: "Shipping times" } }),
    gap(2, { question: "How do I return a broken lamp?", questions: 1, found: { articleId: fixtureId("art", 3), title: "Returns" } }),
  ];
  const page = (items: readonly Gap[], next: string | null = null) => answer({ items, next });
  const written = gap(3, {
    state: "written",
    article: { articleId: fixtureId("art", 4), title: "Shipping to Iceland", published: false },
  });
  const base = { ...frame(), readInsights: answer(full), listGaps: page(gaps, "more") };
  const none: Insights = { days: days.map(({ day }) => ({ day, searches: 0, without: 0, opened: 0 })), top: [], without: [], articles: [] };
  const long = `${LONG} `.repeat(5);
  return [
    { name: "full", path, answers: base },
    { name: "examples", path, answers: base, act: "click:Asked as" },
    { name: "empty", path, answers: { ...frame(), readInsights: answer(none), listGaps: page([]) } },
    { name: "answered", path, answers: { ...base, listGaps: page([written]) }, act: "click:Answered" },
    { name: "ignored, none", path, answers: { ...base, listGaps: page([]) }, act: "click:Ignored" },
    {
      name: "comments",
      path,
      answers: {
        ...base,
        listComments: answer({
          items: [
            { id: fixtureId("hfb", 1), comment: "And to Iceland?", helpful: false, locale: "en", createdAt: "2026-11-20T08:00:00.000Z" },
            { id: fixtureId("hfb", 2), comment: "شكرا", helpful: true, locale: "ar", createdAt: "2026-11-19T08:00:00.000Z" },
          ],
          next: null,
        }),
      },
      act: "click:Comments on Shipping times",
    },
    {
      name: "no comments",
      path,
      answers: { ...base, listComments: answer({ items: [], next: null }) },
      act: "click:Comments on Shipping times",
    },
    {
      name: "which article",
      path,
      answers: { ...base, listArticles: answer({ items: [], next: null }) },
      act: "click:Answered by…: Do you ship to Iceland?",
    },
    { name: "write an article", path, answers: base, act: "click:Write article: Do you ship to Iceland?" },
    {
      name: "write an article that several asked for",
      path,
      answers: { ...base, listGaps: page([gap(1, { shared: "Do you ship to Iceland?" })]) },
      act: "click:Write article: Do you ship to Iceland?",
    },
    {
      name: "write an article, long question",
      path,
      answers: { ...base, listGaps: page([gap(1, { question: long, questions: 1 })]) },
      act: "click:Write article",
    },
    { name: "loading", path, answers: { ...frame(), readInsights: "hang", listGaps: "hang" } },
    {
      name: "error",
      path,
      answers: {
        ...frame(),
        readInsights: refusal(503, "unavailable", "The service is unavailable right now. Try again in a moment."),
        listGaps: refusal(503, "unavailable", "The service is unavailable right now. Try again in a moment."),
      },
    },
    { name: "offline", path, answers: { ...frame(), readInsights: "offline", listGaps: "offline" } },
    { name: "operator", path, answers: { ...base, ...frame("operator") } },
    {
      name: "no permission",
      path,
      answers: {
        ...frame(),
        readInsights: refusal(403, "forbidden", "You don’t have permission to do this."),
        listGaps: refusal(403, "forbidden", "You don’t have permission to do this."),
      },
    },
    {
      name: "long text",
      path,
      answers: {
        ...frame(),
        readInsights: answer({
          ...full,
          top: [words(long.slice(0, 200), 4, 0, 1)],
          articles: [{ articleId: fixtureId("art", 1), title: long.slice(0, 200), helpful: 1, answers: 1_234_567 }],
        }),
        listGaps: page([gap(1, { question: long.slice(0, 300), questions: 1_234_567 })]),
      },
    },
  ];
}

/** Empty in production builds. */
export const insightsStories: readonly ScreenState[] = import.meta.env?.PROD ? [] : declare();
