// Picks the language that a reader gets. Pure.

/** The languages of a wish, the best first: `pt-BR` is content with `pt`. */
export const wished = (locale: string | undefined): string[] => {
  if (locale === undefined) return [];
  const parts = locale.split("-");
  return parts.map((_, i) => parts.slice(0, parts.length - i).join("-"));
};

/** The language of the list that suits the wish best: itself, without its region, another region of it, else the default. */
export function bestLocale(locale: string | undefined, locales: readonly string[], fallback: string): string {
  const [own] = (locale ?? "").split("-");
  return wished(locale).find((one) => locales.includes(one)) ?? locales.find((one) => own && one.split("-")[0] === own) ?? fallback;
}

/** The address of another article of the same help center, in any language; undefined for every other address. */
export function articleAddress(href: string, slug: string, appOrigin: string): { locale: string; slug: string } | undefined {
  const path = href.startsWith(`${appOrigin}/`) ? href.slice(appOrigin.length) : href;
  const [, project, locale, article] = /^\/help\/([a-z0-9-]+)\/([A-Za-z-]+)\/articles\/([^/?#]+)(?:[?#].*)?$/.exec(path) ?? [];
  return project === slug && locale && article ? { locale, slug: article } : undefined;
}
