// One canned reply of the settings page, with the buttons that edit and delete it.
import { Paperclip, Pencil, Trash2 } from "lucide-react";
import { call, queryClient, reading, toastProblem } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type CannedReply, deleteCannedReply, listCannedReplies, restoreCannedReply } from "../../contract.ts";

interface RowProps {
  readonly projectId: string;
  readonly reply: CannedReply;
  readonly mayChange: boolean;
  onEdit(): void;
}

export function ReplyRow({ projectId, reply, mayChange, onEdit }: RowProps) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0 last:pb-0">
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {reply.title}
          </span>
          {reply.shortcut !== "" && <span className="font-mono text-xs wrap-anywhere text-muted">/{reply.shortcut}</span>}
        </span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
          {reply.text}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {reply.files.length > 0 && (
            <span className="flex items-center gap-1">
              <Paperclip className="size-3" aria-hidden />
              {m.canned_files({ count: reply.files.length })}
            </span>
          )}
          <span>{reply.uses === 0 ? m.canned_never_used() : m.canned_used({ count: reply.uses })}</span>
          {reply.usedAt !== null && (
            <span>
              {m.canned_last_used()} <RelativeTime at={reply.usedAt} />
            </span>
          )}
        </span>
      </span>
      {mayChange && (
        <span className="flex shrink-0">
          <IconButton label={m.canned_edit({ title: reply.title })} icon={Pencil} onClick={onEdit} />
          <IconButton label={m.canned_delete({ title: reply.title })} icon={Trash2} onClick={() => void remove(projectId, reply)} />
        </span>
      )}
    </li>
  );
}

/** The row goes at once; it comes back if the deletion is refused or undone. */
async function remove(projectId: string, reply: CannedReply): Promise<void> {
  const { queryKey } = reading(listCannedReplies, { params: { projectId } as never });
  const show = (items: (held: readonly CannedReply[]) => readonly CannedReply[]): void =>
    void queryClient.setQueryData<{ items: readonly CannedReply[] }>(queryKey, (held) => held && { ...held, items: items(held.items) });
  const putBack = (one: CannedReply): void =>
    show((held) => [...held.filter(({ id }) => id !== one.id), one].toSorted((a, b) => a.title.localeCompare(b.title)));
  const params = { projectId, replyId: reply.id } as never;
  const removed = call(deleteCannedReply, { params });
  show((held) => held.filter(({ id }) => id !== reply.id));
  // The focus was on a button that is gone.
  document.querySelector<HTMLElement>("main")?.focus();
  const undo = async (): Promise<void> => {
    putBack(reply);
    try {
      await removed;
      putBack((await call(restoreCannedReply, { params, body: {} })).reply);
    } catch (problem) {
      show((held) => held.filter(({ id }) => id !== reply.id));
      toastProblem(problem);
    }
  };
  toast({ tone: "ok", title: m.canned_did_delete({ title: reply.title }), undo: () => void undo() });
  try {
    await removed;
  } catch (problem) {
    putBack(reply);
    toastProblem(problem);
  }
}
