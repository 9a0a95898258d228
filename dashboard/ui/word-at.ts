// Finds the word that is being typed after a character such as `/` or `@`.

/** A word after a trigger character: where the character stands, and what was typed after it up to the caret. */
export interface TriggerWord {
  readonly from: number;
  readonly query: string;
}
const MOST = 40;

/**
 * The word at the caret that begins with the trigger, at the start of the text, of a line or after a blank. Undefined elsewhere, such as in
 * `and/or` or a link, and for `//`.
 */
export function triggerWordAt(text: string, caret: number, trigger: string): TriggerWord | undefined {
  const start = Math.max(0, caret - MOST - 1);
  const typed = text.slice(start, caret);
  const word = /\S*$/.exec(typed)?.[0] ?? "";
  const opening = /^[([{"'“‘«]*/.exec(word)?.[0].length ?? 0;
  if (word[opening] !== trigger || word.length > MOST) return undefined;
  const query = word.slice(opening + 1);
  return query.startsWith(trigger) ? undefined : { from: caret - word.length + opening, query };
}
