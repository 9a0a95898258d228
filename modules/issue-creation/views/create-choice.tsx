// Creating an issue: in the menu of an open conversation, in the palette, and by key. Projects that are not connected see nothing of it.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { readCodeHosting } from "#modules/code-hosting/contract";
import { CONNECTION_STAYS } from "#modules/code-hosting/views";
import type { threadChoices } from "#modules/inbox/views";
import { CircleDot } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { createShortcut } from "./shortcut.ts";

const CreateDialog = lazy(() => import("./create-dialog.tsx"));

export default function CreateChoice({ projectId, conversationId, row, onItems }: PropsOf<typeof threadChoices>) {
  const [open, setOpen] = useState(false);
  const { data } = useRouteQuery(readCodeHosting, { params: { projectId } as never }, { staleTime: CONNECTION_STAYS });
  const may = row.contact.state === "active" && data !== undefined && data.connection !== null;
  const tell = useEffectEvent(() =>
    onItems(
      "issue creation",
      may ? [{ label: m.issue_creation_create(), icon: CircleDot, shortcut: createShortcut.keys, onSelect: () => setOpen(true) }] : [],
    ),
  );
  useEffect(() => tell(), [may]);
  return (
    <>
      {may && <Key onChoose={() => setOpen(true)} />}
      {open && (
        <Suspense>
          <CreateDialog projectId={projectId} conversationId={conversationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
function Key({ onChoose }: { onChoose(): void }) {
  useDeclaredShortcut(createShortcut, onChoose);
  return null;
}
