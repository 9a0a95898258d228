// Stories of the source screens, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { crawl, item, source, SOURCE_ID } from "./sources.fixtures.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const CRAWLER = { missing: ["CRAWLER_ACTOR_ID", "CRAWLER_TOKEN"], allowed: true, mayOpen: false, opened: false };
const search = (change: object = {}) =>
  answer({ semantic: "off", missing: ["VECTOR_STORE_URL"], begun: false, model: null, waiting: 0, failed: 0, lastError: null, ...change });
const sources = (items: readonly object[], crawler = CRAWLER) => answer({ items, languages: ["en", "de"], crawler });
const invalid = (path: string, message: string) =>
  answer({ error: "Some fields are not right.", code: "invalid_request", issues: [{ path, message }] }, 400);

const MANY = [
  source("articles", { id: fixtureId("ksr", 2), name: "Articles", documents: 214 }),
  source("snippets", { drafts: 2 }),
  source("files", { id: fixtureId("ksr", 3), name: "Manuals", waiting: 1, audience: "told" }),
  source("answers", { id: fixtureId("ksr", 4), name: "Saved answers", audience: "members", assistant: false, documents: 31 }),
  source("website", { id: fixtureId("ksr", 5), name: "acme.example", failed: 3, run: crawl(), documents: 81 }),
  source("website", { id: fixtureId("ksr", 6), name: "Status page", documents: 1, run: crawl({ state: "running", finishedAt: null }) }),
  source("website", {
    id: fixtureId("ksr", 7),
    name: "Old shop",
    documents: 0,
    syncedAt: null,
    run: crawl({ state: "failed", error: "x" }),
  }),
];

// One function each, so that production builds can drop everything in them.
function declareSources(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/sources`;
  const ready = { ...frame(), listSources: sources(MANY), readSearchState: search() };
  const add = "click:Add source";
  const TRY = "fill:Question=How do I return an order?;press:Enter";
  const HITS = [
    { n: 1, kind: "snippets", title: "Return within thirty days", audience: "public" },
    { n: 2, kind: "answers", title: "Sending back a cracked bowl", audience: "members" },
  ].map(({ n, ...hit }) => ({
    ...hit,
    documentId: fixtureId("kdc", n),
    sourceId: SOURCE_ID,
    key: "k",
    url: null,
    locale: "en",
    heading: "Returns",
    quote: "Send the order back within thirty days, unused, with the label of the parcel.",
    marks: [[9, 14]],
    text: "x",
    score: 1,
    coverage: 1,
    confidence: 0.8,
  }));
  return [
    { name: "all kinds", path, answers: ready },
    { name: "empty", path, answers: { ...ready, listSources: sources([]) } },
    { name: "empty, operator", path, answers: { ...ready, ...frame("operator"), listSources: sources([]) } },
    { name: "no permission to add", path, answers: { ...ready, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), listSources: "hang", readSearchState: "hang" } },
    { name: "error", path, answers: { ...frame(), listSources: DOWN, readSearchState: DOWN } },
    { name: "offline", path, answers: { ...frame(), listSources: "offline", readSearchState: "offline" } },
    {
      name: "long text",
      path,
      answers: { ...ready, ...frame("owner", LONG), listSources: sources([source("files", { name: `${LONG} ${LONG}` })]) },
    },
    {
      name: "found by meaning",
      path,
      answers: { ...ready, readSearchState: search({ semantic: "on", model: "openai/x", missing: [], waiting: 12 }) },
    },
    {
      name: "search by meaning is down",
      path,
      answers: { ...ready, readSearchState: search({ semantic: "down", missing: [], lastError: "The vector store answered 503." }) },
    },
    { name: "search by meaning half set up", path, answers: { ...ready, readSearchState: search({ begun: true }) } },
    { name: "add snippets", path, answers: ready, act: add },
    { name: "add a website", path, answers: ready, act: `${add};click:Website` },
    {
      name: "website refused",
      path,
      answers: {
        ...ready,
        createSource: invalid(
          "website.addresses.0",
          "https://127.0.0.1/ can’t be fetched: it must be a public address that starts with https://.",
        ),
      },
      act: `${add};click:Website;fill:Addresses=https://127.0.0.1/;click:Add`,
    },
    {
      name: "question tried",
      path,
      answers: {
        ...ready,
        searchKnowledge: answer({ semantic: "down", hits: HITS, readAs: "forgot my password", fits: true, confidence: 0.8 }),
      },
      act: TRY,
    },
    {
      name: "the crawler can be opened",
      path,
      answers: { ...ready, listSources: sources(MANY, { ...CRAWLER, missing: [], allowed: false, mayOpen: true }) },
    },
    {
      name: "nothing answers the question",
      path,
      answers: { ...ready, searchKnowledge: answer({ semantic: "off", hits: [], readAs: null, fits: false, confidence: 0 }) },
      act: TRY,
    },
    {
      name: "nothing fits the question",
      path,
      answers: { ...ready, searchKnowledge: answer({ semantic: "off", hits: HITS, readAs: null, fits: false, confidence: 0.2 }) },
      act: TRY,
    },
    { name: "question failed", path, answers: { ...ready, searchKnowledge: DOWN }, act: TRY },
    { name: "adding failed", path, answers: { ...ready, createSource: DOWN }, act: `${add};click:Add` },
  ];
}

function declareSource(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/sources/${SOURCE_ID}`;
  const one = (of: object, items: readonly object[], next: string | null = null) => ({
    ...frame(),
    readSource: answer({ source: of, languages: ["de"], crawler: CRAWLER }),
    listItems: answer({ items, next }),
  });
  const snippets = one(source("snippets", { drafts: 1 }), [
    item(3, "Opening hours"),
    item(2, "What to do when the display stays dark", { state: "draft" }),
    item(1, "Return within thirty days"),
  ]);
  const text = answer({ item: item(3, "Opening hours"), content: "We are open from **nine to five**.\n\n- Monday\n- Tuesday", cut: false });
  const files = one(source("files", { waiting: 1, failed: 1 }), [
    item(4, "manual-2026.pdf", { type: "application/pdf", size: 4_200_000, parts: 3 }),
    item(3, "scan.pdf", { type: "application/pdf", size: 900_000, state: "failed", error: "This file contains no text.", parts: 0 }),
    item(2, "parts.csv", { type: "text/csv", size: 18_400, state: "waiting", parts: 0 }),
    item(1, "half.docx", {
      type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      size: 31_000,
      state: "waiting",
      parts: 0,
    }),
  ]);
  const pages = [
    item(3, "Brewing", { url: "https://acme.example/docs/brewing" }),
    item(2, "https://acme.example/docs/old", {
      url: "https://acme.example/docs/old",
      state: "failed",
      error: "Page not found (404).",
    }),
    item(1, "Private", { url: "https://acme.example/private", state: "skipped", error: "The site’s robots.txt disallows it." }),
  ];
  const website = one(source("website", { failed: 1, run: crawl({ costUsd: 0.42, way: "crawler" }) }), pages);
  const running = crawl({ state: "running", finishedAt: null, stored: 20, unchanged: 11, failed: 0, skipped: 0, removed: 0 });
  const answers = one(source("answers", { audience: "members", assistant: false }), [item(1, "How do I descale the kettle?")]);
  const long = `${LONG} ${LONG} ${LONG}`;
  return [
    { name: "snippets", path, answers: snippets },
    { name: "snippets, operator", path, answers: { ...snippets, ...frame("operator") } },
    { name: "no snippets", path, answers: one(source("snippets", { documents: 0 }), []) },
    { name: "no page of the website", path, answers: one(source("website", { documents: 0, syncedAt: null }), []) },
    { name: "loading", path, answers: { ...frame(), readSource: "hang", listItems: "hang" } },
    { name: "error", path, answers: { ...frame(), readSource: DOWN, listItems: DOWN } },
    {
      name: "not there",
      path,
      answers: { ...snippets, readSource: refusal(404, "not_found", "This doesn’t exist, or you don’t have access to it.") },
    },
    { name: "items failed", path, answers: { ...snippets, listItems: DOWN } },
    { name: "offline", path, answers: { ...frame(), readSource: "offline", listItems: "offline" } },
    { name: "more to show", path, answers: one(source("snippets"), [item(1, "Opening hours")], "next") },
    {
      name: "long text",
      path,
      answers: one(source("website", { name: long, run: crawl({ state: "failed", error: long }) }), [
        item(1, long, { url: `https://acme.example/${"long/".repeat(60)}`, state: "failed", error: long }),
      ]),
    },
    { name: "files", path, answers: files },
    {
      name: "text of a file",
      path,
      answers: { ...files, readItem: answer({ item: item(4, "manual-2026.pdf"), content: "Chapter 1\n\nFill the tank.", cut: true }) },
      act: "click:manual-2026.pdf",
    },
    { name: "upload", path, answers: files, act: "click:Upload files" },
    { name: "website fetched", path, answers: website },
    {
      name: "website being fetched",
      path,
      answers: { ...one(source("website", { run: running }), pages), readCrawl: answer({ crawl: running }) },
    },
    {
      name: "website being stopped",
      path,
      answers: { ...one(source("website", { run: { ...running, aborting: true } }), pages), readCrawl: "hang" },
    },
    {
      name: "website failed",
      path,
      answers: one(
        source("website", {
          run: crawl({ state: "failed", stored: 0, error: "The crawler provider refused CRAWLER_TOKEN. Set a new token." }),
        }),
        [],
      ),
    },
    {
      name: "fetching refused",
      path,
      answers: {
        ...website,
        startCrawl: refusal(409, "conflict", "This website is already being fetched. Wait for that run, or stop it."),
      },
      act: "click:Fetch again",
    },
    { name: "chosen answers", path, answers },
    { name: "articles", path, answers: one(source("articles", { name: "Articles" }), []) },
    { name: "new snippet", path, answers: snippets, act: "click:New snippet" },
    { name: "snippet previewed", path, answers: { ...snippets, readItem: text }, act: "click:Opening hours;click:Preview" },
    { name: "snippet loading", path, answers: { ...snippets, readItem: "hang" }, act: "click:Opening hours" },
    { name: "snippet, operator", path, answers: { ...snippets, ...frame("operator"), readItem: text }, act: "click:Opening hours" },
    {
      name: "snippet overtaken",
      path,
      answers: {
        ...snippets,
        readItem: text,
        changeItem: answer({ error: "Someone else changed this. Reload it first.", code: "conflict", revision: 2 }, 409),
      },
      act: "click:Opening hours;click:Publish",
    },
    { name: "remove a snippet", path, answers: snippets, act: "click:Remove Opening hours" },
    { name: "settings", path, answers: website, act: "click:Source settings" },
    {
      name: "settings refused",
      path,
      answers: { ...snippets, changeSource: invalid("locale", "must be a language such as en, de or pt-BR") },
      act: "click:Source settings;fill:Language=english;click:Save",
    },
    { name: "remove the source", path, answers: snippets, act: "click:Source settings;click:Remove source" },
  ];
}

const SHIPPED = import.meta.env?.PROD;
export const sourcesStories = SHIPPED ? [] : declareSources();
export const sourceStories = SHIPPED ? [] : declareSource();
