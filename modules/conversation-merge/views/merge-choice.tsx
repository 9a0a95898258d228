// Merging: in the menu of an open conversation, and in the palette.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import type { threadChoices } from "#modules/inbox/views";
import { Merge } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));

export default function MergeChoice({ projectId, row, onItems }: PropsOf<typeof threadChoices>) {
  const [open, setOpen] = useState(false);
  const { state } = row.contact;
  const may = row.mergedInto === undefined && state !== "erasing" && state !== "erased";
  const tell = useEffectEvent(() =>
    onItems("merging", may ? [{ label: m.conversation_merge_choice(), icon: Merge, onSelect: () => setOpen(true) }] : []),
  );
  useEffect(() => tell(), [may]);
  return (
    <>
      {may && <Command onChoose={() => setOpen(true)} />}
      {open && (
        <Suspense>
          <MergeDialog projectId={projectId} row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.conversation_merge_choice(), group: m.conversations_title() });
  return null;
}
