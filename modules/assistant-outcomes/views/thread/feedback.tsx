// At an answer of the assistant in the thread: what the customer thinks of it, and the team's flag.
import { Flag as FlagIcon, ThumbsDown, ThumbsUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { issueOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { assistantProof } from "#modules/inbox/views";
import { type Feedback, type Flag, FLAG_REASONS, flagAnswer, listFeedback, MAX_WORDS } from "../../contract.ts";
import { FLAG_LABELS } from "../labels.ts";

export function AnswerFeedback({ projectId, conversationId, message }: PropsOf<typeof assistantProof>) {
  const [open, setOpen] = useState(false);
  // One request for all answers of the conversation.
  const { data } = useRouteQuery(listFeedback, { params: { projectId, conversationId } as never });
  const flag = data?.items.find(({ messageId }) => messageId === message.id)?.flag ?? null;
  const rating = message.origin?.answer?.rating;
  const set = useFlag(projectId, conversationId, message.id, flag);
  return (
    <div className="mt-1 flex max-w-full flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-muted">
      {rating !== undefined && (
        <span className="flex items-center gap-1">
          {rating === "up" ? <ThumbsUp className="size-3 shrink-0" aria-hidden /> : <ThumbsDown className="size-3 shrink-0" aria-hidden />}
          {rating === "up" ? m.assistant_outcomes_rated_up() : m.assistant_outcomes_rated_down()}
        </span>
      )}
      {flag && (
        <span className="flex min-w-0 flex-wrap items-center gap-1 text-bad-text">
          <FlagIcon className="size-3 shrink-0" aria-hidden />
          {m.assistant_outcomes_flagged({ reason: FLAG_LABELS[flag.reason]() })}
          {flag.byName !== null && <span dir="auto">{m.assistant_outcomes_flagged_by({ name: flag.byName })}</span>}
        </span>
      )}
      {data && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-h-6 items-center rounded-xs font-medium underline decoration-line-strong underline-offset-2 pointer-coarse:min-h-11"
        >
          {flag ? m.assistant_outcomes_change_flag() : m.assistant_outcomes_flag()}
        </button>
      )}
      {open && <FlagDialog flag={flag} set={set} onClose={() => setOpen(false)} />}
    </div>
  );
}

type SetFlag = ReturnType<typeof useFlag>;
/** Flags the answer, or takes the flag back; both can be undone. */
function useFlag(projectId: string, conversationId: string, messageId: string, before: Feedback["flag"]) {
  const mutation = useRouteMutation(flagAnswer, { invalidates: [listFeedback], suppressToast: true });
  const send = (flag: Flag | null, done: () => void, undo?: Flag | null): void =>
    mutation.mutate(
      { params: { projectId, conversationId, answerId: messageId } as never, body: { flag } },
      {
        onSuccess: () => {
          done();
          toast({
            tone: "ok",
            title: flag ? m.assistant_outcomes_did_flag() : m.assistant_outcomes_did_unflag(),
            ...(undo === undefined ? {} : { undo: () => send(undo, () => undefined) }),
          });
        },
      },
    );
  const earlier = before && { reason: before.reason, words: before.words };
  return {
    error: mutation.error,
    busy: mutation.isPending,
    save: (flag: Flag | null, done: () => void): void => send(flag, done, earlier),
  };
}

function FlagDialog({ flag, set, onClose }: { flag: Feedback["flag"]; set: SetFlag; onClose(): void }) {
  const [reason, setReason] = useState<Flag["reason"]>(flag?.reason ?? "wrong");
  const [words, setWords] = useState(flag?.words ?? "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set.save({ reason, words }, onClose);
  };
  return (
    <Dialog open onClose={onClose} title={m.assistant_outcomes_flag_title()} body={m.assistant_outcomes_flag_body()}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.assistant_outcomes_flag_reason()} error={issueOf(set.error, "flag.reason")}>
          <Select
            value={reason}
            onChange={(value) => setReason(FLAG_REASONS.find((one) => one === value) ?? "wrong")}
            options={FLAG_REASONS.map((value) => ({ value, label: FLAG_LABELS[value]() }))}
          />
        </Field>
        <Field
          label={m.assistant_outcomes_flag_words()}
          hint={m.assistant_outcomes_flag_words_hint()}
          error={issueOf(set.error, "flag.words")}
        >
          <TextArea dir="auto" value={words} limit={MAX_WORDS} onChange={(event) => setWords(event.target.value.replaceAll("\n", " "))} />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {flag && (
            <Button className="me-auto" disabled={set.busy} onClick={() => set.save(null, onClose)}>
              {m.assistant_outcomes_flag_remove()}
            </Button>
          )}
          <Button onClick={onClose}>{m.assistant_outcomes_flag_cancel()}</Button>
          <Button type="submit" variant="primary" busy={set.busy}>
            {m.assistant_outcomes_flag_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
