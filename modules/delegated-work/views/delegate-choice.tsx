// Delegating, as a choice in the menu of assigning and in the palette; and the line of that event in the thread.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import type { activityLine, assignChoices } from "#modules/inbox/views";
import { Laptop } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { DELEGATED, WORK_SENT_BACK } from "../contract.ts";

const DelegateDialog = lazy(() => import("./delegate-dialog.tsx"));

export function DelegateChoice({ projectId, conversationId, row, onItems }: PropsOf<typeof assignChoices>) {
  const [open, setOpen] = useState(false);
  const may = row.contact.state === "active";
  const tell = useEffectEvent(() =>
    onItems("work", may ? [{ label: m.delegated_work_choice(), icon: Laptop, onSelect: () => setOpen(true) }] : []),
  );
  useEffect(() => tell(), [may]);
  return (
    <>
      {may && <Command onChoose={() => setOpen(true)} />}
      {open && (
        <Suspense>
          <DelegateDialog projectId={projectId} conversationId={conversationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.delegated_work_delegate(), group: m.conversations_title() });
  return null;
}

export function DelegatedLine({ event, own, name }: PropsOf<typeof activityLine>) {
  if (event.name === WORK_SENT_BACK) return own ? m.delegated_work_back_line_you() : m.delegated_work_back_line({ name });
  if (event.name !== DELEGATED) return null;
  return own ? m.delegated_work_line_you() : m.delegated_work_line({ name });
}
