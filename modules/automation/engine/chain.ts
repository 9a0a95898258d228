// In which order rules run on what happened, and why that ends. Pure.
import type { Trigger } from "../contract.ts";

interface Looked {
  readonly id: string;
  readonly trigger: Trigger;
}
/** Looks at one rule: runs it if its conditions are met, and answers the triggers that its changes raise; undefined if it did not run. */
export type Look<R extends Looked> = (rule: R) => Promise<readonly Trigger[] | undefined>;

/**
 * Looks at the rules of each trigger in their order. What a rule changes may raise further triggers, whose rules come after. Each rule runs
 * at most once for what happened, so the chain is never longer than the list of rules.
 */
export async function runChain<R extends Looked>(rules: readonly R[], first: readonly Trigger[], look: Look<R>): Promise<readonly R[]> {
  const ran: R[] = [];
  const waiting = [...first];
  for (let trigger = waiting.shift(); trigger !== undefined; trigger = waiting.shift()) {
    for (const rule of rules) {
      if (rule.trigger !== trigger || ran.includes(rule)) continue;
      const raised = await look(rule);
      if (raised === undefined) continue;
      ran.push(rule);
      waiting.push(...raised);
    }
  }
  return ran;
}

/** Whether an action is done: what a program wrote leads to silent ones only, which neither write nor notify nor reopen. */
export const isDone = (automatic: boolean, isSilent: boolean): boolean => !automatic || isSilent;

/** Whether the text contains one of the words or phrases, whatever their case. At the edges of a word, so that “car” is not in “scar”. */
export function containsWord(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.some((word) => {
    const wanted = fold(word);
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const [before, after] = [folded.charAt(at - 1), folded.charAt(at + wanted.length)];
      // Scripts without spaces have no edges.
      if (!(LETTER.test(before) && LETTER.test(wanted.charAt(0))) && !(LETTER.test(after) && LETTER.test(wanted.at(-1) ?? ""))) return true;
      if (NO_SPACES.test(wanted)) return true;
    }
    return false;
  });
}
const LETTER = /[\p{L}\p{N}]/u;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
