// The targets of a conversation in its details, each with its state.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import type { conversationPanel } from "#modules/inbox/views";
import { type ConversationTarget, readConversationTargets, targetOf } from "../../contract.ts";
import { durationText, momentText, NAMES, spanText, useNow } from "../labels.ts";

type State = ConversationTarget["state"];
const TONES: Readonly<Record<State, Tone>> = {
  ...{ running: "neutral", warned: "warn", paused: "neutral", met: "ok", missed: "bad", cancelled: "neutral" },
};
const LABELS: Readonly<Record<State, () => string>> = {
  running: m.response_targets_panel_running,
  warned: m.response_targets_panel_warned,
  paused: m.response_targets_panel_paused,
  met: m.response_targets_panel_met,
  missed: m.response_targets_panel_missed,
  cancelled: m.response_targets_panel_cancelled,
};

/** Nothing where the conversation has no targets: most projects have none. */
export default function TargetsPanel({ projectId, row }: PropsOf<typeof conversationPanel>) {
  const { data, error, refetch } = useRouteQuery(readConversationTargets, { params: { projectId, conversationId: row.id } as never });
  const now = useNow();
  const expected = targetOf(row) !== undefined;
  if (data ? data.items.length === 0 : !error && !expected) return null;
  return (
    <section className="border-t border-line pt-3">
      <h2 className="mb-1.5 flex min-h-7 items-center text-xs font-semibold text-muted">{m.response_targets_title()}</h2>
      {data ? (
        <ul className="grid gap-2">
          {data.items.map((item) => (
            <li key={item.target} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2">
              <span className="font-medium">{NAMES[item.target]()}</span>
              <Chip tone={TONES[item.state]}>{LABELS[item.state]()}</Chip>
              <span className="col-span-full text-xs text-muted">{detailOf(item, now)}</span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p role="alert" className="flex items-center gap-2 text-muted">
          <span className="flex-1">{messageOf(error)}</span>
          <Button size="sm" onClick={() => void refetch()}>
            {m.dashboard_retry()}
          </Button>
        </p>
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
    </section>
  );
}

function detailOf({ minutes, counts, state, dueAt, endedAt, workedSeconds }: ConversationTarget, now: number): string {
  const target =
    counts === "business"
      ? m.response_targets_within_business({ time: durationText(minutes) })
      : m.response_targets_within({ time: durationText(minutes) });
  return `${standing({ state, dueAt, endedAt, workedSeconds }, now)} · ${target}`;
}
function standing(
  { state, dueAt, endedAt, workedSeconds }: Pick<ConversationTarget, "state" | "dueAt" | "endedAt" | "workedSeconds">,
  now: number,
): string {
  const worked = durationText(Math.floor((workedSeconds ?? 0) / 60));
  if (state === "cancelled") return m.response_targets_no_answer();
  if (state === "paused") return m.response_targets_counted({ time: worked });
  if (endedAt !== null) return m.response_targets_after({ time: worked });
  if (dueAt === null) return m.response_targets_not_due();
  const due = Date.parse(dueAt);
  const time = momentText(due, now);
  return state === "missed" || due <= now
    ? m.response_targets_was_due({ time, ago: spanText(now - due) })
    : m.response_targets_due_at({ time, left: spanText(due - now) });
}
