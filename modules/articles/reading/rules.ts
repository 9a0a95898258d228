// Picks the language for a reader, and recognises links to articles. Pure.

/** A preferred language with its fallbacks, best first: `pt-BR`, then `pt`. */
export const languageFallbacks = (locale: string | undefined): string[] => {
  if (locale === undefined) return [];
  const parts = locale.split("-");
  return parts.map((_, i) => parts.slice(0, parts.length - i).join("-"));
};

/** The best match for a preferred language: itself, without its region, another region of it, else `fallback`. */
export function bestLocale(locale: string | undefined, locales: readonly string[], fallback: string): string {
  const [own] = (locale ?? "").split("-");
  return (
    languageFallbacks(locale).find((one) => locales.includes(one)) ?? locales.find((one) => own && one.split("-")[0] === own) ?? fallback
  );
}

/** Language and slug if the address is that of an article of the same help center; else undefined. */
export function articleAddress(href: string, slug: string, appOrigin: string): { locale: string; slug: string } | undefined {
  const path = href.startsWith(`${appOrigin}/`) ? href.slice(appOrigin.length) : href;
  const [, project, locale, article] = /^\/help\/([a-z0-9-]+)\/([A-Za-z-]+)\/articles\/([^/?#]+)(?:[?#].*)?$/.exec(path) ?? [];
  return project === slug && locale && article ? { locale, slug: article } : undefined;
}
