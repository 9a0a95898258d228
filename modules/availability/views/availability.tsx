// Availability in the dashboard: the choices in the menu of one's own name, the palette and the settings of phones, and the mark of members.
import type { memberMark, personChoices, PropsOf, settingsTop } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { useCommand } from "#dashboard/shortcuts.ts";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { AVAILABILITIES, type Availability } from "../contract.ts";
import { choose, useAvailability, useOwnAvailability, usePresence } from "./state.ts";

const HandOverDialog = lazy(() => import("./hand-over-dialog.tsx"));

const NAMES: Record<Availability, () => string> = {
  online: m.availability_online,
  busy: m.availability_busy,
  away: m.availability_away,
};
const YOURS: Record<Availability, () => string> = {
  online: m.availability_yours_online,
  busy: m.availability_yours_busy,
  away: m.availability_yours_away,
};
const COMMANDS: Record<Availability, () => string> = {
  online: m.availability_set_online,
  busy: m.availability_set_busy,
  away: m.availability_set_away,
};

/** Beside the name of a member. The shape differs with the colour, and the word stands beside it. */
export function MemberMark({ projectId, accountId, at }: PropsOf<typeof memberMark>) {
  const availability = useAvailability(projectId)(accountId);
  if (availability === undefined) return null;
  const inSidebar = at === "sidebar";
  return (
    <span
      className={clsx(
        "inline-flex shrink-0 items-center gap-1 text-2xs font-normal text-muted",
        inSidebar && "max-xl:absolute max-xl:end-0.5 max-xl:bottom-1 max-xl:rounded-full max-xl:bg-canvas max-xl:p-0.5",
      )}
    >
      <Shape availability={availability} />
      {/* One's own, in the sidebar, is no news while it is the usual one. */}
      <span className={clsx(inSidebar && (availability === "online" ? "sr-only" : "max-xl:sr-only"))}>{NAMES[availability]()}</span>
    </span>
  );
}
/** Online: a disc; busy: a square; away: a ring. */
const Shape = ({ availability }: { availability: Availability }) => (
  <span
    aria-hidden
    className={clsx(
      "size-2 shrink-0 forced-colors:border",
      availability === "online" && "rounded-full bg-ok-text",
      availability === "busy" && "rounded-[1px] bg-bad-text",
      availability === "away" && "rounded-full border-2 border-current",
    )}
  />
);

function useChoices(projectId: string): { readonly now: Availability | undefined; set(availability: Availability): void } {
  const me = useMe().id;
  const now = useOwnAvailability(projectId);
  return { now, set: (availability) => void (availability === now || choose(projectId, me, availability, now)) };
}
const itemsOf = (now: Availability | undefined, set: (availability: Availability) => void, handOver: () => void): MenuItem[] => [
  { heading: m.availability_title() },
  ...AVAILABILITIES.map((each) => ({ label: NAMES[each](), checked: each === now, onSelect: () => set(each) })),
  { label: m.availability_hand_over(), onSelect: handOver },
];

/** Tells the menu of one's own name what to offer, and lists the same in the palette. Mounted once, at every width, on every page of a project. */
export function PersonChoices({ projectId, onItems }: PropsOf<typeof personChoices>) {
  usePresence(projectId);
  const { now, set } = useChoices(projectId);
  const [asks, setAsks] = useState(false);
  const tell = useEffectEvent(() =>
    onItems(
      "availability",
      itemsOf(now, set, () => setAsks(true)),
    ),
  );
  useEffect(() => tell(), [now, projectId]);
  useEffect(() => () => onItems("availability", []), [onItems]);
  useCommand(() => setAsks(true), { label: m.availability_hand_over_key(), group: m.availability_title() });
  return (
    <>
      {AVAILABILITIES.map((each) => (
        <Command key={each} availability={each} onChoose={set} />
      ))}
      {asks && (
        <Suspense>
          <HandOverDialog projectId={projectId} was={now} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
  );
}
function Command({ availability, onChoose }: { availability: Availability; onChoose(availability: Availability): void }) {
  useCommand(() => onChoose(availability), { label: COMMANDS[availability](), group: m.availability_title() });
  return null;
}

/** In the settings: narrow screens have no sidebar. */
export function SettingsChoice({ projectId }: PropsOf<typeof settingsTop>) {
  const { now, set } = useChoices(projectId);
  const [asks, setAsks] = useState(false);
  if (now === undefined) return null;
  return (
    <>
      <Menu
        align="start"
        items={itemsOf(now, set, () => setAsks(true))}
        trigger={
          <button
            type="button"
            className="flex h-12 w-full items-center gap-2 rounded-sm px-2 text-start text-md hover:bg-hover lg:h-8 lg:text-sm"
          >
            <Shape availability={now} />
            <span className="flex-1">{YOURS[now]()}</span>
            <ChevronsUpDown className="size-4 text-faint" aria-hidden />
          </button>
        }
      />
      {asks && (
        <Suspense>
          <HandOverDialog projectId={projectId} was={now} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
  );
}
