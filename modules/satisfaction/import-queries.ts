// Ratings that customers gave at another help desk: stored as they were there, with their times. Nobody is notified, nothing counts as asked.
import { type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId, SatisfactionRequestId } from "#kernel/ids/index.ts";
import { isImportedEvent, writeImportedEvent } from "#modules/conversations";
import { teamOfConversation } from "#modules/teams";
import { RatingChange, type Score } from "./contract.ts";
import { lastAnswerer } from "./queries.ts";
import { ratingKind } from "./rating/kind.ts";
import * as v from "valibot";

export interface ImportedRating {
  readonly id: SatisfactionRequestId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  /** Of the rating's event in the thread. */
  readonly eventId: string;
  /** Always the same for what the source says now: by it the event is stored once. */
  readonly clientId: string;
  readonly score: Score;
  readonly comment: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was imported before, and has changed there. */
  readonly changed: boolean;
}

/**
 * Stores the rating, or that it changed, with its event in the thread. The first statement decides; the others ask for its event. It is
 * counted for who is assigned to the conversation and for its team, as they are now.
 */
export function writeImportedRating(r: ImportedRating, when: SQL): SQL[] {
  const { projectId, conversationId } = r;
  const isMine = isImportedEvent(r.eventId);
  const data = v.parse(RatingChange, { requestId: r.id, score: r.score, changed: r.changed, imported: true });
  return [
    ...writeImportedEvent(
      { projectId, conversationId },
      { ...{ eventId: r.eventId, clientId: r.clientId, at: r.at, role: "visitor", actorId: r.contactId }, kind: ratingKind.name, data },
      when,
    ),
    r.changed
      ? sql`UPDATE satisfaction_requests SET score = ${r.score}, comment = ${r.comment}, rated_at = ${r.at}, version = version + 1
          WHERE id = ${r.id} AND project_id = ${projectId} AND imported = 1 AND ${isMine}`
      : sql`INSERT INTO satisfaction_requests (id, project_id, conversation_id, contact_id, close_id, state, expires_at, score, comment, rated_at, version, closed_at, assignee_id, answered_by, team_id, channel, imported)
          SELECT ${r.id}, c.project_id, c.id, c.contact_id, ${`import:${r.id}`}, 'answered', ${r.at}, ${r.score}, ${r.comment}, ${r.at}, 1, ${r.at}, c.assignee_id, ${lastAnswerer(sql`c.project_id`, sql`c.id`)}, ${teamOfConversation(sql`c.project_id`, sql`c.id`)}, c.door, 1
          FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${isMine} ON CONFLICT DO NOTHING`,
  ];
}
/** Removes imported ratings, by SQL of their ids: their events go with what the import added to the conversation. */
export const writeRemoveImportedRatings = (projectId: ProjectId, ids: SQL, when: SQL): SQL =>
  sql`DELETE FROM satisfaction_requests WHERE project_id = ${projectId} AND id IN (${ids}) AND imported = 1 AND ${when}`;
