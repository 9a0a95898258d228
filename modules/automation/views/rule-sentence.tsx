// A rule as one sentence: when, if, then.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { type ActionField, ActionInWords } from "#modules/bulk-actions/views";
import type { ViewField } from "#modules/inbox/views";
import { inWords } from "#modules/saved-views/views";
import type { RuleFields } from "../contract.ts";
import { whenOf } from "./labels.ts";

interface SentenceProps {
  readonly rule: Pick<RuleFields, "trigger" | "minutes" | "outcomes" | "words" | "conditions" | "steps" | "note">;
  readonly fields: readonly ViewField[];
  readonly actions: readonly ActionField[];
}
export function RuleSentence({ rule, fields, actions }: SentenceProps) {
  const words =
    rule.words.length === 0
      ? []
      : [
          m.automation_says_words({
            words: listOf(
              rule.words.map((word) => m.automation_says_word({ word })),
              "disjunction",
            ),
          }),
        ];
  const ifs = [...words, ...rule.conditions.map((condition) => inWords(condition, fields))];
  return (
    <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
      <dt className="text-muted">{m.automation_when()}</dt>
      <dd className="min-w-0 wrap-anywhere">{whenOf(rule)}</dd>
      {ifs.length > 0 && (
        <>
          <dt className="text-muted">{m.automation_if()}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {listOf(ifs, "conjunction")}
          </dd>
        </>
      )}
      <dt className="text-muted">{m.automation_then()}</dt>
      <dd className="grid min-w-0 grid-cols-1 wrap-anywhere">
        {rule.steps.map((step, index) => (
          <span key={index}>
            <ActionInWords step={step} fields={actions} />
          </span>
        ))}
        {rule.note.trim() !== "" && (
          <span>
            <span className="text-muted">{m.automation_note()}:</span> <span dir="auto">{rule.note}</span>
          </span>
        )}
      </dd>
    </dl>
  );
}
const listOf = (parts: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(locale, { type }).format(parts);
