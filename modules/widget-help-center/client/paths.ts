// Paths of the help center's routes; paths.test.ts compares them with the contract.
const W = "/api/widget/help";
const part = encodeURIComponent;
const asked = (key: string, locale: string | undefined) => `?key=${part(key)}${locale ? `&locale=${locale}` : ""}`;

export const helpPaths = {
  home: (key: string, locale?: string) => W + asked(key, locale),
  search: (key: string, locale: string | undefined, q: string) => `${W}/search${asked(key, locale)}&q=${part(q)}`,
  article: (id: string, key: string, locale?: string) => `${W}/articles/${part(id)}${asked(key, locale)}`,
  searches: `${W}/searches`,
  feedback: `${W}/feedback`,
};
