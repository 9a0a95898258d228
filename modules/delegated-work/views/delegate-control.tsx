// The control of a conversation that delegates it, and the line of that event in the thread.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { activityLine, conversationControl } from "#modules/inbox/views";
import { Laptop } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { DELEGATED } from "../contract.ts";

const DelegateDialog = lazy(() => import("./delegate-dialog.tsx"));

export function DelegateControl({ projectId, conversationId, row, labelled }: PropsOf<typeof conversationControl>) {
  const [open, setOpen] = useState(false);
  useCommand(() => setOpen(true), { label: m.delegated_work_delegate(), group: m.conversations_title() });
  if (row.contact.state !== "active") return null;
  return (
    <>
      {labelled ? (
        <Button icon={Laptop} className="justify-self-start" onClick={() => setOpen(true)}>
          {m.delegated_work_delegate()}
        </Button>
      ) : (
        <IconButton label={m.delegated_work_delegate()} icon={Laptop} onClick={() => setOpen(true)} />
      )}
      {open && (
        <Suspense>
          <DelegateDialog projectId={projectId} conversationId={conversationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function DelegatedLine({ event, own, name }: PropsOf<typeof activityLine>) {
  if (event.name !== DELEGATED) return null;
  return own ? m.delegated_work_line_you() : m.delegated_work_line({ name });
}
