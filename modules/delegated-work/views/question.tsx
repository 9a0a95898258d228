// A question of a computer that waits, with the field for its answer; and what was asked and answered before.
import { useRouteMutation } from "#dashboard/api.ts";
import { m } from "#messages";
import { answerQuestion, type Delegation, readDelegation, type Turn } from "../contract.ts";
import { SayForm } from "./say-form.tsx";

/** The question that queued work waits with. */
export const waitingQuestion = ({ status, turns }: Pick<Delegation, "status" | "turns">): Turn | undefined => {
  const last = turns.at(-1);
  return status === "queued" && last?.kind === "question" && last.answer === null ? last : undefined;
};

interface QuestionProps {
  readonly projectId: string;
  readonly delegationId: Delegation["id"];
  readonly question: Turn;
  /** Whether it is a question to the viewer: others can't answer for the member whose computer it is. */
  readonly isMine: boolean;
}
export function Question({ projectId, delegationId, question, isMine }: QuestionProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p dir="auto" className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere" tabIndex={0}>
        {question.text}
      </p>
      {isMine ? (
        <AnswerForm key={question.turn} {...{ projectId, delegationId, turn: question.turn }} />
      ) : (
        <p className="text-muted">{m.delegated_work_asks_other()}</p>
      )}
    </div>
  );
}

function AnswerForm({ projectId, delegationId, turn }: { projectId: string; delegationId: Delegation["id"]; turn: number }) {
  const send = useRouteMutation(answerQuestion, { suppressToast: true, invalidates: [readDelegation] });
  return (
    <SayForm
      label={m.delegated_work_answer()}
      hint={m.delegated_work_answer_hint()}
      missing={m.delegated_work_answer_missing()}
      action={m.delegated_work_answer_send()}
      said={m.delegated_work_answered()}
      field="answer"
      state={send}
      send={(answer) => send.mutate({ params: { projectId, delegationId } as never, body: { turn, answer } })}
    />
  );
}

/** The questions that were answered, of one round. */
export function Exchange({ turns }: { turns: readonly Turn[] }) {
  const answered = turns.filter(({ kind, answer, text }) => kind === "question" && answer !== null && text !== "");
  if (answered.length === 0) return null;
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer text-xs font-medium text-muted">{m.delegated_work_exchange()}</summary>
      <dl className="mt-1.5 grid grid-cols-1 gap-2">
        {answered.map(({ turn, text, answer }) => (
          <div key={turn} className="grid grid-cols-1 gap-0.5">
            <dt dir="auto" className="whitespace-pre-wrap text-muted wrap-anywhere">
              {text}
            </dt>
            <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {answer?.text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
