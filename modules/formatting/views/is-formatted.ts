// Whether a copy has something that its plain text does not say.

const TELLS =
  /<(?:a\s[^>]*href|b|strong|i|em|s|del|strike|code|pre|blockquote|ul|ol|li|h[1-6]|table)\b|<span\s[^<>]*font-(?:weight:\s*(?:bold|[6-9]00)|style:\s*italic)|mso-list:/i;
/** From a code editor: its HTML has only colours. */
const CODE = /^\s*(?:<meta[^>]*>\s*)?<(?:div|pre)\b[^>]*style=["'][^"']*white-space:\s*pre\b/i;
/** Google Docs wraps each copy in a `<b>` that means nothing. */
const GOOGLE = /<b\s[^>]*id=["']docs-internal-guid[^>]*>/gi;

export const isFormatted = (html: string, types: readonly string[]): boolean =>
  !types.includes("vscode-editor-data") && !CODE.test(html) && TELLS.test(html.replaceAll(GOOGLE, ""));
