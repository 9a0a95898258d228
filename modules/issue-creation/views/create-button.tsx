// Creating an issue: the button in the panel of linked issues.
import type { PropsOf } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { issuesPanelAction } from "#modules/code-hosting/views";
import { CirclePlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { createShortcut } from "./shortcut.ts";

const CreateDialog = lazy(() => import("./create-dialog.tsx"));

export default function CreateButton({ projectId, conversationId, isActive }: PropsOf<typeof issuesPanelAction>) {
  const [open, setOpen] = useState(false);
  if (!isActive) return null;
  return (
    <>
      <IconButton
        label={m.issue_creation_create()}
        icon={CirclePlus}
        shortcut={createShortcut.keys}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <CreateDialog {...{ projectId, conversationId }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
