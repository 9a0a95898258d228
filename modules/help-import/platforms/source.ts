// The interface of all four help desks, in our terms.

export interface SourceCollection {
  readonly id: string;
  /** What it stands in, if anything. */
  readonly within: string | null;
  /** By locale as the help desk writes it; "" where it has no languages. */
  readonly names: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
  /** Only a container of others: no article stands in it directly. */
  readonly outer: boolean;
  readonly restricted: boolean;
}
/** What is read once, before the articles. */
export interface Outline {
  readonly collections: readonly SourceCollection[];
  /** As the help desk writes them; the default first; empty where it has no languages. */
  readonly locales: readonly string[];
}
/** A part of the outline: `next` = where the next part begins, null when it is whole. */
export interface OutlineStep {
  readonly outline: Outline;
  readonly next: string | null;
}
export interface SourceArticle {
  readonly id: string;
  /** As the help desk writes it; "" where it has none. */
  readonly locale: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly url: string | null;
  readonly draft: boolean;
  /** Not everybody may read it there. */
  readonly restricted: boolean;
  readonly collection: string | null;
  readonly labels: readonly string[];
  /** Names of files that belong to it and stand nowhere in its text. */
  readonly attachments?: readonly string[];
  /** What else there is about it that has no place here: codes of the report, each with what it says. */
  readonly lost?: readonly (readonly [code: string, detail: string])[];
}
export interface SourcePage {
  readonly articles: readonly SourceArticle[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
  /** Articles altogether, where the help desk says so. */
  readonly total: number | null;
}
/** A help desk that is read. Every call is a few requests; nothing is ever written there. */
export interface Source {
  outline(had: { readonly outline: Outline; readonly at: string } | null): Promise<OutlineStep>;
  page(outline: Outline, at: string | null): Promise<SourcePage>;
  /** The article that an address of this help desk leads to. */
  articleAt(url: URL): string | undefined;
}

/** What a help desk's answer holds, read without trust. */
type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** Ids are numbers here and texts there. */
export const idOf = (value: unknown): string | null => {
  const id = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^[\w-]{1,64}$/.test(id) ? id : null;
};
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
