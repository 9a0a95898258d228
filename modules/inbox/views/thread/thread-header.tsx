// The header of a thread: the contact, and the actions on the conversation.
import { MemberLabel } from "#dashboard/member-label.tsx";
import { conversationMail, Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { useOnline } from "#dashboard/online.ts";
import { useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { ArrowLeft, Check, Clock, Ellipsis, Link as LinkIcon, Mail, PanelRight, RotateCcw, UserRound, UserRoundPlus } from "lucide-react";
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { assignChoices, conversationControl, conversationMark, threadChoices } from "../slots.ts";

import { latePart } from "#dashboard/late-part.ts";
import { threadShortcuts } from "../thread-shortcuts.ts";
import { clockText } from "#dashboard/ui/dates.ts";
import { isFieldInUse, type ThreadAnswer, type ThreadContext, useLive } from "#modules/live-inbox/views";
import { threadPath } from "#modules/conversations/contract";
import { NARROW, useMedia, WIDE } from "#dashboard/ui/use-media.ts";
import { snoozeChoices } from "../snooze-choices.ts";
import { changeField } from "../actions/actions.ts";
import { useThreadActions } from "./use-thread-actions.ts";

const AssignWithNoteDialog = latePart(() => import("./assign-with-note-dialog.tsx"));
const SnoozeDialog = latePart(() => import("../actions/snooze-dialog.tsx"));

interface HeaderProps {
  readonly context: ThreadContext;
  readonly thread: ThreadAnswer;
  /** The conversation, if it contains mail. */
  readonly mailIn: string | undefined;
  /** False until the thread has been painted: other modules' controls wait for that. */
  readonly whole: boolean;
  readonly detailsOpen: boolean;
  onDetails(): void;
  onBack(): void;
}
const NO_ITEMS: Readonly<Record<string, readonly MenuItem[]>> = {};
/** The room that the controls of other modules took in the last thread, in pixels. */
let controlsWidth = 0;

export function ThreadHeader({ context, thread, mailIn, whole, detailsOpen, onDetails, onBack }: HeaderProps) {
  const { members } = useProject();
  const row = thread.conversation;
  // What other modules show of it follows in a moment, unless it is theirs that changed: what they do next depends on that.
  const before = useDeferredValue(row);
  const settled = before.id === row.id && before.fields === row.fields ? before : row;
  const name = contactName(thread.contact);
  const online = useLive(context.projectId, context.me, (state) => state.online.has(thread.contact.id));
  const working = useLive(context.projectId, context.me, (state) => state.working.has(context.conversationId));
  const connected = useOnline();
  const act = useThreadActions(context, row, onBack);
  const [menu, setMenu] = useStateOf<"assign" | "snooze" | undefined>(context.conversationId, undefined);
  const [dialog, setDialog] = useStateOf<"custom" | "handover" | undefined>(context.conversationId, undefined);
  const [more, setMore] = useStateOf(context.conversationId, NO_ITEMS);
  const [also, setAlso] = useStateOf(context.conversationId, NO_ITEMS);
  // Phones have no room for a button of its own, so its choices are in the menu.
  const Heading = useMedia(WIDE) ? "h2" : "h1";
  const narrow = useMedia(NARROW);
  const closed = row.status === "closed";
  const toggleStatus = (): void => (closed ? act.reopen() : act.close());
  const controlled = (which: "assign" | "snooze") => ({
    open: menu === which,
    onOpenChange: (open: boolean) => setMenu(open ? which : undefined),
  });

  useDeclaredShortcut(threadShortcuts.close, toggleStatus);
  useDeclaredShortcut(threadShortcuts.snooze, () => setMenu("snooze"));
  useDeclaredShortcut(threadShortcuts.assign, () => setMenu("assign"));
  useDeclaredShortcut(threadShortcuts.take, () => act.assignTo(context.me, undefined));
  useDeclaredShortcut(threadShortcuts.unread, act.unread);

  const assignee = members.find((member) => member.accountId === row.assigneeId);
  const others = members.filter((member) => member.accountId !== context.me);
  const assignItems: MenuItem[] = [
    {
      label: m.conversations_assign_me(),
      shortcut: "i",
      checked: row.assigneeId === context.me,
      onSelect: () => act.assignTo(context.me, undefined),
    },
    { label: m.conversations_unassigned(), checked: row.assigneeId === null, onSelect: () => act.assignTo(null, undefined) },
    ...(others.length > 0 ? (["separator"] as const) : []),
    ...others.map((member) => ({
      label: <MemberLabel projectId={context.projectId} accountId={member.accountId} name={member.name} />,
      checked: row.assigneeId === member.accountId,
      onSelect: () => act.assignTo(member.accountId, member.name),
    })),
    ...Object.entries(more)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, items]) => (items.length > 0 ? (["separator", ...items] as const) : [])),
    ...(members.length > 1 ? (["separator", { label: m.conversations_handover(), onSelect: () => setDialog("handover") }] as const) : []),
  ];
  const snoozeItems: MenuItem[] = [
    ...snoozeChoices(act.snooze),
    "separator",
    { label: m.conversations_snooze_custom(), onSelect: () => setDialog("custom") },
  ];

  return (
    <header className="@container shrink-0 border-b border-line px-3 lg:px-4">
      <div className="flex h-12 max-lg:h-14 items-center gap-1.5 lg:@max-lg:gap-0.5">
        <span className="-ms-1 lg:hidden">
          <IconButton label={m.conversations_back()} icon={ArrowLeft} className="rtl:rotate-180" onClick={onBack} />
        </span>
        <span className="@max-lg:hidden">
          <Avatar id={thread.contact.id} name={name} size={24} />
        </span>
        <div className="min-w-0 flex-1">
          <Heading dir="auto" className="truncate text-md leading-5 font-semibold">
            {name}
            {online && (
              <span
                className="ms-2 inline-block size-2 rounded-full bg-ok-text align-middle"
                role="img"
                aria-label={m.conversations_online()}
              />
            )}
          </Heading>
          <p className="truncate text-xs leading-4 text-muted" title={assignee?.name}>
            {row.assigneeId === null ? (
              m.conversations_unassigned()
            ) : (
              <>
                <UserRound className="me-1 inline size-3 align-[-1px]" aria-hidden />
                <span className="sr-only">{m.conversations_assigned_to()} </span>
                <bdi>{row.assigneeId === context.me ? m.conversations_you() : (assignee?.name ?? m.conversations_former_member())}</bdi>
              </>
            )}
            {stateText(row)}
          </p>
        </div>
        {/* Without a connection nothing of it can be done, as the notice says. */}
        <fieldset disabled={!connected} className="contents">
          <legend className="sr-only">{m.conversations_controls()}</legend>
          {!narrow && (
            <Menu
              {...controlled("assign")}
              items={assignItems}
              trigger={<IconButton label={m.conversations_assign()} icon={UserRoundPlus} shortcut="a" />}
            />
          )}
          {!narrow && !whole && controlsWidth > 0 && <span style={{ width: controlsWidth }} className="shrink-0" />}
          {!narrow && whole && (
            <Controls>
              <Slot
                of={conversationControl}
                projectId={context.projectId}
                conversationId={context.conversationId}
                row={settled}
                labelled={false}
                working={working}
                isInUse={(field) => isFieldInUse(context.projectId, field)}
                changeField={(...change) => changeField(context, ...change)}
              />
            </Controls>
          )}
          <Menu
            {...controlled("snooze")}
            items={snoozeItems}
            trigger={<IconButton label={m.conversations_snooze()} icon={Clock} shortcut="z" />}
          />
        </fieldset>
        <Menu
          trigger={<IconButton label={m.conversations_more_actions()} icon={Ellipsis} />}
          items={[
            ...(narrow ? [{ heading: m.conversations_assign() }, ...assignItems, "separator" as const] : []),
            { label: m.conversations_mark_unread(), icon: Mail, shortcut: "u", onSelect: act.unread },
            {
              label: m.conversations_copy_link(),
              icon: LinkIcon,
              onSelect: () => void navigator.clipboard.writeText(location.origin + threadPath(context.projectId, context.conversationId)),
            },
            { label: m.conversations_details(), icon: PanelRight, shortcut: "]", onSelect: onDetails },
            ...Object.values(also).flat(),
          ]}
        />
        <span className="max-lg:hidden">
          <IconButton
            label={m.conversations_details_toggle()}
            icon={PanelRight}
            shortcut="]"
            aria-pressed={detailsOpen}
            onClick={onDetails}
          />
        </span>
        {/* The button changes its meaning with the first click, so the second one of a double click would undo it. */}
        {row.mergedInto === undefined && (
          <Button
            icon={closed ? RotateCcw : Check}
            disabled={!connected}
            onClick={({ detail }) => detail > 1 || toggleStatus()}
            className="ms-1"
          >
            {closed ? m.conversations_reopen() : m.conversations_close()}
          </Button>
        )}
      </div>
      {(row.subject !== null || mailIn !== undefined) && (
        <div className="-mt-1 flex items-center gap-3 pb-2 text-sm empty:hidden">
          {row.subject !== null && (
            <p dir="auto" title={plain(row.subject)} className="flex min-w-0 items-center gap-1.5 text-start font-medium">
              <Mail className="size-3.5 shrink-0 text-muted" aria-hidden />
              <span className="sr-only">{m.conversations_subject()} </span>
              <span className="min-w-0 truncate">{plain(row.subject)}</span>
            </p>
          )}
          {mailIn !== undefined && (
            <Suspense>
              <Slot of={conversationMail} at="header" projectId={context.projectId} conversationId={mailIn} />
            </Suspense>
          )}
        </div>
      )}
      {whole && (
        <Suspense>
          <Slot
            of={assignChoices}
            projectId={context.projectId}
            conversationId={context.conversationId}
            row={settled}
            changeField={(...change) => changeField(context, ...change)}
            onItems={(by, items) => setMore((held) => ({ ...held, [by]: items }))}
          />
          <Slot
            of={threadChoices}
            projectId={context.projectId}
            conversationId={context.conversationId}
            row={settled}
            onItems={(by, items) => setAlso((held) => ({ ...held, [by]: items }))}
          />
        </Suspense>
      )}
      <Suspense>
        <div className="-mt-0.5 flex flex-wrap items-center gap-1 pb-2 empty:hidden">
          <Slot of={conversationMark} projectId={context.projectId} row={settled} />
        </div>
      </Suspense>
      {dialog === "handover" && <AssignWithNoteDialog context={context} row={row} onClose={() => setDialog(undefined)} />}
      {dialog === "custom" && <SnoozeDialog onClose={() => setDialog(undefined)} onPick={act.snooze} />}
    </header>
  );
}

/** State of one conversation: another one begins with the initial value. */
function useStateOf<T>(conversationId: string, initial: T): [T, (next: T | ((held: T) => T)) => void] {
  const [held, setHeld] = useState({ conversationId, value: initial });
  const valueIn = (of: typeof held): T => (of.conversationId === conversationId ? of.value : initial);
  return [
    valueIn(held),
    (next) => setHeld((before) => ({ conversationId, value: next instanceof Function ? next(valueIn(before)) : next })),
  ];
}

/** Measures what is in it, so that the next thread keeps as much room. */
function Controls({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(([size]) => void (controlsWidth = size?.contentRect.width ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={box} className="flex items-center gap-[inherit] empty:hidden">
      <Suspense>{children}</Suspense>
    </div>
  );
}

/** State after the assignee, whose name comes first where space is short: closed, or snoozed until. */
function stateText(row: ThreadAnswer["conversation"]): string {
  if (row.status === "open") return "";
  if (row.status === "closed") return ` · ${m.conversations_view_closed()}`;
  return ` · ${row.snoozedUntil ? m.conversations_snoozed_until({ time: clockText(row.snoozedUntil) }) : m.conversations_snoozed_reply()}`;
}
