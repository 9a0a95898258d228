// The form that sends a report back to the computer, with a note what to look at again.
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { openThread } from "#modules/conversations/contract";
import { useState } from "react";
import { type Delegation, readDelegation, sendBackReport } from "../contract.ts";
import { SayForm } from "./say-form.tsx";

/** Whether the viewer may send its report back, as far as the screen knows. */
export const mayBeSentBack = (one: Delegation, me: string): boolean =>
  one.accountId === me &&
  one.status === "completed" &&
  (one.deliveryState === null || one.deliveryState === "review") &&
  (one.report ?? "") !== "" &&
  one.effects.every(({ state }) => state === "done" || state === "needs_review");

interface SendBackProps {
  readonly projectId: string;
  readonly one: Delegation;
  onCancel(): void;
  onDone?(): void;
}
export function SendBack({ projectId, one, onCancel, onDone }: SendBackProps) {
  const [clientId] = useState(() => crypto.randomUUID());
  const thread = useRouteQuery(openThread, { params: { projectId, conversationId: one.conversationId } as never }, { staleTime: 0 });
  const send = useRouteMutation(sendBackReport, {
    ...{ suppressToast: true, invalidates: [readDelegation, openThread] },
    done: () => onDone?.(),
  });
  if (!thread.data)
    return thread.error ? <ProblemState error={thread.error} onRetry={() => void thread.refetch()} /> : <Skeleton className="h-20" />;
  const frontier = thread.data.conversation.revision;
  return (
    <SayForm
      label={m.delegated_work_back_note()}
      hint={m.delegated_work_answer_hint()}
      missing={m.delegated_work_back_missing()}
      action={m.delegated_work_back()}
      said={m.delegated_work_back_said()}
      field="note"
      autoFocus
      state={send}
      send={(note) => send.mutate({ params: { projectId, delegationId: one.id } as never, body: { clientId, frontier, note } })}
      onCancel={onCancel}
    />
  );
}
