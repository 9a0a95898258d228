// Pure rules of the help for members.

/** A language in the words of a prompt. */
export function languageNamed(locale: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** Digits of all scripts as Latin ones, without separators of thousands and decimals. */
const digitsOf = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(decimalOf(digit))).replace(/[.,\u00a0\u202f' ]/g, "");
function decimalOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  // Each script's digits are ten in a row; its zero is the first before which there is none.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** What a rewritten text must keep: links, addresses, and numbers. */
function factsIn(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  const rest = text.replace(/https?:\/\/[^\s<>"')\]]+|[^\s<>"'()[\]]+@[^\s<>"'()[\]]+\.\p{L}+/gu, (found) => {
    const fact = found.replace(/[.,;:!?]+$/, "");
    facts.set(fact.toLowerCase(), fact);
    return " ";
  });
  // Numbers of lists and single digits are written in words as often as not.
  for (const [found] of rest.matchAll(/\p{Nd}+(?:[.,\u00a0\u202f']\p{Nd}+)*/gu)) {
    const digits = digitsOf(found);
    if (digits.length > 1) facts.set(digits, found);
  }
  return facts;
}

/** Numbers, links and addresses that only one of two texts has. */
export function changedFacts(before: string, after: string): string[] {
  const [old, now] = [factsIn(before), factsIn(after)];
  const only = (of: Map<string, string>, other: Map<string, string>): string[] =>
    [...of].flatMap(([key, shown]) => (other.has(key) ? [] : [shown]));
  return [...new Set([...only(old, now), ...only(now, old)])].slice(0, 10);
}
