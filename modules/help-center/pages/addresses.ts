// Builds the paths of public pages below `/help/<slug>/`. All links, canonical URLs and redirects use these functions, so they agree.
import type { Center } from "./center.ts";

export const homePath = (locale: string): string => `${locale}/`;
export const collectionPath = (locale: string, slug: string, page = 1): string =>
  `${locale}/collections/${slug}${page > 1 ? `/${page}` : ""}`;
export const articlePath = (locale: string, slug: string): string => `${locale}/articles/${slug}`;
export const searchPath = (locale: string): string => `${locale}/search`;
/** The page with the contact form. */
export const contactPath = (locale: string): string => `${locale}/contact`;

/** The link from one page to another: a path from the root of the origin. */
export const href = (center: Pick<Center, "slug">, path: string): string => `/help/${center.slug}/${path}`;
/** The absolute URL, for feeds, mails and search engines. */
export const address = (center: Pick<Center, "slug" | "origin">, path: string): string => center.origin + href(center, path);

export type PagePath =
  | { readonly kind: "home"; readonly locale: string }
  | { readonly kind: "collection"; readonly locale: string; readonly slug: string; readonly page: number }
  | { readonly kind: "article"; readonly locale: string; readonly slug: string; readonly markdown: boolean };
/** Parses the path of a stored page. Undefined for objects that are not pages: sitemap, llms.txt, old addresses. */
export function parsePagePath(path: string): PagePath | undefined {
  const found = /^([A-Za-z-]{2,20})\/(?:$|(collections|articles)\/([^/]+?)(\.md)?(?:\/(\d{1,4}))?$)/.exec(path);
  if (!found) return undefined;
  const [, locale = "", list, slug = "", md, page] = found;
  if (list === undefined) return { kind: "home", locale };
  if (list === "articles") return page === undefined ? { kind: "article", locale, slug, markdown: md !== undefined } : undefined;
  return md === undefined ? { kind: "collection", locale, slug, page: Number(page ?? 1) } : undefined;
}
