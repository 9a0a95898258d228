// Finds bare addresses in a text (GitHub flavour): web and mail addresses.

const BEGIN = /(?:(?:https?|ftp):\/\/|www\.)[a-zA-Z0-9-]+/iy;
const END = /[\s<]|$/g;
const MAIL = /(?:mailto:|xmpp:)?[\w.+-]+@[\w-]+(?:\.[\w-]*[a-zA-Z0-9])+(?![\w-])/y;
const LOCAL = /[\w.+-]/;
const TAIL = "?!.,:;*_'\"~";

export interface Bare {
  readonly href: string;
  readonly to: number;
}

/** The address of mail that begins here. */
export function mailAt(text: string, at: number): Bare | undefined {
  MAIL.lastIndex = at;
  const found = MAIL.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { href: /^(?:mailto|xmpp):/.test(found) ? found : `mailto:${found}`, to: at + found.length };
}

/** Where the run of characters ends that may stand before the `@`. */
export function localEnd(text: string, at: number): number {
  let to = at;
  while (to < text.length && LOCAL.test(text[to] as string)) to += 1;
  return to;
}

/**
 * Finds web addresses in one text, in order. `stop`: signs that end one at once, because they close something that was opened before it.
 * What lies ahead is searched for once, not for every address.
 */
export function webAddresses(text: string): (at: number, stop: readonly string[]) => Bare | undefined {
  const ahead = new Map<string, number>();
  /** Where the sign comes next; the text's end when it does not. */
  const next = (sign: string, at: number): number => {
    const known = ahead.get(sign) ?? -1;
    if (known >= at) return known;
    const found = text.indexOf(sign, at);
    const to = found < 0 ? text.length : found;
    ahead.set(sign, to);
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
    let to = Math.min(end, ...stop.map((sign) => next(sign, begun)));
    // A bracket that nothing closes ends it. Looked for within the address alone: what lies before it is not read again.
    if (closed.before !== to) closed = { before: to, at: text.slice(begun, to).lastIndexOf(")") + begun };
    to = Math.min(to, next("(", Math.max(begun, closed.at + 1)));
    const words = withoutTail(text.slice(at, to));
    if (words.length < begun - at) return undefined;
    return { href: /^www\./i.test(words) ? `http://${words}` : words, to: at + words.length };
  };
}

/** Without sentence punctuation, a bracket that nothing opened, a character's name at the end. */
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
