// Event kinds of messages that are split off: in the conversation that they were written in, and in the one that begins with them.
import { idOf } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { REJOINED, SPLIT_FROM, SPLIT_OFF, SPLIT_UNDONE } from "../contract.ts";
import { defineEventKind, type RowChange } from "./event-kind.ts";

const ConversationIdField = idOf("conversation");

const SplitOff = v.object({
  to: ConversationIdField,
  messages: v.number(),
  /** Set if who waited here waits in the other one alone. */
  waits: v.optional(v.literal(false)),
});
export const splitOffKind = defineEventKind<v.InferOutput<typeof SplitOff>>({
  name: SPLIT_OFF,
  payload: SplitOff,
  audience: () => "team",
  change: ({ data: { waits } }): RowChange => ({ activity: false, ...(waits === false ? { waiting: "stop" } : {}) }),
});

const SplitFrom = v.object({ from: ConversationIdField, waits: v.optional(v.literal(true)) });
/** No customer's message: it begins no rule, no answer of the assistant and no notification. */
export const splitFromKind = defineEventKind<v.InferOutput<typeof SplitFrom>>({
  name: SPLIT_FROM,
  payload: SplitFrom,
  audience: () => "team",
  change: (): RowChange => ({ status: "open", snoozedUntil: null, activity: true }),
});

const SplitUndone = v.object({ from: ConversationIdField });
/** The conversation leads to the one that it came from, and its customer is not shown it any more. An open widget gets it as closed. */
export const splitUndoneKind = defineEventKind<v.InferOutput<typeof SplitUndone>>({
  name: SPLIT_UNDONE,
  payload: SplitUndone,
  audience: () => "everybody",
  change: ({ data: { from } }): RowChange => ({
    ...{ mergedInto: from, withdrawn: true, status: "closed", snoozedUntil: null, waiting: "stop", activity: false },
  }),
});

const Rejoined = v.object({
  to: ConversationIdField,
  /** Set if it was closed since, and its customer waits again. */
  status: v.optional(v.literal("open")),
  waits: v.optional(v.literal(true)),
});
export const rejoinedKind = defineEventKind<v.InferOutput<typeof Rejoined>>({
  name: REJOINED,
  payload: Rejoined,
  audience: ({ data: { status } }) => (status === undefined ? "team" : "everybody"),
  change: ({ data: { status } }): RowChange => ({ activity: false, ...(status === undefined ? {} : { status, snoozedUntil: null }) }),
});
