// Stories of sources from GitHub, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";
const SOURCE_ID = fixtureId("ksr", 1);
const CRAWLER = { missing: [], allowed: true, mayOpen: false, opened: false };
const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
const LOST = refusal(
  409,
  "conflict",
  "GitHub does not know it, or the connection’s account may not see it. Check the spelling; for a private repository, give the account or the app access at GitHub.",
);
const source = (state: "running" | "failed" | null = null, more: object = {}) => ({
  ...{ id: SOURCE_ID, kind: "website", name: "App documentation", audience: "public", assistant: true, locale: "en", createdAt: AT },
  ...{ syncedAt: AT, documents: 2, drafts: 0, waiting: 0, failed: 0, website: null, run: null, filled: { by: "GitHub", state } },
  ...more,
});
const choices = (more: object = {}) =>
  answer({
    ...{ isPrivate: false, isArchived: false, folders: ["docs", "guides", "src"] },
    categories: [
      { slug: "announcements", name: "Announcements", isAnswerable: false },
      { slug: "q-a", name: "Q&A", isAnswerable: true },
      { slug: "ideas", name: "Ideas", isAnswerable: true },
    ],
    ...more,
  });

// One function each, so that production builds can drop everything in them.
function declareAdd(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/sources`;
  const hosting = (more: object = {}) =>
    answer({
      ...{ connection: "member", login: "octo-desk", connectedAt: AT, missing: [], repositories: ["acme/app", "acme/website"] },
      ...{ deleted: [], web: "https://github.com", locale: "en", ...more },
    });
  const ready = {
    ...frame(),
    listSources: answer({ items: [source()], languages: ["en"], crawler: CRAWLER }),
    readSearchState: answer({ semantic: "off", missing: [], begun: false, model: null, waiting: 0, failed: 0, lastError: null }),
    readCodeHosting: hosting(),
    readRepositoryChoices: choices(),
  };
  const act = "click:Add from GitHub";
  return [
    { name: "add from GitHub", path, answers: ready, act },
    {
      name: "add from GitHub, private",
      path,
      answers: { ...ready, readRepositoryChoices: choices({ isPrivate: true, categories: null }) },
      act,
    },
    {
      name: "add from GitHub, not connected",
      path,
      answers: { ...ready, readCodeHosting: hosting({ connection: null, login: null, repositories: [] }) },
      act,
    },
    { name: "add from GitHub, no repository", path, answers: { ...ready, readCodeHosting: hosting({ repositories: [] }) }, act },
    { name: "add from GitHub, loading", path, answers: { ...ready, readCodeHosting: "hang" }, act },
    { name: "add from GitHub, repository lost", path, answers: { ...ready, readRepositoryChoices: LOST }, act },
    {
      name: "add from GitHub, refused",
      path,
      answers: {
        ...ready,
        createRepositorySource: refusal(409, "conflict", "Choose at least one thing to read from the repository."),
      },
      act: `${act};click:Add`,
    },
  ];
}
function declarePanel(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/sources/${SOURCE_ID}`;
  const sync = (more: object = {}) => ({
    ...{ state: "done", found: 84, stored: 12, skipped: 2, removed: 3, notes: [], fault: null, until: null, lostAt: null },
    ...{ startedAt: AT, finishedAt: AT, ...more },
  });
  const of = (more: object = {}) =>
    answer({
      ...{
        sourceId: SOURCE_ID,
        repository: "acme/app",
        url: "https://github.com/acme/app",
        branch: "main",
        isPrivate: false,
        readme: true,
      },
      ...{
        docs: "docs",
        releases: true,
        discussions: [],
        commits: false,
        schedule: "daily",
        nextAt: "2026-11-21T10:02:00.000Z",
        sync: sync(),
      },
      ...more,
    });
  const item = (n: number, title: string, more: object = {}) => ({
    ...{
      id: fixtureId("kit", n),
      title,
      url: `https://github.com/acme/app/blob/0f3c/docs/${n}.md`,
      state: "ready",
      error: null,
      type: null,
    },
    ...{ size: 0, parts: 1, revision: 1, updatedAt: AT, ...more },
  });
  const ready = {
    ...frame(),
    readSource: answer({ source: source(), languages: ["en"], crawler: CRAWLER }),
    listItems: answer({
      items: [item(2, "Quarantine"), item(1, "docs/huge.rst", { state: "skipped", error: "Larger than 500 kB.", parts: 0 })],
      next: null,
    }),
    readRepositorySource: of(),
    readRepositoryChoices: choices(),
  };
  const running = (state: "running" | "failed") => answer({ source: source(state), languages: ["en"], crawler: CRAWLER });
  const ended = { state: "failed", stored: 0, removed: 0 };
  return [
    { name: "GitHub synced", path, answers: ready },
    { name: "GitHub synced, operator", path, answers: { ...ready, ...frame("operator") } },
    {
      name: "GitHub first sync",
      path,
      answers: {
        ...ready,
        readSource: running("running"),
        listItems: answer({ items: [], next: null }),
        readRepositorySource: of({ sync: sync({ state: "running", stored: 20, skipped: 0, removed: 0, finishedAt: null }) }),
      },
    },
    {
      name: "GitHub limited",
      path,
      answers: {
        ...ready,
        readSource: running("running"),
        readRepositorySource: of({
          sync: sync({ state: "waiting", fault: "limited", until: "2026-11-20T11:00:00.000Z", finishedAt: null }),
        }),
      },
    },
    {
      name: "GitHub access lost",
      path,
      answers: {
        ...ready,
        readSource: running("failed"),
        readRepositorySource: of({ isPrivate: true, sync: sync({ ...ended, fault: "missing", lostAt: AT }) }),
      },
    },
    {
      name: "GitHub with notes",
      path,
      answers: {
        ...ready,
        readRepositorySource: of({ sync: sync({ notes: ["no_readme", "truncated", "narrowed", "refused_discussions", "not_stored"] }) }),
      },
    },
    { name: "GitHub settings", path, answers: ready, act: "click:Source settings" },
    { name: "GitHub settings, repository lost", path, answers: { ...ready, readRepositoryChoices: LOST }, act: "click:Source settings" },
    { name: "GitHub panel loading", path, answers: { ...ready, readRepositorySource: "hang" } },
    { name: "GitHub panel failed", path, answers: { ...ready, readRepositorySource: DOWN } },
    {
      name: "GitHub long text",
      path,
      answers: {
        ...ready,
        readSource: answer({ source: source(null, { name: `${LONG} ${LONG}` }), languages: ["en"], crawler: CRAWLER }),
        readRepositorySource: of({ repository: `${"a".repeat(39)}/${"b".repeat(100)}`, docs: "deep/".repeat(50) }),
      },
    },
  ];
}
export const addStories = /* @__PURE__ */ (() => declareAdd())();
export const panelStories = /* @__PURE__ */ (() => declarePanel())();
