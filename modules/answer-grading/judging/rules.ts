// Money of judgings. Without I/O.
import type { Asked } from "#modules/evaluation";
import { MOST_OUTPUT, MOST_PROMPT } from "./prompt.ts";

/** Tokens of the form that the judge is told. */
const FORM = 500;
/** The most tokens that the judge may be given: one for three characters, as a round of the assistant reserves them. */
export const MOST_INPUT = Math.ceil(MOST_PROMPT / 3) + FORM;
/** The most that one answer may cost, in millionths of a US dollar: all tokens that it may have, at the ceiling's prices. */
export const mostOf = (asked: Asked): number =>
  asked.kind === "synthetic" ? 0 : Math.ceil(MOST_INPUT * asked.ceiling.input + MOST_OUTPUT * asked.ceiling.output);
