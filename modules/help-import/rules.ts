// Pure decisions of an import.
import type { ArticleId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { ImportOptions, Outcome } from "./contract.ts";
import type { Outline, SourceArticle } from "./platforms/index.ts";

const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;
/** The locale as we write it: `en-us` becomes `en-US`, `es-419` becomes `es`. Undefined if unknown. */
export function localeOf(written: string, fallback: string): string | undefined {
  if (written === "") return fallback;
  const [language = "", ...more] = written.split(/[-_]/);
  const script = more.find((part) => /^[a-z]{4}$/i.test(part))?.toLowerCase();
  const region = more.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase();
  const locale = [language.toLowerCase(), script && script.charAt(0).toUpperCase() + script.slice(1), region].filter(Boolean).join("-");
  return LOCALE.test(locale) ? locale : undefined;
}

/**
 * Maps the source's locales to ours. One with a region becomes the plain language if the help center offers only that, but only for the
 * first such locale: otherwise two texts would collide.
 */
export function languagesOf(
  written: readonly string[],
  offered: readonly string[],
  fallback: string,
): (written: string) => string | undefined {
  const all = [...new Set(written.flatMap((one) => localeOf(one, fallback) ?? []))];
  return (one) => {
    const locale = localeOf(one, fallback);
    const [language = ""] = (locale ?? "").split("-");
    if (locale === undefined || offered.includes(locale) || !offered.includes(language)) return locale;
    return all.find((other) => other === language || other.startsWith(`${language}-`)) === locale && !all.includes(language)
      ? language
      : locale;
  };
}

export interface NewCollection {
  readonly id: string;
  readonly names: Readonly<Record<string, { name: string; description: string }>>;
}
const MAX_NAME = 200;
const MAX_DESCRIPTION = 400;
const plain = (text: string, max: number): string =>
  text
    .slice(0, 10_000)
    .replaceAll(/<[^>]{0,2000}>|\p{Cc}/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, max);
/**
 * Flattens nested collections, because ours have one level. A nested one keeps its name, with its parent's name in front only if two would
 * otherwise be equal.
 */
export function collectionsOf(outline: Outline, languageOf: (written: string) => string | undefined): NewCollection[] {
  const byId = new Map(outline.collections.map((one) => [one.id, one]));
  const inner = outline.collections.filter(({ outer }) => !outer);
  const nameIn = (names: NewCollection["names"], locale: string): string => names[locale]?.name ?? Object.values(names)[0]?.name ?? "";
  const count = new Map<string, number>();
  for (const { names } of inner)
    for (const [locale, { name }] of Object.entries(names)) {
      const key = `${locale}/${plain(name, MAX_NAME).toLowerCase()}`;
      count.set(key, (count.get(key) ?? 0) + 1);
    }
  return inner.map((one) => {
    const names: Record<string, { name: string; description: string }> = {};
    for (const [written, { name, description }] of Object.entries(one.names)) {
      const locale = languageOf(written);
      if (locale === undefined || plain(name, MAX_NAME) === "") continue;
      const around = one.within === null ? undefined : byId.get(one.within);
      const isOne = (count.get(`${written}/${plain(name, MAX_NAME).toLowerCase()}`) ?? 0) <= 1;
      const whole = isOne || around === undefined ? name : `${nameIn(around.names, written)} – ${name}`;
      names[locale] = { name: plain(whole, MAX_NAME), description: plain(description, MAX_DESCRIPTION) };
    }
    return { id: one.id, names };
  });
}

/** What an earlier run imported of a source's article in one language, and what became of it here. */
export interface ImportedText {
  readonly hash: string;
  /** The revision of the draft that the import wrote. */
  readonly revision: number;
  readonly article: "active" | "archived" | "deleted";
  /** The draft's current revision; null if that language was deleted here. */
  readonly currentRevision: number | null;
  /** The article's current audience; null if the article is gone. */
  readonly currentAudience: Audience | null;
  /** The audience that an import last set; null if a member may have chosen it. */
  readonly importedAudience: Audience | null;
  /** Whether an import last wanted it published. */
  readonly publish: boolean;
  readonly live: boolean;
}
export interface ArticlePlan {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly audience: Audience;
  /** Whether it should be published. */
  readonly publish: boolean;
}
const notImported = (outcome: Outcome, reason: string): ArticlePlan => ({ outcome, reason, audience: "members", publish: false });

const audienceOf = (article: SourceArticle, o: ImportOptions): Audience => (article.restricted ? "members" : o.audience);
const WIDTH: Readonly<Record<Audience, number>> = { members: 0, told: 1, public: 2 };

/** Changes to the audience of an article that was imported before. */
export interface Follow {
  readonly articleId: ArticleId;
  readonly from: Audience;
  /** Undefined: unchanged. */
  readonly audience: Audience | undefined;
  readonly narrows: boolean;
  /** Unpublishes this language; its draft stays. */
  readonly unpublish: boolean;
  /** The audience here is narrower than the options ask for, possibly on purpose, so it stays. */
  readonly stays: boolean;
}
/**
 * Decides how the audience of an imported article follows the source. Narrowing always applies. Widening requires that a run set the audience,
 * that nobody has edited a text of the article here, and that this run imports it. `imported`: the languages of this article that were imported before.
 */
export function followFor(
  article: SourceArticle,
  locale: string | undefined,
  imported: readonly (ImportedText & { readonly articleId: ArticleId; readonly locale: string })[],
  outcome: Outcome,
  o: ImportOptions,
): Follow | undefined {
  const one = imported.find((each) => each.currentAudience !== null);
  const from = one?.currentAudience ?? null;
  if (one === undefined || from === null) return undefined;
  const wanted = audienceOf(article, o);
  const narrows = WIDTH[wanted] < WIDTH[from];
  const wider = WIDTH[wanted] > WIDTH[from] && outcome !== "skipped";
  const widens =
    wider && outcome !== "kept" && imported.every((each) => each.importedAudience === from && each.currentRevision === each.revision);
  const mine = imported.find((each) => each.locale === locale);
  const hidden = article.draft || (article.restricted && o.restricted === "draft");
  const unpublish = hidden && mine?.live === true && mine.currentRevision === mine.revision;
  return { articleId: one.articleId, from, audience: narrows || widens ? wanted : undefined, narrows, unpublish, stays: wider && !widens };
}

/** Decides what to do with an article of the source. */
export function planFor(
  article: SourceArticle,
  locale: string | undefined,
  hash: string,
  imported: ImportedText | undefined,
  o: ImportOptions,
): ArticlePlan {
  if (locale === undefined) return notImported("skipped", "locale_unknown");
  if (o.locales !== null && !o.locales.includes(locale)) return notImported("skipped", "locale");
  if (article.draft && o.drafts === "skip") return notImported("skipped", "draft");
  if (article.restricted && o.restricted === "skip") return notImported("skipped", "restricted");
  if (article.title.trim() === "") return notImported("skipped", "no_title");
  const audience = audienceOf(article, o);
  const publish = o.publish && !article.draft && !(article.restricted && o.restricted === "draft");
  if (imported === undefined) return { outcome: "created", reason: null, audience, publish };
  if (imported.article === "deleted" || imported.currentRevision === null) return notImported("kept", "removed_here");
  if (imported.article === "archived") return notImported("kept", "archived_here");
  // A text that an earlier run left as a draft is imported again if this run publishes.
  const chosen = publish && !imported.publish && !imported.live && imported.currentRevision === imported.revision;
  if (imported.hash === hash && !chosen) return notImported("unchanged", "same");
  if (imported.currentRevision !== imported.revision) return notImported("kept", "edited_here");
  return { outcome: "updated", reason: null, audience, publish };
}

/** Notes for the report on what could not be imported, whatever the outcome. */
export function notesOf(article: SourceArticle, outline: Outline | null): (readonly [code: string, detail: string])[] {
  const above = aboveOf(article.collection, outline?.collections ?? []);
  return [
    ...(article.labels.length > 0 ? [["labels_dropped", article.labels.join(", ").slice(0, 300)] as const] : []),
    ...(article.attachments ?? []).slice(0, 20).map((name) => ["attachment_dropped", name.slice(0, 300)] as const),
    // The guide explains that one level of nesting is lost; only deeper levels get a note.
    ...(above.length > 1 ? [["nested", above.join(" › ").slice(0, 300)] as const] : []),
    ...(article.lost ?? []),
  ];
}
/** Names of a collection's ancestors, outermost first. */
function aboveOf(id: string | null, all: Outline["collections"]): string[] {
  const names: string[] = [];
  let one = all.find((each) => each.id === id);
  for (let depth = 0; depth < 6; depth += 1) {
    const within = one?.within ?? null;
    if (within === null) break;
    one = all.find((each) => each.id === within);
    const name = Object.values(one?.names ?? {})[0]?.name ?? "";
    if (name !== "") names.unshift(plain(name, MAX_NAME));
  }
  return names;
}

const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|csv|zip|rar|7z|tar|gz|dmg|exe|msi|apk|pkg|mp3|mp4|mov|avi|wav|txt|xml|json|eps|ai|psd|step|stl)$/i;
/** Links to files. They are kept as they are, and may break when the old help desk closes. */
export function filesIn(markdown: string): string[] {
  const files = new Set<string>();
  relinked(
    markdown,
    (url) => {
      if (FILE.test(url.pathname) || /\/(?:article_attachments|attachments)\/\w/.test(url.pathname)) files.add(url.href);
      return undefined;
    },
    () => undefined,
  );
  return [...files].slice(0, 20);
}

const ADDRESS = /\]\(((?:[^\s()\\]|\\[!-/:-@[-`{-~])+)\)|<(https?:\/\/[^\s<>]+)>/g;
/** Rewrites links to articles of the source. `target`: our address of a source's article. */
export function relinked(
  markdown: string,
  articleAt: (url: URL) => string | undefined,
  target: (sourceId: string) => string | undefined,
): { readonly text: string; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const text = markdown.replaceAll(ADDRESS, (all, written: string | undefined, plainly: string | undefined) => {
    const address = written?.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1") ?? plainly ?? "";
    if (!/^https?:/.test(address) || !URL.canParse(address)) return all;
    const id = articleAt(new URL(address));
    if (id === undefined) return all;
    const ours = target(id);
    if (ours === undefined) {
      unknown.push(address);
      return all;
    }
    return written === undefined ? `[${plainly ?? ""}](${ours})` : `](${ours})`;
  });
  return { text, unknown };
}
/** Ids of the source's articles that a text links to. */
export function linkedIn(markdown: string, articleAt: (url: URL) => string | undefined): string[] {
  const ids = new Set<string>();
  relinked(markdown, articleAt, (id) => {
    ids.add(id);
    return undefined;
  });
  return [...ids];
}

/** The article's former paths, from which readers are redirected. */
export function oldPaths(url: string | null): string[] {
  if (url === null || !URL.canParse(url)) return [];
  const path = new URL(url).pathname.replace(/^\/+|\/+$/g, "").slice(0, 400);
  if (path === "") return [];
  // Zendesk, Freshdesk, Intercom and Help Scout find an article by its number, whatever follows it.
  const bare = /^(.*\barticles?\/\d{1,20})-/.exec(path)?.[1];
  return bare === undefined ? [path] : [path, bare];
}
