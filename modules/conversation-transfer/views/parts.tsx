// What is there with every conversation: the choice in its menu and in the palette. The dialog is loaded when it is needed.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import type { threadChoices } from "#modules/inbox/views";
import { UserRoundPen } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

const MoveDialog = lazy(() => import("./move-dialog.tsx"));

export function MoveChoice({ projectId, row, onItems }: PropsOf<typeof threadChoices>) {
  const [open, setOpen] = useState(false);
  const { state } = row.contact;
  const may = row.mergedInto === undefined && row.silenced !== true && state !== "erasing" && state !== "erased";
  const choose = (): void => setOpen(true);
  const tell = useEffectEvent(() =>
    onItems("transferring", may ? [{ label: m.conversation_transfer_choice(), icon: UserRoundPen, onSelect: choose }] : []),
  );
  useEffect(() => tell(), [may]);
  return (
    <Suspense>
      {may && <Command onChoose={choose} />}
      {open && <MoveDialog projectId={projectId} row={row} onClose={() => setOpen(false)} />}
    </Suspense>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.conversation_transfer_choice(), group: m.conversations_title() });
  return null;
}
