// Parses the parts of a link: label, address, title (CommonMark 0.31, sections 4.7 and 6.3).

/** At most 999 characters, as in CommonMark. */
const LABEL = /\[((?:\\[^]|[^\\[\]]){1,999})\]/y;
const ANGLED = /<((?:\\.|[^\n<>\\])*)>/y;
const TITLE = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\)/y;
const SPACE = /[ \t]*(?:\n[ \t]*)?/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
/** Maximum nesting of brackets in an address without angle brackets, as in cmark. */
const MAX_BRACKETS = 32;

/** Link reference definitions of the whole text, by folded label. */
export type Definitions = Map<string, Target>;
/** The destination of a link and its title. */
export interface Target {
  readonly href: string;
  readonly title: string | null;
}

/** A label normalised for comparison: case folded, white space collapsed. */
export const folded = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();

const escapes = (text: string): string => text.replace(/\\([\p{P}\p{S}])/gu, "$1");

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
const afterSpace = (text: string, at: number): number => after(SPACE, text, at) ?? at;

/** The label in square brackets at `at`, and the position after it. */
export function labelAt(text: string, at: number): { readonly label: string; readonly to: number } | undefined {
  LABEL.lastIndex = at;
  const label = LABEL.exec(text)?.[1];
  return label === undefined || label.trim() === "" ? undefined : { label, to: LABEL.lastIndex };
}

/** The address at `at`, and the position after it. */
function addressAt(text: string, at: number): { readonly href: string; readonly to: number } | undefined {
  if (text[at] === "<") {
    ANGLED.lastIndex = at;
    const href = ANGLED.exec(text)?.[1];
    return href === undefined ? undefined : { href: escapes(href), to: ANGLED.lastIndex };
  }
  let open = 0;
  let to = at;
  for (; to < text.length; to += 1) {
    const code = text.charCodeAt(to);
    if (code <= 32 || code === 127) break;
    if (code === 92 && /[!-/:-@[-`{-~]/.test(text[to + 1] ?? "")) to += 1;
    else if (code === 40) {
      if ((open += 1) > MAX_BRACKETS) return undefined;
    } else if (code === 41 && (open -= 1) < 0) break;
  }
  return open > 0 ? undefined : { href: escapes(text.slice(at, to)), to };
}

const titleOf = (text: string, at: number, to: number | undefined): string | null =>
  to === undefined ? null : escapes(text.slice(at + 1, to - 1));

/** `(address "title")` after the text of a link, and the position after it. */
export function targetAt(text: string, at: number): (Target & { readonly to: number }) | undefined {
  if (text[at] !== "(") return undefined;
  const found = addressAt(text, afterSpace(text, at + 1));
  if (found === undefined) return undefined;
  const space = afterSpace(text, found.to);
  const title = space > found.to ? after(TITLE, text, space) : undefined;
  const to = title === undefined ? space : afterSpace(text, title);
  return text[to] === ")" ? { href: found.href, title: titleOf(text, space, title), to: to + 1 } : undefined;
}

/** The definition at `at`; added to `links` unless the label is defined already. Undefined if there is none. */
export function definitionAt(text: string, at: number, links: Definitions): (Target & { readonly to: number }) | undefined {
  const label = labelAt(text, at);
  if (label === undefined || text[label.to] !== ":") return undefined;
  const begin = afterSpace(text, label.to + 1);
  const found = addressAt(text, begin);
  if (found === undefined || found.to === begin) return undefined;
  const space = afterSpace(text, found.to);
  const title = space > found.to ? after(TITLE, text, space) : undefined;
  const behind = title === undefined ? undefined : after(REST_OF_LINE, text, title);
  const to = behind ?? after(REST_OF_LINE, text, found.to);
  if (to === undefined) return undefined;
  const target: Target = { href: found.href, title: behind === undefined ? null : titleOf(text, space, title) };
  const name = folded(label.label);
  if (!links.has(name)) links.set(name, target);
  return { ...target, to };
}
