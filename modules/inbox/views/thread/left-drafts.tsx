// What the member had begun to write in a conversation that goes on elsewhere, and that could not go along: to be copied, or deleted.
import { call, toastProblem } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { m } from "#messages";
import { type Draft, saveDraft } from "#modules/conversations/contract";
import { changeDrafts, dropUnsavedDraft, type ThreadContext } from "#modules/live-inbox/views";
import { useState } from "react";

interface DraftsProps {
  readonly context: ThreadContext;
  readonly drafts: readonly Draft[];
}
export default function LeftDrafts({ context, drafts }: DraftsProps) {
  return (
    <ul className="mx-auto mb-2 grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-2">
      {drafts.map((draft) => (
        <Left key={draft.kind} context={context} draft={draft} />
      ))}
    </ul>
  );
}

function Left({ context, draft }: { readonly context: ThreadContext; readonly draft: Draft }) {
  const [busy, setBusy] = useState(false);
  const { projectId, conversationId } = context;
  const { kind, content, attachments } = draft;
  const title = kind === "note" ? m.conversations_left_note() : m.conversations_left_reply();
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await call(saveDraft, { params: { projectId, conversationId, kind }, body: { content: "", attachments: [] } });
      dropUnsavedDraft(context, kind);
      changeDrafts(context, (drafts) => drafts.filter((other) => other.kind !== kind));
    } catch (cause) {
      setBusy(false);
      toastProblem(cause);
    }
  }
  return (
    <li className="rounded-lg border border-line px-4 py-3">
      <p className="text-xs font-semibold text-muted">{title}</p>
      {content !== "" && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, also by keyboard.
        <div
          dir="auto"
          role="group"
          aria-label={title}
          tabIndex={0}
          className="mt-1 max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap"
        >
          {content}
        </div>
      )}
      {attachments.length > 0 && (
        <ul className="mt-1 text-sm text-muted">
          {attachments.map(({ id, name }) => (
            <li key={id} dir="auto" className="truncate">
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {content !== "" && <CopyButton text={content} label={m.dashboard_copy()} />}
        <Button size="sm" variant="ghost" busy={busy} onClick={() => void remove()}>
          {m.conversations_left_delete()}
        </Button>
      </div>
    </li>
  );
}
