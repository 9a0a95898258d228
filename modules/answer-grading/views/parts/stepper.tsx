// Goes through questions one by one: how far one is, back and on. What is graded already can be looked at again.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";

interface Step {
  readonly questionId: string;
  readonly isGraded: boolean;
}
interface StepperProps {
  readonly steps: readonly Step[];
  /** What is shown once one is past the last question. */
  readonly end: ReactNode;
  /** `moved`: the question was not the first that was shown. */
  children(step: { readonly questionId: string; readonly moved: boolean; next(): void }): ReactNode;
}
/** Begins at the first question that is not graded. */
export function Stepper({ steps, end, children }: StepperProps) {
  const [at, setAt] = useState(() => {
    const open = steps.findIndex(({ isGraded }) => !isGraded);
    return open === -1 ? steps.length : open;
  });
  const [moved, setMoved] = useState(false);
  const go = (to: number): void => {
    setAt(Math.max(0, Math.min(steps.length, to)));
    setMoved(true);
  };
  const group = m.answer_grading_title();
  useShortcut("p", () => go(at - 1), { label: m.answer_grading_previous(), group, hidden: true, enabled: at > 0 });
  useShortcut("n", () => go(at + 1), { label: m.answer_grading_next(), group, hidden: true, enabled: at < steps.length });
  const graded = steps.filter(({ isGraded }) => isGraded).length;
  const step = steps[at];
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-40 text-muted">
          {step && `${m.answer_grading_question_of({ at: at + 1, count: steps.length })} `}
          {m.answer_grading_progress({ given: graded, wanted: steps.length })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={ChevronLeft} className="rtl:[&>svg]:rotate-180" disabled={at === 0} onClick={() => go(at - 1)}>
            {m.answer_grading_previous()}
          </Button>
          <Button size="sm" icon={ChevronRight} className="rtl:[&>svg]:rotate-180" disabled={at >= steps.length} onClick={() => go(at + 1)}>
            {m.answer_grading_next()}
          </Button>
        </div>
      </div>
      {step ? children({ questionId: step.questionId, moved, next: () => go(at + 1) }) : end}
    </>
  );
}
/** The question, which gets the focus when one comes to it, so that it is read out. */
export const Question = ({ text, moved }: { text: string; moved: boolean }) => (
  <h2
    dir="auto"
    tabIndex={-1}
    ref={(element) => void (moved && element?.focus())}
    className="mb-4 text-md font-semibold whitespace-pre-line outline-none wrap-anywhere"
  >
    {text}
  </h2>
);
