// The interface that the clients of all four help desks implement.

export interface SourceCollection {
  readonly id: string;
  /** Id of the parent collection, if any. */
  readonly within: string | null;
  /** Names by locale as the help desk writes it; "" where it has no languages. */
  readonly names: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
  /** Only contains other collections, no articles. */
  readonly outer: boolean;
  readonly restricted: boolean;
}
/** The structure of the source, read once before its articles. */
export interface Outline {
  readonly collections: readonly SourceCollection[];
  /** Locales as the help desk writes them, the default first; empty where it has no languages. */
  readonly locales: readonly string[];
}
/** Part of the outline. `next`: where the next part begins; null when complete. */
export interface OutlineStep {
  readonly outline: Outline;
  readonly next: string | null;
}
export interface SourceArticle {
  readonly id: string;
  /** Locale as the help desk writes it; "" where it has none. */
  readonly locale: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly url: string | null;
  readonly draft: boolean;
  /** Restricted: not everybody may read it there. */
  readonly restricted: boolean;
  readonly collection: string | null;
  readonly labels: readonly string[];
  /** Names of attachments that the text does not link to. */
  readonly attachments?: readonly string[];
  /** Other properties that have no equivalent here: note codes of the report, each with its detail. */
  readonly lost?: readonly (readonly [code: string, detail: string])[];
}
export interface SourcePage {
  readonly articles: readonly SourceArticle[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
  /** Total number of articles, if the help desk reports it. */
  readonly total: number | null;
}
/** A help desk to read from. Every call makes a few requests; nothing is ever written there. */
export interface Source {
  outline(had: { readonly outline: Outline; readonly at: string } | null): Promise<OutlineStep>;
  page(outline: Outline, at: string | null): Promise<SourcePage>;
  /** The id of the article that an address of this help desk leads to. */
  articleAt(url: URL): string | undefined;
}

/** Untrusted JSON of a help desk's response. */
type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** Ids are numbers in some help desks and strings in others. */
export const idOf = (value: unknown): string | null => {
  const id = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^[\w-]{1,64}$/.test(id) ? id : null;
};
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
/** Numbers from here on are milliseconds: as seconds they were of the year 5138. */
const MILLISECONDS_FROM = 1e11;
const LATEST = Date.UTC(9999, 11, 31);
/**
 * Milliseconds of a time as help desks write it: ISO 8601, or seconds or milliseconds since 1970. Undefined if it is none, before 1970, or
 * beyond what a calendar shows. The number 0 stands for no time.
 */
export function timeOf(value: unknown): number | undefined {
  const at =
    typeof value === "number"
      ? (value >= MILLISECONDS_FROM ? value : value * 1000) || -1
      : typeof value === "string" && value !== ""
        ? Date.parse(value)
        : Number.NaN;
  return at >= 0 && at <= LATEST ? Math.floor(at) : undefined;
}
/** What a list of ours says of a word of theirs. Undefined also for a word that every object has, such as `constructor`. */
export const saidOf = <T>(list: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(list, word) ? list[word] : undefined;
