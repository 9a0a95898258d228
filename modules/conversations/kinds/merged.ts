// Event kinds of merged conversations: what happens in the one that goes, and in the one that stays.
import { idOf } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { JOINED, MERGED, PARTED, Status, UNMERGED } from "../contract.ts";
import { defineEventKind, type RowChange } from "./event-kind.ts";

const ConversationIdField = idOf("conversation");

const Merged = v.object({ into: ConversationIdField });
/**
 * The conversation goes on in another one. It is closed without a `status` event, because nobody closed it: no question about it follows, and
 * no report counts a resolution. Visitors get it as closed.
 */
export const mergedKind = defineEventKind<v.InferOutput<typeof Merged>>({
  name: MERGED,
  payload: Merged,
  audience: () => "everybody",
  change: ({ data: { into } }): RowChange => ({ mergedInto: into, status: "closed", snoozedUntil: null, waiting: "stop", activity: false }),
});

const Unmerged = v.object({
  into: ConversationIdField,
  status: Status,
  until: v.nullable(v.number()),
  /** Its customer waits again. */
  waits: v.optional(v.boolean()),
});
/** The merge was undone: the conversation is as it was before. Visitors get it as open or closed. */
export const unmergedKind = defineEventKind<v.InferOutput<typeof Unmerged>>({
  name: UNMERGED,
  payload: Unmerged,
  audience: () => "everybody",
  change: ({ data: { status, until } }): RowChange => ({ mergedInto: null, status, snoozedUntil: until, activity: false }),
});

const Joining = v.object({
  from: ConversationIdField,
  status: v.optional(Status),
  until: v.optional(v.nullable(v.number())),
  /** Its customer waits here from now on; false: no longer. */
  waits: v.optional(v.boolean()),
});
type Joining = v.InferOutput<typeof Joining>;
const stateOf = ({ status, until = null }: Joining): Partial<RowChange> => (status === undefined ? {} : { status, snoozedUntil: until });
/** Another conversation was merged into this one. `status`: if that opened or snoozed it; `waits`: its customer waited there. */
export const joinedKind = defineEventKind<Joining>({
  name: JOINED,
  payload: Joining,
  audience: () => "team",
  change: ({ data }): RowChange => ({ ...stateOf(data), activity: true }),
});
/** That merge was undone. `status`: what the conversation has again, if nothing happened in it since. */
export const partedKind = defineEventKind<Joining>({
  name: PARTED,
  payload: Joining,
  audience: () => "team",
  change: ({ data }): RowChange => ({ ...stateOf(data), activity: false }),
});
