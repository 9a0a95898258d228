// All SQL of merging conversations.
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { MAX_MERGE_DEPTH, type Status } from "#modules/conversations/contract";
import { hasScheduled, isBeingAnswered, otherScheduler } from "#modules/undo-send";
import { COUNTED_TO, MAX_MERGED } from "./contract.ts";
import type { State } from "./rules.ts";

export interface Pair {
  readonly projectId: ProjectId;
  readonly from: ConversationId;
  readonly into: ConversationId;
}
/** A conversation as far as merging asks for it. */
export interface Side extends State {
  readonly id: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly mergedInto: ConversationId | null;
  readonly isSpam: boolean;
  readonly isErased: boolean;
  /** A member's reply waits there to be sent. */
  readonly isBeingAnswered: boolean;
  /** A member's reply is scheduled there. */
  readonly hasScheduled: boolean;
  /** The name of another member who scheduled one. */
  readonly scheduledBy: string | null;
}
const SIDE = columnList`${columns({ c: "conversations" }, "c.id, c.contact_id, c.revision, c.status, c.snoozed_until, c.waiting_since, c.merged_into, c.silenced")}`;
/** Those of the two conversations that the project has. */
export const readSides = (
  { projectId, from, into }: Pair,
  accountId: AccountId,
): Query<{ from: Side | undefined; into: Side | undefined }> =>
  query(
    sql`SELECT ${SIDE}, NOT (${notErased(projectId, sql`c.contact_id`)}) ${as.number("erased")},
        EXISTS (SELECT 1 FROM pending_replies w WHERE w.project_id = c.project_id AND w.conversation_id = c.id AND w.state = 'waiting') ${as.number("answered")},
        EXISTS (SELECT 1 FROM scheduled_replies w WHERE w.project_id = c.project_id AND w.conversation_id = c.id AND w.state = 'waiting') ${as.number("scheduled")},
        ${otherScheduler({ projectId, conversationId: sql`c.id`, accountId })} ${as.textOrNull("scheduled_by")}
      FROM json_each(${JSON.stringify([from, into])}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value`,
    (rows) => {
      const sides = rows.map((row) => ({
        ...sideOf(row),
        isErased: row.erased !== 0,
        isBeingAnswered: row.answered !== 0,
        hasScheduled: row.scheduled !== 0,
        scheduledBy: row.scheduled_by,
      }));
      return { from: sides.find(({ id }) => id === from), into: sides.find(({ id }) => id === into) };
    },
  );
const sideOf = (row: RowIn<typeof SIDE>): Omit<Side, "isErased" | "isBeingAnswered" | "hasScheduled" | "scheduledBy"> => ({
  id: row.id,
  contactId: row.contact_id,
  revision: row.revision,
  status: row.status,
  snoozedUntil: row.snoozed_until,
  waitingSince: row.waiting_since,
  mergedInto: row.merged_into as ConversationId | null,
  isSpam: row.silenced !== 0,
});

/** How many merges lead to the conversation one after the other, and how many conversations were merged into it. */
const depthOf = ({ projectId }: Pair, id: ConversationId): SQL =>
  sql`coalesce((SELECT max(d.depth) FROM conversation_merges d WHERE d.project_id = ${projectId} AND d.into_id = ${id}), 0)`;
const mergedInto = ({ projectId, into }: Pair): SQL =>
  sql`(SELECT count(*) FROM conversation_merges d WHERE d.project_id = ${projectId} AND d.into_id = ${into})`;
export const readRoom = (pair: Pair): Query<{ isTooDeep: boolean; isFull: boolean }> =>
  query(
    sql`SELECT ${depthOf(pair, pair.from)} >= ${MAX_MERGE_DEPTH} ${as.number("deep")}, ${mergedInto(pair)} >= ${MAX_MERGED} ${as.number("many")}`,
    ([row]) => ({ isTooDeep: row?.deep !== 0, isFull: row?.many !== 0 }),
  );

const isAs = (alias: "c" | "i", { status, snoozedUntil, waitingSince }: State): SQL => {
  const of = (column: string): SQL => sql.raw(`${alias}.${column}`);
  return sql`${of("status")} = ${status} AND ${of("snoozed_until")} IS ${snoozedUntil} AND ${of("waiting_since")} IS ${waitingSince} AND ${of("merged_into")} IS NULL AND ${of("silenced")} = 0`;
};
const fromOf = ({ projectId, from }: Pair) => ({ projectId, conversationId: from });
/** Condition on the conversation `c` that goes: both are as they were read, of one contact that is not erased, and there is room. */
export const mayMerge = (pair: Pair, from: Side, into: Side): SQL => sql`${isAs("c", from)} AND c.id <> ${pair.into}
  AND EXISTS (SELECT 1 FROM conversations i WHERE i.project_id = c.project_id AND i.id = ${pair.into} AND i.contact_id = c.contact_id AND ${isAs("i", into)})
  AND ${notErased(pair.projectId, sql`c.contact_id`)} AND NOT ${isBeingAnswered(fromOf(pair))} AND NOT ${hasScheduled(fromOf(pair))}
  AND ${depthOf(pair, pair.from)} < ${MAX_MERGE_DEPTH} AND ${mergedInto(pair)} < ${MAX_MERGED}`;

/** Runs after the events of both, so that the revision is that of the second one. */
export const writeMerge = (
  pair: Pair,
  m: { readonly by: AccountId; readonly now: number; from: State; into: State },
  when: SQL,
): SQL => sql`
  INSERT INTO conversation_merges (project_id, conversation_id, into_id, merged_at, merged_by, depth, status, snoozed_until, waiting_since, into_revision, into_status, into_snoozed_until, into_waiting_since)
  SELECT i.project_id, ${pair.from}, i.id, ${m.now}, ${m.by}, 1 + ${depthOf(pair, pair.from)}, ${m.from.status}, ${m.from.snoozedUntil}, ${m.from.waitingSince}, i.revision, ${m.into.status}, ${m.into.snoozedUntil}, ${m.into.waitingSince}
  FROM conversations i WHERE i.project_id = ${pair.projectId} AND i.id = ${pair.into} AND ${when}`;
/** What members were writing goes along, where they write nothing in the other one. */
export const writeDraftsAlong = ({ projectId, from, into }: Pair, when: SQL): SQL =>
  sql`UPDATE OR IGNORE drafts SET conversation_id = ${into} WHERE project_id = ${projectId} AND conversation_id = ${from} AND ${when}`;

/** A merge that stands. */
export interface Merge {
  readonly into: ConversationId;
  readonly mergedAt: number;
  readonly from: State;
  readonly before: State;
  /** The one that stays is as the merge left it. */
  readonly isUntouched: boolean;
  readonly isErased: boolean;
}
const MERGE = columns(
  { m: "conversation_merges" },
  "m.into_id, m.merged_at, m.status, m.snoozed_until, m.waiting_since, m.into_revision, m.into_status, m.into_snoozed_until, m.into_waiting_since",
);
export const readStanding = (projectId: ProjectId, id: ConversationId): Query<Merge | undefined> =>
  queryOne(
    sql`SELECT ${MERGE}, coalesce((SELECT i.revision FROM conversations i WHERE i.project_id = m.project_id AND i.id = m.into_id), 0) ${as.number("now_at")},
        EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = m.project_id AND c.id = m.conversation_id AND NOT (${notErased(projectId, sql`c.contact_id`)})) ${as.number("erased")}
      FROM conversation_merges m WHERE m.project_id = ${projectId} AND m.conversation_id = ${id}`,
    (row) => ({
      into: row.into_id as ConversationId,
      mergedAt: row.merged_at,
      from: { status: row.status as Status, snoozedUntil: row.snoozed_until, waitingSince: row.waiting_since },
      before: { status: row.into_status as Status, snoozedUntil: row.into_snoozed_until, waitingSince: row.into_waiting_since },
      isUntouched: row.now_at === row.into_revision,
      isErased: row.erased !== 0,
    }),
  );
/** Condition on the merged conversation `c`: this very merge stands, and the one that stays is as it left it, if that was found. */
export const stands = (projectId: ProjectId, { mergedAt, into, isUntouched }: Merge): SQL => sql`
  EXISTS (SELECT 1 FROM conversation_merges m WHERE m.project_id = ${projectId} AND m.conversation_id = c.id AND m.merged_at = ${mergedAt} AND m.into_id = ${into}
    ${isUntouched ? sql`AND EXISTS (SELECT 1 FROM conversations i WHERE i.project_id = m.project_id AND i.id = m.into_id AND i.revision = m.into_revision)` : sql``})
  AND ${notErased(projectId, sql`c.contact_id`)}`;
export const writeNoMerge = (projectId: ProjectId, id: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM conversation_merges WHERE project_id = ${projectId} AND conversation_id = ${id} AND ${when}`;

/** Messages that are looked at for the numbers of a preview. */
const LOOKS_AT = 2000;
export const readNumbers = ({ projectId, from }: Pair): Query<{ messages: number; notes: number; files: number; followers: number }> => {
  const newest = sql`SELECT m.id, m.kind FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${from} ORDER BY m.revision DESC LIMIT ${LOOKS_AT}`;
  const upTo = (rows: SQL): SQL => sql`(SELECT count(*) FROM (${rows} LIMIT ${COUNTED_TO}))`;
  return query(
    sql`SELECT ${upTo(sql`SELECT 1 FROM (${newest}) n WHERE n.kind = 'message'`)} ${as.number("messages")}, ${upTo(sql`SELECT 1 FROM (${newest}) n WHERE n.kind = 'note'`)} ${as.number("notes")},
      ${upTo(sql`SELECT 1 FROM (${newest}) n CROSS JOIN files f ON f.message_id = n.id AND f.state = 'attached'`)} ${as.number("files")},
      ${upTo(sql`SELECT 1 FROM conversation_followers f WHERE f.project_id = ${projectId} AND f.conversation_id = ${from}`)} ${as.number("followers")}`,
    ([row]) => ({ messages: row?.messages ?? 0, notes: row?.notes ?? 0, files: row?.files ?? 0, followers: row?.followers ?? 0 }),
  );
};
