// What can be done with the selected contacts: block them, or make them active again.
import { call, toastProblem } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Ban, RotateCcw } from "lucide-react";
import { useState } from "react";
import { hideContact, restoreContact } from "../../contract.ts";
import { rereadContacts } from "../queries.ts";

interface BarProps {
  readonly projectId: string;
  readonly ids: readonly string[];
  /** Whether the list is that of blocked contacts. */
  readonly hidden: boolean;
  onClear(): void;
}
export function SelectionBar({ projectId, ids, hidden, onClear }: BarProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  async function run(which: readonly string[], route: typeof hideContact | typeof restoreContact): Promise<number> {
    let done = 0;
    for (const contactId of which) {
      const params = { projectId, contactId } as never;
      try {
        await (route === hideContact ? call(hideContact, { params }) : call(restoreContact, { params, body: {} }));
        done += 1;
      } catch (cause) {
        toastProblem(cause);
        break;
      }
    }
    rereadContacts(projectId);
    return done;
  }
  async function apply(): Promise<void> {
    setBusy(true);
    const done = await run(ids, hidden ? restoreContact : hideContact);
    setBusy(false);
    setAsking(false);
    onClear();
    if (done === 0) return;
    const changed = ids.slice(0, done);
    toast({
      tone: "ok",
      title: hidden ? m.contacts_restored_many({ count: done }) : m.contacts_blocked_many({ count: done }),
      undo: () => void run(changed, hidden ? hideContact : restoreContact),
    });
  }
  return (
    <div
      role="group"
      aria-label={m.contacts_selection()}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 self-center rounded-lg border border-line-strong bg-surface px-3 py-2 shadow-2"
    >
      <p role="status" className="px-1 font-medium tabular-nums">
        {m.contacts_selected({ count: ids.length })}
      </p>
      {hidden ? (
        <Button icon={RotateCcw} busy={busy} onClick={() => void apply()}>
          {m.contacts_restore()}
        </Button>
      ) : (
        <Button icon={Ban} onClick={() => setAsking(true)}>
          {m.contacts_delete_confirm()}
        </Button>
      )}
      <Button variant="ghost" onClick={onClear}>
        {m.contacts_clear_selection()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={m.contacts_block_many_title({ count: ids.length })}
        body={m.contacts_delete_keeps()}
        action={m.contacts_delete_confirm()}
        busy={busy}
        onConfirm={() => void apply()}
      />
    </div>
  );
}
