// Targets in the inbox: the clock of a row, the filter of the list, the field of conditions, and the line in the thread.
import type { PropsOf } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import type { activityLine, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { Timer } from "lucide-react";
import { useEffect } from "react";
import * as v from "valibot";
import { ROW_STATES, type RowState, type RowTarget, TARGET, TARGET_MISSED, TargetMissed, targetOf } from "../../contract.ts";
import { NAMES, spanText, useNow } from "../labels.ts";

const TONES: Readonly<Record<RowState, Tone>> = { running: "neutral", warned: "warn", missed: "bad" };
/** Most urgent first. */
const STATES: readonly RowState[] = ["missed", "warned", "running"];
const STATE_NAMES: Readonly<Record<RowState, () => string>> = {
  missed: m.response_targets_state_missed,
  warned: m.response_targets_state_warned,
  running: m.response_targets_state_running,
};

/** The time that is left of the target that is due first. */
export function TargetChip({ row }: PropsOf<typeof rowChip>) {
  const target = targetOf(row);
  // Another due time is compared with the present, not with that of the last half minute.
  return target === undefined ? null : <Clock key={row.fields?.[TARGET]} target={target} />;
}
function Clock({ target: { target, state, dueAt } }: { target: RowTarget }) {
  const left = dueAt - useNow();
  return (
    <Chip tone={TONES[state]}>
      <Timer className="size-3 shrink-0" aria-hidden />
      <span className="sr-only">{NAMES[target]()}: </span>
      {state === "missed"
        ? m.response_targets_chip_missed({ time: spanText(-left) })
        : left <= 0
          ? m.response_targets_chip_now()
          : state === "warned"
            ? m.response_targets_chip_warned({ time: spanText(left) })
            : m.response_targets_chip_due({ time: spanText(left) })}
    </Chip>
  );
}

/** Where no loaded conversation has a target, there is nothing to filter. */
export function TargetFilter({ filter, onFilter, isInUse }: PropsOf<typeof listFilter>) {
  const chosen = ROW_STATES.find((state) => filter === `${TARGET}:${state}`);
  if (chosen === undefined && !isInUse(TARGET)) return null;
  return (
    <Menu
      align="end"
      items={[
        ...STATES.map((state) => ({
          label: STATE_NAMES[state](),
          checked: state === chosen,
          onSelect: () => onFilter(state === chosen ? undefined : `${TARGET}:${state}`),
        })),
        "separator",
        { label: m.response_targets_filter_any(), checked: chosen === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        chosen === undefined ? (
          <IconButton label={m.response_targets_filter()} icon={Timer} />
        ) : (
          <Button
            size="sm"
            icon={Timer}
            aria-label={m.response_targets_filter_on({ state: STATE_NAMES[chosen]() })}
            className="rounded-full!"
          >
            {STATE_NAMES[chosen]()}
          </Button>
        )
      }
    />
  );
}

/** What was missed as a field of conditions. */
export function TargetField({ declare }: PropsOf<typeof viewField>) {
  useEffect(
    () =>
      declare({
        name: TARGET,
        label: m.response_targets_field(),
        options: [{ value: "missed", label: m.response_targets_state_missed() }],
      }),
    [declare],
  );
  return null;
}

const MISSED: Readonly<Record<v.InferOutput<typeof TargetMissed>["target"], () => string>> = {
  first: m.response_targets_event_first,
  next: m.response_targets_event_next,
  resolution: m.response_targets_event_resolution,
};
export function MissedLine({ event }: PropsOf<typeof activityLine>) {
  const missed = event.name === TARGET_MISSED ? v.safeParse(TargetMissed, event.data) : undefined;
  return missed?.success ? MISSED[missed.output.target]() : null;
}
