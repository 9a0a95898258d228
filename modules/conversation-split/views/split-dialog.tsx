// The dialog of splitting off: choose the message and whether what follows goes along, and see what happens.
import { refusalOf, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { type Message, threadPath } from "#modules/conversations/contract";
import { threadQuery } from "#modules/live-inbox/views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { previewSplit, type SplitPreview } from "../contract.ts";
import { split } from "./split-actions.ts";

interface DialogProps {
  readonly projectId: string;
  readonly conversationId: string;
  /** Chosen already, in the message's own menu. */
  readonly messageId?: string;
  onClose(): void;
}
export default function SplitDialog({ projectId, conversationId, messageId, onClose }: DialogProps) {
  const navigate = useNavigate();
  const me = useMe().id;
  const [clientId] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState(messageId);
  const [later, setLater] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data: thread, error } = useQuery(threadQuery(projectId, conversationId));
  const theirs = thread?.events
    .flatMap((event) => (event.kind === "message" && canSplit(event.message) ? [event.message] : []))
    .filter(({ id }) => messageId === undefined || id === messageId)
    .toReversed();
  const name = thread ? contactName(thread.contact) : "";
  const preview = usePreview(projectId, conversationId, chosen, later);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (chosen === undefined || preview.data?.refusal !== null || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const go = (id: string): void => void navigate({ to: threadPath(projectId, id) });
      await split({ projectId, me, go }, conversationId, { clientId, messageId: chosen, later });
      onClose();
    } catch (cause) {
      setBusy(false);
      setProblem(refusalOf(cause) ?? messageOf(cause));
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.conversation_split_title()} size="lg">
      <form onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">{m.conversation_split_lead({ name })}</p>
        {error && !thread ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : !theirs ? (
          <Waiting />
        ) : theirs.length === 0 ? (
          <p className="text-muted">{m.conversation_split_none({ name })}</p>
        ) : (
          <fieldset className="grid max-h-60 grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto">
            <legend className="mb-1 font-medium">{m.conversation_split_messages()}</legend>
            {theirs.map((message) => (
              <label key={message.id} className="flex min-w-0 items-start gap-2 rounded-sm px-2 py-1.5 hover:bg-hover">
                <input
                  type="radio"
                  name="message"
                  className="mt-1 accent-accent"
                  checked={chosen === message.id}
                  onChange={() => setChosen(message.id)}
                />
                <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                  <span dir="auto" className="line-clamp-2 wrap-anywhere">
                    {plain(message.content) || message.attachments.map((file) => plain(file.name)).join(", ")}
                  </span>
                  <span className="text-xs text-muted">
                    <RelativeTime at={message.createdAt} />
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Checkbox
          label={m.conversation_split_later()}
          hint={m.conversation_split_later_hint()}
          checked={later}
          onChange={(checked) => setLater(checked)}
        />
        <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {chosen === undefined ? null : preview.error ? (
            <p role="alert" className="text-bad-text">
              {messageOf(preview.error)}
            </p>
          ) : !preview.data ? (
            <Waiting />
          ) : preview.data.refusal === null ? (
            <Effects data={preview.data} name={name} />
          ) : (
            <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{preview.data.refusal}</p>
          )}
        </div>
        {problem && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={chosen === undefined || preview.data?.refusal !== null}>
            {m.conversation_split_confirm()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const canSplit = ({ authorRole, erased_at, quotedFrom, origin }: Message): boolean =>
  authorRole === "visitor" && erased_at === null && quotedFrom === undefined && origin.differentSender !== true;

const usePreview = (projectId: string, conversationId: string, messageId: string | undefined, later: boolean) =>
  useRouteQuery(
    previewSplit,
    {
      params: { projectId, conversationId } as never,
      query: { messageId: (messageId ?? "") as never, ...(later ? { later: "1" as const } : {}) },
    },
    { staleTime: 0, enabled: messageId !== undefined },
  );

const Waiting = () => (
  <Skeleton>
    <div className="grid gap-3">
      <Bar className="h-4 w-80" />
      <Bar className="h-4 w-60" />
    </div>
  </Skeleton>
);

function Effects({ data, name }: { data: SplitPreview; name: string }) {
  const { messages, replies, files, waits, stillWaits } = data;
  return (
    <section>
      <h3 className="mb-1 font-medium">{m.conversation_split_effects()}</h3>
      <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-0.5 ps-5 wrap-anywhere text-muted">
        <li>
          {m.conversation_split_effect_messages({ count: messages + replies })}{" "}
          {files > 0 && m.conversation_split_effect_files({ count: files })}
        </li>
        <li>{m.conversation_split_effect_own()}</li>
        <li>{m.conversation_split_effect_sees({ name })}</li>
        {waits && <li>{stillWaits ? m.conversation_split_effect_waits_both({ name }) : m.conversation_split_effect_waits({ name })}</li>}
      </ul>
      <p className="mt-3 text-muted">{m.conversation_split_effect_undo()}</p>
    </section>
  );
}
