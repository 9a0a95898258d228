// The bar over the header of the list while rows are selected, and the keys that select.
import { MemberLabel } from "#dashboard/member-label.tsx";
import { useMe, useProject } from "#dashboard/session.tsx";
import { type PropsOf, Slot } from "#dashboard/screen.ts";
import { useCommand, useDeclaredShortcut, useShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import type { ConversationSummary } from "#modules/conversations/contract";
import { type listSelection, loadSnoozeChoices, SnoozeDialog } from "#modules/inbox/views";
import { Check, Clock, ListChecks, RotateCcw, UserRoundPlus, X } from "lucide-react";
import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { MAX_CHOSEN } from "../contract.ts";
import { type BulkRun, start } from "./running.ts";
import { beginSelecting, clearSelection, isSelected, selectAll, selectLoaded, tellOrder, toggle, useSelection } from "./selection.ts";
import { selectRangeShortcut, selectShortcut } from "./shortcuts.ts";
import { bulkControl } from "./slot.ts";

type Props = PropsOf<typeof listSelection>;

export function SelectionBar(props: Props) {
  const { projectId, list, filter, rows, openId } = props;
  const place = [projectId, list.view, list.sort, filter].join(" ");
  const ids = rows.map(({ id }) => id).join(" ");
  useEffect(() => tellOrder(place, ids === "" ? [] : ids.split(" ")), [place, ids]);
  const selection = useSelection();
  const current = openId ?? rows[0]?.id;
  useDeclaredShortcut(selectShortcut, () => current !== undefined && toggle(current));
  useDeclaredShortcut(selectRangeShortcut, () => current !== undefined && toggle(current, true));
  useCommand(beginSelecting, { label: m.bulk_actions_begin(), group: m.conversations_title() });
  useCommand(selectLoaded, { label: m.bulk_actions_select_loaded(), group: m.conversations_title() });
  return selection.place === place && selection.selecting ? <Bar {...props} /> : null;
}

function Bar({ projectId, list, filter, rows, hasMore }: Props) {
  const me = useMe().id;
  const selection = useSelection();
  const chosen = rows.filter((row) => isSelected(selection, row.id));
  const none = chosen.length === 0;
  const everything = rows.length > 0 && chosen.length === rows.length;
  useShortcut("Escape", clearSelection, { label: m.bulk_actions_clear(), group: m.conversations_title(), hidden: true, overrides: true });
  function run(action: BulkRun): void {
    if (none) return;
    const { view, sort } = list;
    const all = selection.all ? { view, sort, ...(filter === undefined ? {} : { filter }), except: [...selection.except] } : undefined;
    clearSelection();
    void start({ projectId, me, rows: chosen, list: all }, action);
  }
  const core = useCore(chosen, run);
  // What was ticked is seen before the buttons are, a frame later. Their keys work at once.
  const buttons = useDeferredValue(true, false);
  return (
    <section aria-label={m.bulk_actions_bar()} className="absolute inset-x-0 top-0 z-10 border-b border-line bg-surface px-2 pb-1 lg:px-3">
      <div className="flex h-12 items-center gap-2">
        <label className="grid size-9 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11">
          <input
            type="checkbox"
            ref={(box) => void (box && (box.indeterminate = !none && !everything))}
            checked={everything}
            aria-label={m.bulk_actions_select_loaded()}
            className="size-4 accent-(--accent)"
            onChange={() => (everything ? clearSelection() : selectLoaded())}
          />
        </label>
        <p className="min-w-0 flex-1 truncate font-medium" role="status">
          {selection.all ? allOf(selection.except.size) : m.bulk_actions_selected({ count: chosen.length })}
        </p>
        {everything && hasMore && !selection.all && (
          <Button size="sm" variant="ghost" className="text-accent-text!" onClick={selectAll}>
            {m.bulk_actions_select_all()}
          </Button>
        )}
        <IconButton label={m.bulk_actions_clear()} icon={X} shortcut="Escape" onClick={clearSelection} />
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-0.5 lg:gap-1">
        {buttons && (
          <>
            <CoreButtons {...core} />
            <Suspense>
              <Slot of={bulkControl} projectId={projectId} rows={chosen} run={run} />
            </Suspense>
          </>
        )}
      </div>
      {chosen.length > MAX_CHOSEN && !selection.all && (
        <p role="alert" className="pt-1 text-xs text-warn-text">
          {m.bulk_actions_too_many({ max: MAX_CHOSEN })}
        </p>
      )}
    </section>
  );
}
const allOf = (spared: number): string =>
  spared === 0 ? m.bulk_actions_selected_all() : m.bulk_actions_selected_all_but({ count: spared });

/** What can be done with what every conversation has, its status and its assignee; binds the keys. */
function useCore(rows: readonly ConversationSummary[], run: (action: BulkRun) => void) {
  const me = useMe().id;
  const [menu, setMenu] = useState<"assign" | "snooze">();
  const group = m.bulk_actions_bar();
  const none = rows.length === 0;
  const reopens = rows.length > 0 && rows.every(({ status }) => status !== "open");
  const set = (status: ConversationSummary["status"], until: string | null, did: BulkRun["did"]): void =>
    run({
      ...{ action: "status", value: { status, until }, did },
      change: () => ({ status, snoozedUntil: until, ...(status === "closed" ? { waitingSince: null } : {}) }),
    });
  const close = (): void => set("closed", null, (count) => m.bulk_actions_did_close({ count }));
  const reopen = (): void => set("open", null, (count) => m.bulk_actions_did_reopen({ count }));
  const snooze = (until: Date | null): void =>
    set("snoozed", until?.toISOString() ?? null, (count) => m.bulk_actions_did_snooze({ count }));
  const assign = (assigneeId: string | null, name: string | undefined): void =>
    run({
      ...{ action: "assign", value: { assigneeId } },
      change: () => ({ assigneeId: assigneeId as ConversationSummary["assigneeId"] }),
      did: (count) =>
        assigneeId === null
          ? m.bulk_actions_did_unassign({ count })
          : assigneeId === me
            ? m.bulk_actions_did_take({ count })
            : m.bulk_actions_did_assign({ count, name: name ?? "" }),
    });
  const done = reopens ? reopen : close;
  useShortcut("e", done, { label: m.conversations_key_close(), group, overrides: true, hidden: true });
  useShortcut("z", () => none || setMenu("snooze"), { label: m.conversations_key_snooze(), group, overrides: true, hidden: true });
  useShortcut("a", () => none || setMenu("assign"), { label: m.conversations_key_assign(), group, overrides: true, hidden: true });
  useShortcut("i", () => assign(me, undefined), { label: m.conversations_key_take(), group, overrides: true, hidden: true });
  return { none, reopens, done, snooze, assign, menu, setMenu };
}

function CoreButtons({ none, reopens, done, snooze, assign, menu, setMenu }: ReturnType<typeof useCore>) {
  const me = useMe().id;
  const { id: projectId, members } = useProject();
  const [choicesOf, setChoicesOf] = useState<Awaited<ReturnType<typeof loadSnoozeChoices>>>();
  useEffect(() => void loadSnoozeChoices().then((choices) => setChoicesOf(() => choices)), []);
  const [custom, setCustom] = useState(false);
  const controlled = (which: "assign" | "snooze") => ({
    open: menu === which,
    onOpenChange: (open: boolean) => setMenu(open ? which : undefined),
  });
  const people: MenuItem[] = [
    { label: m.conversations_assign_me(), shortcut: "i", onSelect: () => assign(me, undefined) },
    { label: m.conversations_unassigned(), onSelect: () => assign(null, undefined) },
    "separator",
    ...members
      .filter(({ accountId }) => accountId !== me)
      .map(({ accountId, name }) => ({
        label: <MemberLabel projectId={projectId} accountId={accountId} name={name} />,
        onSelect: () => assign(accountId, name),
      })),
  ];
  return (
    <>
      <IconButton
        label={reopens ? m.conversations_reopen() : m.conversations_close()}
        icon={reopens ? RotateCcw : Check}
        shortcut="e"
        disabled={none}
        onClick={done}
      />
      <Menu
        {...controlled("snooze")}
        items={[...(choicesOf?.(snooze) ?? []), "separator", { label: m.conversations_snooze_custom(), onSelect: () => setCustom(true) }]}
        trigger={<IconButton label={m.conversations_snooze()} icon={Clock} shortcut="z" disabled={none} />}
      />
      <Menu
        {...controlled("assign")}
        items={people}
        trigger={<IconButton label={m.conversations_assign()} icon={UserRoundPlus} shortcut="a" disabled={none} />}
      />
      {custom && <SnoozeDialog onClose={() => setCustom(false)} onPick={snooze} />}
    </>
  );
}

/** Touch has no pointer over a row, and no keys: this button begins selecting. */
export const SelectButton = () => (
  <span className="hidden pointer-coarse:block">
    <IconButton label={m.bulk_actions_begin()} icon={ListChecks} onClick={beginSelecting} />
  </span>
);
