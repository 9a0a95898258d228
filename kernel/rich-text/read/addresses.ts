// Finds bare web and mail addresses in a text (GitHub flavoured Markdown).

const BEGIN = /(?:(?:https?|ftp):\/\/|www\.)[a-zA-Z0-9-]+/iy;
const END = /[\s<]|$/g;
const MAIL = /(?:mailto:|xmpp:)?[\w.+-]+@[\w-]+(?:\.[\w-]*[a-zA-Z0-9])+(?![\w-])/y;
const LOCAL = /[\w.+-]/;
const TAIL = "?!.,:;*_'\"~";

export interface BareAddress {
  readonly href: string;
  readonly to: number;
}

/** The mail address that begins at `at`. */
export function mailAt(text: string, at: number): BareAddress | undefined {
  MAIL.lastIndex = at;
  const found = MAIL.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { href: /^(?:mailto|xmpp):/.test(found) ? found : `mailto:${found}`, to: at + found.length };
}

/** The end of the characters that may come before the `@`. */
export function localEnd(text: string, at: number): number {
  let to = at;
  while (to < text.length && LOCAL.test(text[to] as string)) to += 1;
  return to;
}

/**
 * Returns a function that finds the web address at a position; positions must increase. `stop`: delimiters that end an address, because
 * they close something opened before it. Each search ahead is done once, not for every address, so the total time is linear.
 */
export function webAddresses(text: string): (at: number, stop: readonly string[]) => BareAddress | undefined {
  const ahead = new Map<string, number>();
  /** The next position of a delimiter; the end of the text if there is none. */
  const next = (delimiter: string, at: number): number => {
    const known = ahead.get(delimiter) ?? -1;
    if (known >= at) return known;
    const found = text.indexOf(delimiter, at);
    const to = found < 0 ? text.length : found;
    ahead.set(delimiter, to);
    return to;
  };
  let end = 0;
  let closed = { before: -1, at: -1 };
  return (at, stop) => {
    BEGIN.lastIndex = at;
    if (!BEGIN.test(text)) return undefined;
    const begun = BEGIN.lastIndex;
    if (end < begun) {
      END.lastIndex = begun;
      end = END.exec(text)?.index ?? text.length;
    }
    let to = Math.min(end, ...stop.map((delimiter) => next(delimiter, begun)));
    // An unclosed bracket ends the address. Searched only within the address, so that nothing is read twice.
    if (closed.before !== to) closed = { before: to, at: text.slice(begun, to).lastIndexOf(")") + begun };
    to = Math.min(to, next("(", Math.max(begun, closed.at + 1)));
    const words = withoutTail(text.slice(at, to));
    if (words.length < begun - at) return undefined;
    return { href: /^www\./i.test(words) ? `http://${words}` : words, to: at + words.length };
  };
}

/** The address without punctuation, an unopened bracket or an entity at its end. */
function withoutTail(url: string): string {
  let to = url.length;
  let balance = 0;
  for (let at = 0; at < to; at += 1) balance += url[at] === "(" ? 1 : url[at] === ")" ? -1 : 0;
  for (;;) {
    const last = url[to - 1] ?? "";
    if (last === ")" && balance < 0) balance += 1;
    else if (last === ";") {
      let name = to - 2;
      while (name >= 0 && /[a-zA-Z0-9]/.test(url[name] as string)) name -= 1;
      if (name < to - 2 && url[name] === "&") to = name + 1;
    } else if (last === "" || !TAIL.includes(last)) return url.slice(0, to);
    to -= 1;
  }
}
