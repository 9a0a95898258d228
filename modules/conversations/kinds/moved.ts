// Event kinds of a conversation that is moved to another contact: in that of the former contact, and in the one that goes on.
import { idOf } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { MOVE_UNDONE, MOVED, MOVED_FROM, RETURNED, Status } from "../contract.ts";
import { defineEventKind, type RowChange } from "./event-kind.ts";

const ConversationIdField = idOf("conversation");

const Moved = v.object({ to: ConversationIdField });
/**
 * It goes on with another contact. Closed without a `status` event, because nobody closed it: no question about it follows, and no report
 * counts a resolution. Its visitor gets it as closed; what they write opens it again, as theirs.
 */
export const movedKind = defineEventKind<v.InferOutput<typeof Moved>>({
  name: MOVED,
  payload: Moved,
  audience: () => "everybody",
  change: (): RowChange => ({ status: "closed", snoozedUntil: null, waiting: "stop", activity: false }),
});

const MovedFrom = v.object({ from: ConversationIdField, waits: v.optional(v.literal(true)) });
/** No customer's message: it begins no rule, no answer of the assistant and no notification. */
export const movedFromKind = defineEventKind<v.InferOutput<typeof MovedFrom>>({
  name: MOVED_FROM,
  payload: MovedFrom,
  audience: () => "team",
  change: (): RowChange => ({ status: "open", snoozedUntil: null, activity: true }),
});

const MoveUndone = v.object({ from: ConversationIdField });
/** Nothing was written in it, so its contact never saw it. */
export const moveUndoneKind = defineEventKind<v.InferOutput<typeof MoveUndone>>({
  name: MOVE_UNDONE,
  payload: MoveUndone,
  audience: () => "team",
  change: ({ data: { from } }): RowChange => ({
    ...{ mergedInto: from, withdrawn: true, status: "closed", snoozedUntil: null, waiting: "stop", activity: false },
  }),
});

const Returned = v.object({
  to: ConversationIdField,
  /** The status that it has again, and its snooze; left out if that changed in it since. */
  status: v.optional(Status),
  until: v.optional(v.nullable(v.number())),
  waits: v.optional(v.literal(true)),
});
export const returnedKind = defineEventKind<v.InferOutput<typeof Returned>>({
  name: RETURNED,
  payload: Returned,
  audience: ({ data: { status } }) => (status === undefined || status === "closed" ? "team" : "everybody"),
  change: ({ data: { status, until = null } }): RowChange => ({
    activity: false,
    ...(status === undefined ? {} : { status, snoozedUntil: until }),
  }),
});
