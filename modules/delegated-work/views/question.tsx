// A question of a computer that waits, with the field for its answer; and what was asked and answered before.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { answerQuestion, type Delegation, MAX_ANSWER, readDelegation, type Turn } from "../contract.ts";

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
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  // As answered from the moment on which it was: what was written comes back if the service refuses it.
  const send = useRouteMutation(answerQuestion, { suppressToast: true, invalidates: [readDelegation] });
  if (send.isPending || send.isSuccess)
    return (
      <div role="status" className="grid gap-1">
        <p className="font-medium">{m.delegated_work_answered()}</p>
        <p dir="auto" className="whitespace-pre-wrap text-muted wrap-anywhere">
          {text}
        </p>
      </div>
    );
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (text.trim() === "") return;
    send.mutate({ params: { projectId, delegationId } as never, body: { turn, answer: text } });
  }
  const missing = tried && text.trim() === "" ? m.delegated_work_answer_missing() : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field
        label={m.delegated_work_answer()}
        hint={m.delegated_work_answer_hint()}
        error={missing ?? issueOf(send.error, "answer") ?? refusalOf(send.error)}
      >
        <TextArea
          dir="auto"
          rows={2}
          limit={MAX_ANSWER}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" size="sm" variant="primary">
          {m.delegated_work_answer_send()}
        </Button>
      </div>
    </form>
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
