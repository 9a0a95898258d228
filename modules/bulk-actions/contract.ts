// Wire contract of actions on many conversations at once. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Revision, Time } from "#kernel/wire/values.ts";
import { ConversationIdField, FieldFilter, Sort, ViewKey } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Conversations that can be named one by one. */
export const MAX_CHOSEN = 500;
/** Conversations of one action at most; of a view with more, the first in its order. */
export const MAX_CONVERSATIONS = 5000;
/** Actions of one member that can be under way. */
export const MAX_UNDER_WAY = 5;
/** Conversations that were left as they are, of which a response tells. */
export const MAX_PASSED_OVER = 100;

export const BulkActionIdField = idOf("bulkAction");
const Count = v.number();
export const BulkAction = v.object({
  id: BulkActionIdField,
  /** What it does, such as `status`; `value` as that action takes it. */
  action: v.string(),
  value: v.unknown(),
  /**
   * `gathering` the conversations of a view, `running`, `done`, `stopped` by its member or because they left the project, `undoing`,
   * `undone`.
   */
  state: v.picklist(["gathering", "running", "done", "stopped", "undoing", "undone"]),
  /** How many conversations it has; while gathering, so far. */
  conversations: Count,
  changed: Count,
  /** Were so already. */
  same: Count,
  /** Left as they are: something new came in, or it was refused. */
  passedOver: Count,
  /** Taken back. */
  undone: Count,
  /** Not taken back, because somebody changed them since. */
  kept: Count,
  /** The view has more conversations than one action may have. */
  more: v.boolean(),
  createdAt: Time,
});
export type BulkAction = v.InferOutput<typeof BulkAction>;

const One = v.object({
  bulkAction: BulkAction,
  /** The first hundred that were left as they are. `stale`: with something that the member had not seen. */
  passedOver: v.array(v.object({ conversationId: ConversationIdField, why: v.picklist(["stale", "refused"]) })),
});
const inProject = { projectId: idOf("project") };
const ofAction = { ...inProject, bulkActionId: BulkActionIdField };

const Ids = v.pipe(v.array(ConversationIdField), v.maxLength(MAX_CHOSEN));
/**
 * Starts an action on `conversations`, with the revisions that the member has seen, or on those of a `list` as it is now, in its order. A job
 * carries it out. 400 for an unknown action, value or filter, 404 for a member, team or tag of another project and for a view that there is
 * not, 409 `conflict` while the view is being filled, and while five actions of the member are under way.
 */
export const startBulkAction = route({
  name: "startBulkAction",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/bulk-actions",
  who: "member",
  params: inProject,
  body: v.pipe(
    v.strictObject({
      clientId: ClientId,
      action: v.pipe(v.string(), v.regex(/^[a-z]{1,40}$/, m.bulk_actions_no_such)),
      value: v.unknown(),
      conversations: v.optional(
        v.pipe(
          v.array(v.strictObject({ id: ConversationIdField, revision: Revision })),
          v.minLength(1, m.bulk_actions_none_chosen),
          v.maxLength(MAX_CHOSEN, () => m.bulk_actions_too_many_chosen({ max: MAX_CHOSEN })),
          v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, m.bulk_actions_chosen_twice),
        ),
      ),
      list: v.optional(
        v.strictObject({
          view: ViewKey,
          sort: v.optional(Sort),
          filter: v.optional(FieldFilter),
          /** Conversations of the list that are left out. */
          except: v.optional(Ids, []),
        }),
      ),
    }),
    v.check(({ conversations, list }) => (conversations === undefined) !== (list === undefined), m.bulk_actions_either),
  ),
  reply: One,
  status: 202,
  errors: ["conflict"],
});
/** Only whoever started it can read it. */
export const readBulkAction = route({
  name: "readBulkAction",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/bulk-actions/:bulkActionId",
  who: "member",
  params: ofAction,
  reply: One,
});
/** Stops it where it is; what it has done stays, and can be taken back. 409 `conflict` if it has ended. */
export const stopBulkAction = route({
  name: "stopBulkAction",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/bulk-actions/:bulkActionId/stop",
  who: "member",
  params: ofAction,
  body: v.strictObject({}),
  reply: One,
  errors: ["conflict"],
});
/** Takes it back, except where somebody has changed the same since. 409 `conflict` while it is under way. */
export const undoBulkAction = route({
  name: "undoBulkAction",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/bulk-actions/:bulkActionId/undo",
  who: "member",
  params: ofAction,
  body: v.strictObject({}),
  reply: One,
  status: 202,
  errors: ["conflict"],
});
