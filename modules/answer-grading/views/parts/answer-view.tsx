// An answer as people see it who grade it: its words and what it cites, nothing else.
import { m } from "#messages";
import type { ShownAnswer } from "../../contract.ts";

const OUTCOMES: Readonly<Record<ShownAnswer["outcome"], () => string>> = {
  answered: m.answer_grading_outcome_answered,
  asked_back: m.answer_grading_outcome_asked_back,
  handed_over: m.answer_grading_outcome_handed_over,
  declined: m.answer_grading_outcome_declined,
  skipped: m.answer_grading_outcome_skipped,
  failed: m.answer_grading_outcome_failed,
};
export function AnswerView({ title, answer: { outcome, text, cites } }: { title: string; answer: ShownAnswer }) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-2 rounded-md border border-line bg-surface p-4">
      <h3 className="font-semibold">{title}</h3>
      {outcome !== "answered" && <p className="text-muted">{OUTCOMES[outcome]()}</p>}
      {text !== "" && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      {cites.length > 0 && <p className="text-xs text-muted wrap-anywhere">{m.answer_grading_cites({ sources: cites.join(", ") })}</p>}
    </div>
  );
}
