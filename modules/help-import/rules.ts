// Decisions of an import that need no data access. Pure.
import type { ArticleId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { ImportOptions, Outcome } from "./contract.ts";
import type { Outline, SourceArticle } from "./platforms/index.ts";

const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;
/** A language as we write it: `en-us` is `en-US`, `es-419` is `es`. Undefined for none that we know. */
export function localeOf(written: string, fallback: string): string | undefined {
  if (written === "") return fallback;
  const [language = "", ...more] = written.split(/[-_]/);
  const script = more.find((part) => /^[a-z]{4}$/i.test(part))?.toLowerCase();
  const region = more.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase();
  const locale = [language.toLowerCase(), script && script.charAt(0).toUpperCase() + script.slice(1), region].filter(Boolean).join("-");
  return LOCALE.test(locale) ? locale : undefined;
}

/**
 * What a source's languages are here. One with a region is the language alone where the help center offers that and not the region,
 * and only for the first of the source's languages that would become the same: else two texts would be one.
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
/** Our collections are of one level: what stands within another keeps its own name, and gets the other's in front when two would be the same. */
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

/** What is known here of a source's article in one language. */
export interface Known {
  readonly hash: string;
  /** The draft that the import wrote. */
  readonly revision: number;
  readonly article: "there" | "archived" | "gone";
  /** The draft as it is; null when that language was taken away. */
  readonly current: number | null;
  /** Who may read the article here; null when it is gone. */
  readonly audience: Audience | null;
  /** Who may, as an import last said; null = a person may have chosen it. */
  readonly given: Audience | null;
  /** Whether an import last wanted readers to see it. */
  readonly publish: boolean;
  readonly live: boolean;
}
export interface Wish {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly audience: Audience;
  /** Whether readers shall see it. */
  readonly publish: boolean;
}
const no = (outcome: Outcome, reason: string): Wish => ({ outcome, reason, audience: "members", publish: false });

const audienceOf = (article: SourceArticle, o: ImportOptions): Audience => (article.restricted ? "members" : o.audience);
const WIDTH: Readonly<Record<Audience, number>> = { members: 0, told: 1, public: 2 };

/** What changes of who may read an article that was imported before. */
export interface Follow {
  readonly articleId: ArticleId;
  readonly from: Audience;
  /** Undefined: as it is. */
  readonly audience: Audience | undefined;
  readonly narrows: boolean;
  /** This language is taken back from readers; its draft stays. */
  readonly unpublish: boolean;
  /** Fewer may read it here than would be chosen, and somebody may have wanted that: it stays. */
  readonly stays: boolean;
}
/**
 * Narrowing holds for every article that is known, whatever becomes of its text. Widening needs that a run set the audience, that nobody
 * edited a text of it here, and that the run takes it. `known` = the languages that are known of this article.
 */
export function followFor(
  article: SourceArticle,
  locale: string | undefined,
  known: readonly (Known & { readonly articleId: ArticleId; readonly locale: string })[],
  outcome: Outcome,
  o: ImportOptions,
): Follow | undefined {
  const one = known.find((each) => each.audience !== null);
  const from = one?.audience ?? null;
  if (one === undefined || from === null) return undefined;
  const wanted = audienceOf(article, o);
  const narrows = WIDTH[wanted] < WIDTH[from];
  const wider = WIDTH[wanted] > WIDTH[from] && outcome !== "skipped";
  const widens = wider && outcome !== "kept" && known.every((each) => each.given === from && each.current === each.revision);
  const mine = known.find((each) => each.locale === locale);
  const hidden = article.draft || (article.restricted && o.restricted === "draft");
  const unpublish = hidden && mine?.live === true && mine.current === mine.revision;
  return { articleId: one.articleId, from, audience: narrows || widens ? wanted : undefined, narrows, unpublish, stays: wider && !widens };
}

/** What shall become of an article of the source. */
export function wishFor(
  article: SourceArticle,
  locale: string | undefined,
  hash: string,
  known: Known | undefined,
  o: ImportOptions,
): Wish {
  if (locale === undefined) return no("skipped", "locale_unknown");
  if (o.locales !== null && !o.locales.includes(locale)) return no("skipped", "locale");
  if (article.draft && o.drafts === "skip") return no("skipped", "draft");
  if (article.restricted && o.restricted === "skip") return no("skipped", "restricted");
  if (article.title.trim() === "") return no("skipped", "no_title");
  const audience = audienceOf(article, o);
  const publish = o.publish && !article.draft && !(article.restricted && o.restricted === "draft");
  if (known === undefined) return { outcome: "created", reason: null, audience, publish };
  if (known.article === "gone" || known.current === null) return no("kept", "removed_here");
  if (known.article === "archived") return no("kept", "archived_here");
  // What this run publishes and the one before left as a draft comes again.
  const chosen = publish && !known.publish && !known.live && known.current === known.revision;
  if (known.hash === hash && !chosen) return no("unchanged", "same");
  if (known.current !== known.revision) return no("kept", "edited_here");
  return { outcome: "updated", reason: null, audience, publish };
}

/** What of an article has no place here, whatever becomes of it: said in its line of the report. */
export function notesOf(article: SourceArticle, outline: Outline | null): (readonly [code: string, detail: string])[] {
  const above = aboveOf(article.collection, outline?.collections ?? []);
  return [
    ...(article.labels.length > 0 ? [["labels_dropped", article.labels.join(", ").slice(0, 300)] as const] : []),
    ...(article.attachments ?? []).slice(0, 20).map((name) => ["attachment_dropped", name.slice(0, 300)] as const),
    // What every article stands in one level of is said by the guide; deeper ones lose more.
    ...(above.length > 1 ? [["nested", above.join(" › ").slice(0, 300)] as const] : []),
    ...(article.lost ?? []),
  ];
}
/** The names of what a collection stands in, the outermost first. */
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
/** Links to files: they lead where they led, which may end with the old help desk. */
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
/** The text with links to articles of the source led to ours. `target` = our address of a source's article. */
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
/** The ids of the source's articles that a text links to. */
export function linkedIn(markdown: string, articleAt: (url: URL) => string | undefined): string[] {
  const ids = new Set<string>();
  relinked(markdown, articleAt, (id) => {
    ids.add(id);
    return undefined;
  });
  return [...ids];
}

/** Where the article was there: paths from which readers of old links shall find it. */
export function oldPaths(url: string | null): string[] {
  if (url === null || !URL.canParse(url)) return [];
  const path = new URL(url).pathname.replace(/^\/+|\/+$/g, "").slice(0, 400);
  if (path === "") return [];
  // Zendesk, Freshdesk, Intercom and Help Scout find an article by its number alone.
  const bare = /^(.*\barticles?\/\d{1,20})-/.exec(path)?.[1];
  return bare === undefined ? [path] : [path, bare];
}
