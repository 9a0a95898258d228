// Answers to questions of the help centers in other words than the articles', as a good model would write them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "../help/corpus.ts";

export interface Paraphrase {
  readonly locale: Locale;
  readonly question: string;
  readonly text: string;
  readonly quotes: readonly string[];
}
/** `===` begins a language, `?` is a question, `>` its answer, `<` what the answer cites. */
export function paraphrases(): Paraphrase[] {
  const found: { locale: Locale; question: string; text: string; quotes: string[] }[] = [];
  let locale: Locale = "en";
  for (const line of readFileSync(join(import.meta.dirname, "paraphrases.md"), "utf8").split("\n")) {
    const [sign, content] = [line.charAt(0), line.slice(2).trim()];
    const last = found.at(-1);
    if (line.startsWith("=== ")) locale = line.slice(4).trim() as Locale;
    else if (sign === "?") found.push({ locale, question: content, text: "", quotes: [] });
    else if (sign === ">" && last) last.text = content;
    else if (sign === "<" && last) last.quotes.push(content);
  }
  return found;
}
