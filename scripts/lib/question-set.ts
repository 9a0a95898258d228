// A set of questions for the assistant: read from CSV, and what the answers to it come to.
import type { Answer } from "../../modules/assistant/contract.ts";

export interface AskedQuestion {
  readonly question: string;
  readonly locale: string;
  /** Whether the company's knowledge answers it; undefined if the file does not say. */
  readonly answerable: boolean | undefined;
}
/** What is wrong with the file, for the person who wrote it. */
export class BadQuestions extends Error {}

const COLUMNS = ["question", "locale", "answerable"] as const;
const YES = new Set(["yes", "true", "1", "ja", "oui"]);
const NO = new Set(["no", "false", "0", "nein", "non"]);

/** Rows of RFC 4180: fields in quotation marks may hold commas, lines and doubled quotation marks. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  const text = csv.replace(/^\uFEFF/u, "");
  let field = "";
  let isQuoted = false;
  const endField = (): void => {
    rows.at(-1)?.push(field);
    field = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && field === "") isQuoted = true;
    else if (letter === ",") endField();
    else if (letter === "\n") {
      endField();
      rows.push([]);
    } else if (letter !== "\r") field += letter;
  }
  endField();
  return rows.filter((row) => row.some((one) => one.trim() !== ""));
}

/** Reads the questions. The first line names the columns: `question`, and if wanted `locale` and `answerable`. */
export function questionsIn(csv: string, locale: string): AskedQuestion[] {
  const [head = [], ...rows] = rowsOf(csv);
  const names = head.map((name) => name.trim().toLowerCase());
  const unknown = names.filter((name) => !COLUMNS.some((known) => known === name));
  if (!names.includes("question") || unknown.length > 0)
    throw new BadQuestions(
      `The first line has to name the columns: question, and if wanted locale and answerable. It is: ${head.join(",")}`,
    );
  return rows.map((row, i) => {
    const field = (name: (typeof COLUMNS)[number]): string => (row[names.indexOf(name)] ?? "").trim();
    const said = field("answerable").toLowerCase();
    if (field("question") === "") throw new BadQuestions(`Question ${i + 1} is empty.`);
    if (said !== "" && !YES.has(said) && !NO.has(said))
      throw new BadQuestions(`Question ${i + 1}: answerable has to be yes or no, not ${said}.`);
    return {
      question: field("question"),
      locale: field("locale") === "" ? locale : field("locale"),
      answerable: said === "" ? undefined : YES.has(said),
    };
  });
}

/** Tokens that a question needs: all passages, the rules, and the answer. The most are what the product allows at all. */
export const TOKENS = { likely: { input: 6000, output: 500 }, most: { input: 9000, output: 4096 } } as const;
/** Dollars for some questions; prices are for a million tokens. */
export const priceOf = (questions: number, { input, output }: { input: number; output: number }, per: keyof typeof TOKENS): number =>
  (questions * (TOKENS[per].input * input + TOKENS[per].output * output)) / 1e6;

export interface Asked extends AskedQuestion {
  readonly answer: Pick<Answer, "outcome" | "reason" | "sentences" | "retrieval" | "call">;
}
const share = (some: number, all: number): string => (all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} % (${some} of ${all})`);
const isSaid = ({ answer }: Asked, from = 0): boolean => answer.outcome === "answered" && answer.retrieval.confidence >= from;

/** The report: how many are answered, declined and refused, by what, at what cost; and what another bar for the search would change. */
export function reportOf(asked: readonly Asked[]): string {
  const none = asked.filter(({ answerable }) => answerable === false);
  const some = asked.filter(({ answerable }) => answerable === true);
  const count = (of: readonly string[]): string =>
    [...Map.groupBy(of, (one) => one)]
      .map(([name, all]) => [name, all.length] as const)
      .toSorted((one, next) => next[1] - one[1])
      .map(([name, n]) => `${name} ${n}`)
      .join(", ");
  const calls = asked.flatMap(({ answer }) => answer.call ?? []);
  const faults = asked.flatMap(({ answer }) => [...new Set(answer.sentences.flatMap((one) => one.faults.map(({ fault }) => fault)))]);
  const curve = [0, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6].map(
    (from) =>
      `  ${from.toFixed(2)}  ${share(none.filter((one) => !isSaid(one, from)).length, none.length).padEnd(24)}${share(some.filter((one) => !isSaid(one, from)).length, some.length)}`,
  );
  return [
    `Outcomes: ${count(asked.map(({ answer }) => (answer.reason === null ? answer.outcome : `${answer.outcome} (${answer.reason})`)))}`,
    `Not answered although the knowledge has it: ${share(some.filter((one) => !isSaid(one)).length, some.length)}`,
    `Not answered, as it should be: ${share(none.filter((one) => !isSaid(one)).length, none.length)}`,
    `What the check found: ${faults.length === 0 ? "nothing" : count(faults)}`,
    `Cost: $${calls.reduce((sum, { costUsd }) => sum + costUsd, 0).toFixed(4)} for ${calls.length} calls, ${calls.reduce((sum, { inputTokens }) => sum + inputTokens, 0)} input and ${calls.reduce((sum, { outputTokens }) => sum + outputTokens, 0)} output tokens`,
    "If the best document needed a confidence of:",
    "        rightly declined        wrongly refused",
    ...curve,
  ].join("\n");
}
