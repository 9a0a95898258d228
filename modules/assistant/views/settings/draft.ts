// The guidance while it is edited: numbers as they are typed, lists of words as lines, rules with a key. Pure.
import type { Guidance, GuidanceRule } from "../../contract.ts";

export interface DraftRule extends GuidanceRule {
  /** Stays while the rules are reordered. */
  readonly key: number;
}
export interface Draft extends Omit<Guidance, "share" | "mostRounds" | "forbidden" | "handOverWords" | "rules"> {
  readonly share: string;
  readonly mostRounds: string;
  /** One word or phrase a line. */
  readonly forbidden: string;
  readonly handOverWords: string;
  readonly rules: readonly DraftRule[];
}
export const FIELDS = [
  "channels",
  "askers",
  "languages",
  "share",
  "mostRounds",
  "closeConfirmed",
  "greeting",
  "tone",
  "length",
  "instructions",
  "rules",
  "forbidden",
  "handOverWords",
] as const satisfies readonly (keyof Guidance)[];
export type FieldName = (typeof FIELDS)[number];

export const toDraft = (guidance: Guidance): Draft => ({
  ...guidance,
  share: String(guidance.share),
  mostRounds: String(guidance.mostRounds),
  forbidden: guidance.forbidden.join("\n"),
  handOverWords: guidance.handOverWords.join("\n"),
  rules: guidance.rules.map((rule, key) => ({ ...rule, key })),
});

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
/** NaN for what is no whole number: the server refuses it. */
const whole = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

export const fromDraft = (draft: Draft): Guidance => ({
  ...draft,
  share: whole(draft.share),
  mostRounds: whole(draft.mostRounds),
  forbidden: lines(draft.forbidden),
  handOverWords: lines(draft.handOverWords),
  rules: draft.rules.map(({ about, action, text }) => ({ about, action, text })),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** The fields in which two guidances differ. */
export const changedFields = (a: Guidance, b: Guidance): readonly FieldName[] => FIELDS.filter((field) => !isSame(a[field], b[field]));

/** What was typed, on top of what somebody else saved meanwhile: of a field that both changed, what was typed stays. */
export function rebase(base: Guidance, typed: Guidance, theirs: Guidance): Guidance {
  const mine = Object.fromEntries(changedFields(base, typed).map((field) => [field, typed[field]]));
  return { ...theirs, ...mine };
}
