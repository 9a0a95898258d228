// Help centers of three invented companies, each in its own language, with questions that people would ask them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { misspelt, numbers } from "../words/evaluate.ts";

export const LOCALES = ["en", "de", "fr"] as const;
export type Locale = (typeof LOCALES)[number] | "ar";

export interface HelpArticle {
  readonly id: string;
  readonly locale: Locale;
  readonly title: string;
  readonly content: string;
}
export interface HelpQuestion {
  readonly locale: Locale;
  readonly question: string;
  /** The id of the article that answers it. Null: none of the articles does. */
  readonly expected: string | null;
  /** About something else than the company at all. */
  readonly foreign: boolean;
}
export interface HelpCenter {
  readonly articles: readonly HelpArticle[];
  readonly questions: readonly HelpQuestion[];
}

/** The articles and questions of one file: a language, or the larger English help center. */
export function helpCenter(name: Locale | "shop"): HelpCenter {
  const locale = name === "shop" ? "en" : name;
  const articles: HelpArticle[] = [];
  const questions: HelpQuestion[] = [];
  const text = readFileSync(join(import.meta.dirname, "corpus", `${name}.md`), "utf8");
  for (const part of text.split(/^=== /m).slice(1)) {
    const [title = "", ...lines] = part.split("\n");
    const asked = lines.filter((line) => line.startsWith("? ")).map((line) => line.slice(2));
    const id = title === "none" || title === "foreign" ? null : `${name}/${articles.length}`;
    if (id !== null)
      articles.push({
        id,
        locale,
        title,
        content: lines
          .filter((line) => !line.startsWith("? "))
          .join("\n")
          .trim(),
      });
    questions.push(...asked.map((question) => ({ locale, question, expected: id, foreign: title === "foreign" })));
  }
  return { articles, questions };
}

/** The half of a question: weights and thresholds were chosen on `tuned`, only `held` (held out) counts. */
export const halfOf = ({ question }: HelpQuestion): "tuned" | "held" =>
  (createHash("sha256").update(question).digest()[0] ?? 0) % 2 === 0 ? "tuned" : "held";

/** What people write around a question in a chat. */
const CHAT: Readonly<Record<Locale, readonly (readonly [before: string, after: string])[]>> = {
  en: [
    ["hi there, hope you're well, I was wondering: ", ". thanks so much in advance!"],
    ["Hello team, sorry to bother you but I have a quick question, ", ", could you please help me out?"],
    ["hey guys, I've been trying to figure this out all morning. ", " Any ideas? cheers"],
  ],
  de: [
    ["Hallo liebes Team, ich hoffe, es geht euch gut. Ich wollte mal fragen: ", ". Vielen Dank im Voraus und liebe Grüße!"],
    ["Guten Tag, ich habe da ein kleines Problem und komme einfach nicht weiter, ", ", können Sie mir bitte weiterhelfen?"],
    ["moin, kurze frage, ", " wisst ihr da was? danke euch"],
  ],
  ar: [
    ["السلام عليكم، أتمنى أن تكونوا بخير، أردت أن أسأل: ", "، شكرًا جزيلًا لكم مقدمًا"],
    ["مرحبًا، عندي سؤال صغير لو سمحتم، ", "، هل يمكنكم مساعدتي؟"],
    ["صباح الخير ", " أرجو الرد، شكرا"],
  ],
  fr: [
    ["Bonjour, j'espère que vous allez bien, je me demandais : ", ". Merci beaucoup d'avance pour votre réponse !"],
    ["Bonsoir, excusez-moi de vous déranger, j'ai une petite question, ", ", pourriez-vous m'aider s'il vous plaît ?"],
    ["coucou, je n'arrive pas à comprendre, ", " quelqu'un aurait une idée ? merci"],
  ],
};
/** The question as people write it in a chat. */
export function inChat({ question, locale }: HelpQuestion, seed: number): string {
  const forms = CHAT[locale];
  const [before, after] = forms[Math.floor(numbers(seed)() * forms.length)] ?? ["", ""];
  return before + question + after;
}
/** The question with one typing error. */
export const withTypo = ({ question }: HelpQuestion, seed: number): string => misspelt(question, seed);
