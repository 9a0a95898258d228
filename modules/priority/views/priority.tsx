// Priority in the inbox: the control of a conversation, the chip in its row, the list's filter, the line in the thread.
import { call } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { activityLine, conversationControl, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { Flag, ListFilter } from "lucide-react";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { priorityShortcut } from "./shortcut.ts";
import { LEVELS, type Priority, PRIORITY, PriorityChange, priorityOf, setPriority } from "../contract.ts";

export const NAMES: Record<Priority, () => string> = {
  none: m.priority_none,
  low: m.priority_low,
  normal: m.priority_normal,
  high: m.priority_high,
  urgent: m.priority_urgent,
};
const TONES: Record<Priority, Tone> = { none: "neutral", low: "neutral", normal: "neutral", high: "warn", urgent: "bad" };
/** Order of menus: most urgent first. */
export const CHOICES = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];

/** The menu of an open conversation, with a key and an action in the palette for each priority. */
export function PriorityControl({ projectId, conversationId, row, labelled, changeField }: PropsOf<typeof conversationControl>) {
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const now = priorityOf(row);

  async function set(priority: Priority, was?: Priority): Promise<void> {
    const params = { projectId, conversationId } as never;
    const body = { clientId: crypto.randomUUID(), priority };
    try {
      await changeField(PRIORITY, priority === "none" ? undefined : priority, () => call(setPriority, { params, body }));
      if (was === undefined) return;
      const title = priority === "none" ? m.priority_did_remove() : m.priority_did_set({ priority: NAMES[priority]() });
      toast({ title, tone: "ok", undo: () => void set(was) });
    } catch (cause) {
      toast({ title: m.priority_failed(), body: messageOf(cause), tone: "bad" });
    }
  }
  const choose = (priority: Priority): void => void (priority === now || set(priority, now));

  useDeclaredShortcut(priorityShortcut, () => setOpen(true));
  return (
    <>
      {[...CHOICES, "none" as const].map((priority) => (
        <Command key={priority} priority={priority} onChoose={choose} />
      ))}
      <Menu
        open={open}
        onOpenChange={setOpen}
        items={[
          ...CHOICES.map((priority) => ({ label: NAMES[priority](), checked: priority === now, onSelect: () => choose(priority) })),
          "separator",
          { label: m.priority_none(), checked: now === "none", onSelect: () => choose("none") },
        ]}
        trigger={
          labelled ? (
            <Button icon={Flag} className="justify-self-start">
              {m.priority_of({ priority: NAMES[now]() })}
            </Button>
          ) : (
            <IconButton
              label={now === "none" ? m.priority_set() : m.priority_of({ priority: NAMES[now]() })}
              icon={Flag}
              shortcut="p"
              className={now === "urgent" ? "text-bad-text!" : now === "high" ? "text-warn-text!" : ""}
            />
          )
        }
      />
    </>
  );
}

function Command({ priority, onChoose }: { priority: Priority; onChoose(priority: Priority): void }) {
  const label = priority === "none" ? m.priority_remove() : m.priority_set_to({ priority: NAMES[priority]() });
  useCommand(() => onChoose(priority), { label, group: m.conversations_title() });
  return null;
}

export function PriorityChip({ row }: PropsOf<typeof rowChip>) {
  const priority = priorityOf(row);
  if (priority === "none") return null;
  return (
    <Chip tone={TONES[priority]}>
      <span className="sr-only">{m.priority_title()} </span>
      {NAMES[priority]()}
    </Chip>
  );
}

/** Where no loaded conversation has a priority, there is nothing to filter. */
export function PriorityFilter(props: PropsOf<typeof listFilter>) {
  return props.filter?.startsWith(`${PRIORITY}:`) === true || props.isInUse(PRIORITY) ? <Filter {...props} /> : null;
}
function Filter({ filter, onFilter }: PropsOf<typeof listFilter>) {
  const chosen = LEVELS.find((level) => filter === `${PRIORITY}:${level}`);
  return (
    <Menu
      align="end"
      items={[
        ...CHOICES.map((level) => ({
          label: NAMES[level](),
          checked: level === chosen,
          onSelect: () => onFilter(level === chosen ? undefined : `${PRIORITY}:${level}`),
        })),
        "separator",
        { label: m.priority_any(), checked: chosen === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        chosen === undefined ? (
          <IconButton label={m.priority_filter()} icon={ListFilter} />
        ) : (
          <Button size="sm" icon={ListFilter} aria-label={m.priority_filter_on({ priority: NAMES[chosen]() })} className="rounded-full!">
            {NAMES[chosen]()}
          </Button>
        )
      }
    />
  );
}

/** Priority as a field of conditions. */
export function PriorityField({ declare }: PropsOf<typeof viewField>) {
  useEffect(
    () =>
      declare({
        name: PRIORITY,
        label: m.priority_field(),
        options: [...CHOICES, "none" as const].map((value) => ({ value, label: NAMES[value]() })),
      }),
    [declare],
  );
  return null;
}

export function PriorityLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const change = event.name === PRIORITY ? v.safeParse(PriorityChange, event.data) : undefined;
  if (!change?.success) return null;
  const { priority } = change.output;
  if (priority === "none") return own ? m.priority_event_removed_you() : m.priority_event_removed({ name });
  return own ? m.priority_event_set_you({ priority: NAMES[priority]() }) : m.priority_event_set({ name, priority: NAMES[priority]() });
}
