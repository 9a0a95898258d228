// What is there with every conversation: the choice in its menu and in the palette, and the chip and the mark of a merged one. What few
// conversations need is loaded when it is needed.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { conversationMark, rowChip, threadChoices } from "#modules/inbox/views";
import { Merge } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));
const Merged = lazy(() => import("./merged-mark.tsx"));

export function MergeChoice({ projectId, row, onItems }: PropsOf<typeof threadChoices>) {
  const [open, setOpen] = useState(false);
  const { state } = row.contact;
  const may = row.mergedInto === undefined && state !== "erasing" && state !== "erased";
  const choose = (): void => setOpen(true);
  const tell = useEffectEvent(() =>
    onItems("merging", may ? [{ label: m.conversation_merge_choice(), icon: Merge, onSelect: choose }] : []),
  );
  useEffect(() => tell(), [may]);
  return (
    <Suspense>
      {may && <Command onChoose={choose} />}
      {open && <MergeDialog projectId={projectId} row={row} onClose={() => setOpen(false)} />}
    </Suspense>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.conversation_merge_choice(), group: m.conversations_title() });
  return null;
}

export const MergedChip = ({ row }: PropsOf<typeof rowChip>) =>
  row.mergedInto && !row.withdrawn && <Chip>{m.conversation_merge_chip()}</Chip>;
export const MergedMark = ({ projectId, row }: PropsOf<typeof conversationMark>) =>
  row.mergedInto && !row.withdrawn && <Merged key={row.id} projectId={projectId} id={row.id} into={row.mergedInto} />;
