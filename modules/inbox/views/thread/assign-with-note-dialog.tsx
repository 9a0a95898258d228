// Dialog that assigns the conversation to somebody with a note for them.
import { call } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { addNote, type ConversationSummary, MAX_CONTENT } from "#modules/conversations/contract";
import { type FormEvent, useState } from "react";
import { assign } from "../actions/actions.ts";
import { applyHandled, changeRow, type ThreadContext } from "#modules/live-inbox/views";

interface HandoverProps {
  readonly context: ThreadContext;
  readonly row: ConversationSummary;
  onClose(): void;
}

export default function AssignWithNoteDialog({ context, row, onClose }: HandoverProps) {
  const { members } = useProject();
  const others = members.filter(({ accountId }) => accountId !== context.me && accountId !== row.assigneeId);
  const [to, setTo] = useState(others[0]?.accountId ?? "");
  const [content, setContent] = useState("");
  const [clientId] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const empty = content.trim() === "";
  const failed = (cause: unknown): void => toast({ tone: "bad", title: m.conversations_action_failed(), body: messageOf(cause) });

  /** The row shows it at once; the dialog stays until the note is stored, so that its text is not lost. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (empty || busy || to === "") return;
    setBusy(true);
    setProblem(undefined);
    const back = changeRow(context.projectId, context.me, context.conversationId, { assigneeId: to as ConversationSummary["assigneeId"] });
    const { projectId, conversationId } = context;
    try {
      const body = { clientId, content: content.trim(), assignTo: to as never };
      applyHandled(projectId, context.me, await call(addNote, { params: { projectId, conversationId }, body }));
      onClose();
      const name = members.find(({ accountId }) => accountId === to)?.name ?? "";
      toast({
        title: m.conversations_did_assign({ name }),
        tone: "ok",
        undo: () => void assign(context, row.assigneeId).catch(failed),
      });
    } catch (cause) {
      back();
      setBusy(false);
      setProblem(messageOf(cause));
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.conversations_handover_title()} body={m.conversations_handover_body()}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
        <Field label={m.conversations_handover_to()}>
          <Select value={to} onChange={setTo} options={others.map(({ accountId, name }) => ({ value: accountId, label: name }))} />
        </Field>
        <Field label={m.conversations_handover_note()} error={problem}>
          <TextArea value={content} onChange={(event) => setContent(event.target.value)} rows={5} maxLength={MAX_CONTENT} dir="auto" />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.conversations_cancel()}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={empty || to === ""}>
            {m.conversations_assign()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
