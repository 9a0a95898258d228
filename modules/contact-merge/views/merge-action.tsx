// The button that opens the dialog of merging. Only on the contact's page: next to a conversation there is no room for it.
import type { contactAction, PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { useParams } from "@tanstack/react-router";
import { Merge } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));

export default function MergeAction({ projectId, contact }: PropsOf<typeof contactAction>) {
  const { contactId } = useParams({ strict: false }) as { contactId?: string };
  const [open, setOpen] = useState(false);
  if (contact.state !== "active" || contactId === undefined) return null;
  return (
    <>
      <Button icon={Merge} onClick={() => setOpen(true)}>
        {m.contact_merge_action()}
      </Button>
      <Suspense>{open && <MergeDialog projectId={projectId} contact={contact} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
