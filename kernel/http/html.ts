// HTML for pages without scripts: a tagged template that escapes everything not marked as safe.
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
type Value = string | number | Html | readonly Html[] | undefined | false;

/** Escapes every value except Html and lists of it; undefined and false render nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const show = (value: Value): string => {
    if (value === undefined || value === false) return "";
    if (value instanceof Html) return value.text;
    if (Array.isArray(value)) return (value as readonly Html[]).map((h) => h.text).join("");
    return escapeHtml(String(value));
  };
  // Removes the indentation of the template itself; values keep theirs.
  return new Html(strings.map((s, i) => s.replace(/\n\s+/g, "\n") + (i < values.length ? show(values[i]) : "")).join(""));
}
/** A message of the catalogue with HTML in the place of its parameters. */
export function sentence<N extends string>(message: (inputs: Record<N, string>) => string, parts: Record<N, Html>): Html {
  const names = Object.keys(parts) as N[];
  const marked = message(Object.fromEntries(names.map((name, at) => [name, `\u0000${at}\u0000`])) as Record<N, string>);
  return html`${marked.split("\u0000").map((piece, at) => (at % 2 === 0 ? html`${piece}` : parts[names[Number(piece)] as N]))}`;
}
/** A whole page as a response. */
export const htmlResponse = (page: Html, status = 200): Response =>
  new Response(`<!doctype html>${page.text}`, { status, headers: { "content-type": "text/html; charset=utf-8" } });
