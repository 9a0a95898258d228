// Leaves details that identify a person out of a text that is to leave the service. Pure and browser-safe.

/** What stands in place of what was left out. */
export const LEFT_OUT = "[…]";
/** Names shorter than this are parts of too many words. */
const SHORTEST_NAME = 3;

/**
 * Email addresses, links with their query, and whatever has seven or more digits: phone numbers, cards, accounts. Of names only those that
 * are given, each as a whole and its parts; written as they are given, because many are words too.
 */
export const withoutDetails = (text: string, names: readonly string[] = []): string =>
  withoutNames(
    text
      // The reference stands in quotes for issues, where an address would otherwise mention somebody.
      .replaceAll(/[\p{L}\p{N}._%+-]{1,64}@(?:&#8203;)?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, LEFT_OUT)
      .replaceAll(/(https?:\/\/[^\s?#]+)[?#]\S*/gu, `$1?${LEFT_OUT}`)
      .replaceAll(/\+?\p{Nd}(?:[ ()./-]{0,2}\p{Nd}){6,30}/gu, LEFT_OUT),
    names,
  );

function withoutNames(text: string, names: readonly string[]): string {
  const parts = names
    .flatMap((name) => [name.trim(), ...name.split(/\s+/)])
    .filter((part) => part.length >= (isUnspaced(part) ? 2 : SHORTEST_NAME));
  if (parts.length === 0) return text;
  // The longest first: “Amara Okafor” is one replacement, not two.
  const known = [...new Set(parts)].toSorted((a, b) => b.length - a.length).map(patternOf);
  return text.replaceAll(new RegExp(known.join("|"), "gu"), LEFT_OUT);
}
/** Of a script that puts no spaces between words, so that a name ends where it ends. */
const isUnspaced = (name: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(name);
function patternOf(name: string): string {
  const exact = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return isUnspaced(name) ? exact : String.raw`(?<![\p{L}\p{N}])${exact}(?![\p{L}\p{N}])`;
}
/** How many replacements a text has. */
export const leftOutIn = (text: string): number => text.split(LEFT_OUT).length - 1;
