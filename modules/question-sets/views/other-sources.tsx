// Takes questions from conversations and from unanswered questions.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { listGaps } from "#modules/help-insights/contract";
import { type FormEvent, useState } from "react";
import { addFromConversation, listQuestionSets, listSetQuestions, readQuestionSet, saveSetQuestion } from "../contract.ts";

interface SourceProps {
  readonly projectId: string;
  readonly setId: string;
}
const CHANGED = [listSetQuestions, readQuestionSet];
const ID = /cnv_[0-9a-z]{20,}/;

export function FromConversation({ projectId, setId }: SourceProps) {
  const sets = useRouteQuery(listQuestionSets, { params: { projectId } as never, query: {} });
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const add = useRouteMutation(addFromConversation, {
    suppressToast: true,
    invalidates: CHANGED,
    done: () => {
      setClientId(crypto.randomUUID());
      setText("");
    },
  });
  if (!sets.data) return null;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const id = ID.exec(text)?.[0];
    setWrong(id === undefined);
    if (id === undefined || add.isPending) return;
    add.mutate({ params: { projectId, questionSetId: setId } as never, body: { clientId, conversationId: id as never } });
  }
  return (
    <Section title={m.question_sets_from_conversation()}>
      {sets.data.useConversations ? (
        <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
          <Field
            label={m.question_sets_from_conversation()}
            hint={m.question_sets_from_conversation_hint()}
            error={wrong ? m.question_sets_from_conversation_no_id() : refusalOf(add.error)}
            className="min-w-0 flex-1 basis-60"
          >
            <TextInput autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Button type="submit" busy={add.isPending} disabled={text.trim() === ""}>
            {m.question_sets_take()}
          </Button>
        </form>
      ) : (
        <p className="text-muted">{m.question_sets_from_conversation_off()}</p>
      )}
    </Section>
  );
}

/** Only wordings of several people: what a single one wrote stays where their erasure reaches it. */
export function FromGaps({ projectId, setId }: SourceProps) {
  const gaps = useRouteQuery(listGaps, { params: { projectId } as never, query: { state: "open" } });
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const save = useRouteMutation(saveSetQuestion, { invalidates: CHANGED });
  const items = gaps.data?.items.flatMap(({ id, shared, locale }) => (shared === null ? [] : [{ id, shared, locale }]));
  return (
    <Section title={m.question_sets_gaps()} lead={m.question_sets_gaps_lead()}>
      {gaps.error && !gaps.data && <ProblemState error={gaps.error} onRetry={() => void gaps.refetch()} />}
      {items?.length === 0 && <p className="text-muted">{m.question_sets_gaps_none()}</p>}
      <ul className="grid grid-cols-1 gap-2">
        {items?.map(({ id, shared, locale }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {shared}
            </span>
            <Button
              size="sm"
              aria-label={m.question_sets_gaps_add_which({ question: shared })}
              disabled={added.has(id)}
              onClick={() => {
                setAdded(new Set([...added, id]));
                save.mutate({
                  params: { projectId, questionSetId: setId } as never,
                  body: {
                    ...{ clientId: crypto.randomUUID(), replaces: null, origin: "gap", question: shared, topic: "", locale },
                    ...{ channel: "widget", asker: "everybody", outcome: "answer", facts: [], forbidden: [], sources: [] },
                  },
                });
              }}
            >
              {m.question_sets_gaps_add()}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
