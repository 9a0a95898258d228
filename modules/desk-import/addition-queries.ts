// Statements on what a run added to a conversation that an earlier run had made, and on the tags that it made.
import { columns, parseJson, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, TagId, TeamId } from "#kernel/ids/index.ts";
import { teamOfConversation } from "#modules/teams";
import { type ImportedState, isOnlyImported, revisionNow } from "#modules/conversations";
import { tagIsGone } from "#modules/tags";
import { mayWork, type Run } from "./run-queries.ts";

/** How a conversation was before a run added to it. */
export interface Addition {
  readonly sourceId: string;
  readonly conversationId: ConversationId;
  /** The conversation's revisions before the run's first message and after its last one. */
  readonly before: number;
  readonly after: number;
  /** The ticket's last change at the source, as the item had it. */
  readonly changed: string;
  readonly lastActivityAt: number;
  /** Null where the run left status, assignee, team and tags, because somebody had worked on the conversation. */
  readonly state: (ImportedState & { readonly teamId?: TeamId | null }) | null;
  readonly tags: readonly string[];
}
const of = (run: Run, sourceId: string): SQL => sql`project_id = ${run.projectId} AND run_id = ${run.id} AND source_id = ${sourceId}`;
/** Notes how the conversation is, before the run changes anything. Another try of the run keeps what the first one noted. */
export const writeAddition = (
  run: Run,
  sourceId: string,
  conversationId: ConversationId,
  changed: string,
  untouched: SQL,
  guard: SQL,
): SQL => sql`
  INSERT INTO desk_import_additions (project_id, run_id, source_id, conversation_id, before_revision, after_revision, changed, last_activity_at, state, tags)
  SELECT c.project_id, ${run.id}, ${sourceId}, c.id, c.revision, c.revision, ${changed}, c.last_activity_at,
    CASE WHEN ${untouched} THEN json_object('status', iif(c.status = 'closed', 'closed', 'open'), 'assigneeId', c.assignee_id, 'waitingSince', c.waiting_since, 'teamId', ${teamOfConversation(sql`c.project_id`, sql`c.id`)}) END,
    (SELECT json_group_array(t.tag_id) FROM conversation_tags t WHERE t.project_id = c.project_id AND t.conversation_id = c.id)
  FROM conversations c WHERE c.project_id = ${run.projectId} AND c.id = ${conversationId} AND ${guard} ON CONFLICT (project_id, run_id, source_id) DO NOTHING`;
/** Moves the end of what the run added along with the messages that it has just stored. */
export const writeAdded = (run: Run, sourceId: string, conversationId: ConversationId, guard: SQL): SQL =>
  sql`UPDATE desk_import_additions SET after_revision = ${revisionNow({ projectId: run.projectId, conversationId })} WHERE ${of(run, sourceId)} AND ${guard}`;
export const readAddition = (run: Run, sourceId: string): Query<Addition | undefined> =>
  queryOne(
    sql`SELECT ${columns("desk_import_additions", "source_id, conversation_id, before_revision, after_revision, changed, last_activity_at, state, tags")} FROM desk_import_additions WHERE ${of(run, sourceId)}`,
    (row) => ({
      ...{ sourceId: row.source_id, conversationId: row.conversation_id, before: row.before_revision, after: row.after_revision },
      ...{ changed: row.changed, lastActivityAt: row.last_activity_at },
      state: row.state === null ? null : parseJson<NonNullable<Addition["state"]>>(row.state),
      tags: parseJson<string[]>(row.tags),
    }),
  );
/** Condition: the addition is still there, and nobody has written in the conversation since. */
export const mayTakeBack = (run: Run, a: Addition): SQL =>
  sql`(EXISTS (SELECT 1 FROM desk_import_additions WHERE ${of(run, a.sourceId)}) AND ${isOnlyImported({ projectId: run.projectId, conversationId: a.conversationId, before: a.before }, a.after)})`;
/** After it was taken back: the next run may bring it again, and what an earlier run added can be taken back as well. */
export const writeTakenBack = (run: Run, a: Addition, guard: SQL): SQL[] => [
  sql`UPDATE desk_import_items SET changed = ${a.changed} WHERE project_id = ${run.projectId} AND platform = ${run.platform} AND place = ${run.site} AND source_id = ${a.sourceId} AND conversation_id = ${a.conversationId} AND ${guard}`,
  sql`UPDATE desk_import_additions SET after_revision = ${a.after} WHERE project_id = ${run.projectId} AND conversation_id = ${a.conversationId} AND after_revision = ${a.before} AND run_id <> ${run.id} AND ${guard}`,
];
/** Of a ticket that the undo has reported. */
export const writeForgetAddition = (run: Run, sourceId: string): SQL =>
  sql`DELETE FROM desk_import_additions WHERE ${of(run, sourceId)} AND EXISTS (SELECT 1 FROM desk_import_rows WHERE ${of(run, sourceId)} AND undone IS NOT NULL)`;

/** Of one that the undo has come to, whether it was taken back or left. */
export const writeDoneAddition = (run: Run, sourceId: string): SQL =>
  sql`DELETE FROM desk_import_additions WHERE ${of(run, sourceId)} AND ${mayWork(run, "undoing")}`;

/** Notes those of the tags that the import has just made. */
export const writeMadeTags = (run: Run, ids: readonly TagId[], guard: SQL): SQL => sql`
  INSERT INTO desk_import_tags (project_id, tag_id, run_id, name)
  SELECT g.project_id, g.id, ${run.id}, g.name FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN tags g ON g.project_id = ${run.projectId} AND g.id = k.value WHERE ${guard} ON CONFLICT DO NOTHING`;
/** The tags that the run made, by the names that it gave them. */
export const madeTags = (run: Run): SQL =>
  sql`SELECT tag_id, name FROM desk_import_tags WHERE project_id = ${run.projectId} AND run_id = ${run.id}`;
export const writeForgetTags = (run: Run): SQL =>
  sql`DELETE FROM desk_import_tags WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND ${tagIsGone(run.projectId, sql`desk_import_tags.tag_id`)} AND ${mayWork(run, "undoing")}`;
