// What is there with every conversation: the choice in its menu and in the palette, the menu of a customer's message, and what marks one whose
// split was undone. What few conversations need is loaded when it is needed.
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import type { conversationMark, messageChoices, rowChip, threadChoices } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import { Ellipsis, Split } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

const SplitDialog = lazy(() => import("./split-dialog.tsx"));

export function SplitChoice({ projectId, row, onItems }: PropsOf<typeof threadChoices>) {
  const [open, setOpen] = useState(false);
  const { state } = row.contact;
  const may = row.mergedInto === undefined && row.silenced !== true && state !== "erasing" && state !== "erased";
  const choose = (): void => setOpen(true);
  const tell = useEffectEvent(() =>
    onItems("splitting", may ? [{ label: m.conversation_split_choice(), icon: Split, onSelect: choose }] : []),
  );
  useEffect(() => tell(), [may]);
  return (
    <Suspense>
      {may && <Command onChoose={choose} />}
      {open && <SplitDialog projectId={projectId} conversationId={row.id} onClose={() => setOpen(false)} />}
    </Suspense>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.conversation_split_choice(), group: m.conversations_title() });
  return null;
}

export function MessageMenu({ projectId, conversationId, message }: PropsOf<typeof messageChoices>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={<IconButton label={m.conversation_split_message_menu()} icon={Ellipsis} />}
        items={[{ label: m.conversation_split_message_choice(), icon: Split, onSelect: () => setOpen(true) }]}
      />
      {open && (
        <Suspense>
          <SplitDialog projectId={projectId} conversationId={conversationId} messageId={message.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export const WithdrawnChip = ({ row }: PropsOf<typeof rowChip>) => row.withdrawn && <Chip>{m.conversation_split_chip()}</Chip>;
export const WithdrawnMark = ({ projectId, row }: PropsOf<typeof conversationMark>) =>
  row.withdrawn && (
    <p className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-subtle px-2.5 py-1.5 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <Split className="size-3.5 shrink-0 text-muted" aria-hidden />
        {m.conversation_split_mark()}
      </span>
      {row.mergedInto && (
        <Link to={threadPath(projectId, row.mergedInto)} className="text-accent-text underline">
          {m.conversation_split_open_source()}
        </Link>
      )}
    </p>
  );
