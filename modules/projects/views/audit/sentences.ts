// Builds the sentences of the audit log.
import { m } from "#messages";
import type { AuditEntry } from "../../contract.ts";

/** One sentence for each thing that the entry did. */
export type AuditSentence = (entry: AuditEntry) => readonly string[];
/** The sentences of a module, by action. */
export type AuditSentences = Readonly<Record<string, AuditSentence>>;
type Change = AuditEntry["changes"][number];
/** How a setting changed: it had a value before and has one now, or only one of both. */
export interface ChangeInWords {
  readonly kind: "changed" | "set" | "removed";
  readonly from: string;
  readonly to: string;
}
const MAX_SHOWN = 140;
const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).trimEnd()}…` : text);
const isEmpty = (value: string | null): boolean => value === null || value === "";
const inWords = ({ from, to }: Change): ChangeInWords => ({
  kind: isEmpty(from) ? "set" : isEmpty(to) ? "removed" : "changed",
  from: shorten(from ?? ""),
  to: shorten(to ?? ""),
});

/** The sentence of a setting that is on or off. */
export const onOrOff =
  (sentence: (input: { kind: "on" | "off" }) => string) =>
  ({ to }: ChangeInWords): string =>
    sentence({ kind: to === "1" ? "on" : "off" });

/** A sentence for each setting that an entry changed; `whole` for entries from before changes were kept. */
export const sentencesOfChanges =
  (whole: () => string, words: Readonly<Record<string, (change: ChangeInWords) => string>>): AuditSentence =>
  ({ changes }) =>
    changes.length === 0
      ? [whole()]
      : changes.map(
          (change) => words[change.field]?.(inWords(change)) ?? m.projects_audit_change_other({ ...inWords(change), field: change.field }),
        );
