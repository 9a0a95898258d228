// Stories of the article screens.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ArticleLocale, ArticleSummary, ArticleText, Collection } from "../contract.ts";

const AT = "2026-11-18T09:14:00.000Z";
const TITLES = [
  "Reset your password",
  "Invite your team",
  "Change the billing address",
  "Connect a custom domain",
  "Export all your data",
  "Sign in with two factors",
  "Pay by bank transfer",
  "Move an account to another owner",
];
const WORDS = `Sometimes a password is lost. **Nothing else is.**

## On the sign-in page

1. Press *Forgot password*.
2. Write your email address.
3. Open the mail, and choose a new one.

> [!NOTE]
> The link works for an hour.

| Plan | Sessions |
| --- | --- |
| Free | 1 |
| Team | unlimited |
`;

// One function, so that a build without stories drops all of this.
function declare(): { list: readonly ScreenState[]; one: readonly ScreenState[] } {
  const longTitle = `${LONG}: ${LONG}, und was dabei zu beachten ist, wenn mehrere Personen daran schreiben`;
  const localeText = (n: number, change: Partial<ArticleLocale> = {}): ArticleLocale => ({
    locale: "en",
    title: TITLES[n % TITLES.length] ?? "",
    slug: `article-${n}`,
    revision: 3,
    version: 1,
    changed: false,
    liveSlug: `article-${n}`,
    publishAt: null,
    updatedAt: AT,
    ...change,
  });
  const article = (n: number, change: Partial<ArticleSummary> = {}, locale: Partial<ArticleLocale> = {}): ArticleSummary => ({
    id: fixtureId("art", n) as ArticleSummary["id"],
    collectionId: null,
    audience: "public",
    assistant: true,
    createdAt: "2026-09-02T09:00:00.000Z",
    createdBy: "Mia Sol",
    archivedAt: null,
    locales: [localeText(n, locale)],
    ...change,
  });
  const collection = (n: number, name: string, articles: number, description = ""): Collection => ({
    id: fixtureId("hcl", n) as Collection["id"],
    texts: [{ locale: "en", slug: `collection-${n}`, name, description }],
    articles,
  });
  const collections = (items: readonly Collection[], without = 0) =>
    answer({ items, without, defaultLocale: "en", locales: ["en", "de"], projectSlug: "acme", open: true });
  const page = (items: readonly ArticleSummary[], next: string | null = null) => answer({ items, next });
  const some = [
    article(1),
    article(2, {}, { changed: true }),
    article(3, {}, { version: null, liveSlug: null }),
    article(4, { audience: "members" }, { version: null, liveSlug: null, publishAt: "2027-01-01T09:00:00.000Z" }),
    article(5, { locales: [localeText(5), localeText(5, { locale: "de", version: null })] }),
    article(6, {}, { title: "", version: null, liveSlug: null }),
  ];
  const two = collections([
    collection(1, "Getting started", 6, "The first steps, from the account to the first message."),
    collection(2, "Billing", 6),
  ]);

  const path = `/projects/${PROJECT_ID}/help/articles`;
  const lists = { ...frame(), listCollections: two, listArticles: page(some) };
  const list: readonly ScreenState[] = [
    { name: "list", path, answers: lists },
    { name: "as an operator", path, answers: { ...lists, ...frame("operator") } },
    { name: "empty", path, answers: { ...lists, listCollections: collections([]), listArticles: page([]) } },
    {
      name: "empty collection",
      path,
      answers: { ...lists, listCollections: collections([collection(1, "Billing", 0)]), listArticles: page([]) },
    },
    { name: "loading", path, answers: { ...lists, listCollections: "hang" } },
    { name: "articles loading", path, answers: { ...lists, listArticles: "hang" } },
    {
      name: "error",
      path,
      answers: { ...lists, listCollections: refusal(500, "unavailable", "The articles could not be read. Try again in a moment.") },
    },
    {
      name: "no permission",
      path,
      answers: { ...lists, listCollections: refusal(403, "forbidden", "You are no longer a member of this project.") },
    },
    { name: "offline", path, answers: { ...lists, listCollections: "offline" } },
    { name: "nothing found", path, answers: { ...lists, listArticles: page([]) }, act: "fill:Search titles=zzz" },
    { name: "found", path, answers: lists, act: "fill:Search titles=pass" },
    { name: "narrowed", path: `${path}?in=${fixtureId("hcl", 2)}&missing=de&state=published`, answers: lists },
    { name: "new collection", path, answers: lists, act: "click:New collection" },
    { name: "row menu", path, answers: lists, act: "click:More actions for Invite your team" },
    { name: "several chosen", path, answers: lists, act: "click:Select several;click:Select Invite your team" },
    { name: "collection removal", path, answers: lists, act: "click:More actions for Billing;click:Remove collection" },
    {
      name: "long text",
      path,
      answers: {
        ...lists,
        listCollections: collections([collection(1, longTitle, 2, longTitle)]),
        listArticles: page([article(1, {}, { title: longTitle }), article(2)]),
      },
    },
    {
      name: "two hundred",
      path,
      answers: {
        ...lists,
        listCollections: collections([collection(1, "Everything", 200)]),
        listArticles: page(Array.from({ length: 200 }, (_, n) => article(n, {}, { title: `${TITLES[n % 8]} (${n})` }))),
      },
    },
  ];

  const text = (change: Partial<ArticleText> = {}): ArticleText => ({
    locale: "en",
    revision: 3,
    slug: "reset-your-password",
    slugKept: true,
    title: "Reset your password",
    summary: "How to choose a new password when the old one is lost.",
    content: WORDS,
    updatedAt: AT,
    updatedBy: "Tomás Álvarez",
    version: 1,
    changed: false,
    liveSlug: "reset-your-password",
    publishedAt: "2026-11-02T09:14:00.000Z",
    publishedBy: "Mia Sol",
    publishAt: null,
    publishBy: null,
    scheduleFailed: null,
    ...change,
  });
  const DRAFT = { version: null, liveSlug: null, publishedAt: null, publishedBy: null, slugKept: false } as const;
  const at = `${path}/${fixtureId("art", 1)}`;
  const read = (change: Partial<ArticleText> = {}, summary: Partial<ArticleSummary> = {}) => ({
    ...frame(),
    listCollections: two,
    listArticles: page(some),
    readArticle: answer({
      article: article(
        1,
        { collectionId: fixtureId("hcl", 1) as never, ...summary },
        { version: 1, ...(change.version === null ? { version: null } : {}) },
      ),
      text: text(change),
    }),
    saveArticleText: answer({ text: text({ ...change, revision: 4, changed: true }) }),
    listVersions: answer({
      items: [
        {
          version: 2,
          title: "Reset your password",
          slug: "reset-your-password",
          publishedAt: "2026-11-02T09:14:00.000Z",
          publishedBy: "Mia Sol",
        },
        { version: 1, title: "Lost password", slug: "lost-password", publishedAt: "2026-10-02T09:14:00.000Z", publishedBy: null },
      ],
      next: null,
    }),
    readVersion: answer({
      version: 2,
      title: "Lost password",
      slug: "lost-password",
      publishedAt: "2026-10-02T09:14:00.000Z",
      publishedBy: "Mia Sol",
      summary: "",
      content: WORDS.replace("an hour", "a day"),
    }),
  });
  const one: readonly ScreenState[] = [
    { name: "published", path: at, answers: read() },
    { name: "draft", path: at, answers: read(DRAFT) },
    {
      name: "not open yet",
      path: at,
      answers: {
        ...read(),
        listCollections: answer({ items: [], without: 1, defaultLocale: "en", locales: ["en"], projectSlug: "acme", open: false }),
      },
    },
    { name: "changed", path: at, answers: read({ changed: true, slug: "new-password" }) },
    {
      name: "not published by the schedule",
      path: at,
      answers: read({ ...DRAFT, scheduleFailed: { at: "2026-11-20T09:00:00.000Z", why: "giver" } }),
    },
    { name: "scheduled", path: at, answers: read({ ...DRAFT, publishAt: "2027-01-01T09:00:00.000Z", publishBy: "Mia Sol" }) },
    { name: "as an operator", path: at, answers: { ...read(DRAFT), ...frame("operator") } },
    { name: "told by the assistant", path: at, answers: read({}, { audience: "told" }) },
    { name: "archived", path: at, answers: read(DRAFT, { archivedAt: AT }) },
    { name: "missing language", path: at, answers: { ...read(), readArticle: answer({ article: article(1), text: null }) } },
    { name: "versions", path: at, answers: read({ changed: true }), act: "click:More actions for Reset your password;click:Versions" },
    {
      name: "link",
      path: at,
      answers: read(),
      act: "click:Link;fill:Address or article title=invite",
    },
    { name: "video", path: at, answers: read(), act: "click:Video;fill:Address of the video=example.org;press:Enter" },
    { name: "schedule", path: at, answers: read(DRAFT), act: "click:More actions for Reset your password;click:Schedule" },
    { name: "unpublish asks", path: at, answers: read(), act: "click:More actions for Reset your password;click:Unpublish" },
    { name: "archive asks", path: at, answers: read(), act: "click:More actions for Reset your password;click:Archive" },
    {
      name: "delete asks",
      path: at,
      answers: read(DRAFT, { archivedAt: AT }),
      act: "click:More actions for Reset your password;click:Delete forever",
    },
    {
      name: "long text",
      path: at,
      answers: read({
        ...DRAFT,
        title: longTitle,
        summary: longTitle,
        slug: "wort".repeat(28),
        content: `${LONG.replaceAll(" ", "")} `.repeat(60),
      }),
    },
    { name: "loading", path: at, answers: { ...read(), readArticle: "hang" } },
    {
      name: "error",
      path: at,
      answers: { ...read(), readArticle: refusal(500, "unavailable", "The article could not be read. Try again in a moment.") },
    },
    {
      name: "not there",
      path: at,
      answers: { ...read(), readArticle: refusal(404, "not_found", "This doesn’t exist, or you don’t have access to it.") },
    },
    {
      name: "no permission",
      path: at,
      answers: { ...read(), readArticle: refusal(403, "forbidden", "You are no longer a member of this project.") },
    },
    { name: "offline", path: at, answers: { ...read(), readArticle: "offline" } },
    {
      name: "save refused",
      path: at,
      answers: { ...read(), saveArticleText: refusal(400, "invalid_request", "Use at most 200 characters.") },
      act: "fill:Title=Another;click:Update",
    },
    { name: "kept here", path: at, answers: { ...read(), saveArticleText: "offline" }, act: "fill:Title=Another;click:Update" },
    {
      name: "conflict",
      path: at,
      answers: {
        ...read(),
        saveArticleText: answer({ code: "stale_frontier", error: "Somebody else has changed this text.", revision: 5 }, 409),
      },
      // Saving begins by itself, so there may be no time for a click before the conflict.
      act: "fill:Title=Another;see:Someone else changed this;click:Compare",
    },
  ];
  return { list, one };
}
export const articlesStories = /* @__PURE__ */ (() => declare().list)();
export const articleStories = /* @__PURE__ */ (() => declare().one)();
