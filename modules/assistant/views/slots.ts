// What the assistant adds to the inbox. Each part is loaded when a conversation has something for it.
import { type PropsOf, registerSlot, type SlotOf } from "#dashboard/screen.ts";
import {
  activityDetails,
  activityLine,
  assistantProof,
  assistantWork,
  conversationControl,
  listFilter,
  rowChip,
  skippedReason,
  viewField,
  viewLabel,
} from "#modules/inbox/views";
import { m } from "#messages";
import { type ComponentType, createElement, lazy } from "react";
import { inboxStories } from "./inbox/inbox.stories.ts";
import { handsShortcut } from "./inbox/shortcut.ts";

/** Of the event and of the row's field, as the contract names them: that is not loaded for it. */
const NAME = "answers";
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

const hands = () => import("./inbox/hands.tsx");
const lines = () => import("./inbox/lines.tsx");
const when = <P extends object>(_slot: SlotOf<P>, isNeeded: (props: P) => boolean, load: () => Promise<ComponentType<P>>) => {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return (props: P) => (isNeeded(props) ? createElement(Part, props) : null);
};
const isOurs = ({ event }: PropsOf<typeof activityLine>): boolean => event.name === NAME;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 20, component: when(activityLine, isOurs, async () => (await lines()).HandsLine) }),
  registerSlot(activityDetails, {
    order: 10,
    component: when(
      activityDetails,
      ({ event }) => event.name === NAME && event.data["to"] === "team" && typeof event.data["roundId"] === "string",
      async () => (await import("./inbox/hand-over.tsx")).HandOver,
    ),
  }),
  registerSlot(skippedReason, { order: 10, component: lazy(async () => ({ default: (await lines()).SkippedReason })) }),
  registerSlot(assistantProof, {
    order: 10,
    component: lazy(async () => ({ default: (await import("./inbox/proof.tsx")).AssistantProof })),
  }),
  registerSlot(assistantWork, {
    order: 10,
    component: lazy(async () => ({ default: (await import("./inbox/work.tsx")).AssistantWork })),
  }),
  registerSlot(rowChip, {
    order: 5,
    component: when(
      rowChip,
      ({ row }) => row.fields?.[NAME] !== undefined,
      async () => (await hands()).HandsChip,
    ),
  }),
  registerSlot(listFilter, {
    order: 20,
    component: when(
      listFilter,
      ({ filter, isInUse }) => filter?.startsWith(`${NAME}:`) === true || isInUse(NAME),
      async () => (await hands()).HandsFilter,
    ),
  }),
  registerSlot(viewField, { order: 20, component: lazy(async () => ({ default: (await hands()).HandsField })) }),
  registerSlot(viewLabel, {
    order: 10,
    // Not loaded for itself, because a link is never without its words.
    component: ({ name }: PropsOf<typeof viewLabel>) => (name === "assistant" ? m.assistant_chip() : null),
  }),
  registerSlot(conversationControl, {
    order: 5,
    component: lazy(async () => ({ default: (await hands()).HandsControl })),
    shortcuts: [handsShortcut],
    states: SHIPPED ? [] : inboxStories,
  }),
];
