// Estimates when the limits will allow a held mail.
import { hours } from "#kernel/clock/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";

/** The next full hour in ms, when limits counted by clock hour start again. */
export const nextHour = (now: number): number => (Math.floor(now / hours(1)) + 1) * hours(1);
/**
 * SQL of the estimated time when an address can get one more mail after those that wait: an hour after the third last mail to it, and an
 * hour more for every three that wait. Ignores copies and account mail, so it may turn out later.
 */
export const roomAt = (toHash: string | SQL, now: number): SQL => sql`(coalesce((SELECT min(at) FROM (
    SELECT o.updated_at AS at FROM mail_deliveries o WHERE o.to_hash = ${toHash} AND o.updated_at > ${now - hours(1)} AND o.proved = 0 AND o.state IN ('queued', 'sending', 'sent', 'bounced', 'needs_review') ORDER BY o.updated_at DESC LIMIT 3)), ${now}) + ${hours(1)}
  + ${hours(1)} * ((SELECT count(*) FROM mail_deliveries w WHERE w.to_hash = ${toHash} AND w.state = 'held' AND w.due_at IS NOT NULL) / 3))`;
/** SQL of when the last held reply of the conversation is due; null without one. */
export const lastWaiting = (projectId: ProjectId, conversationId: ConversationId | null): SQL =>
  conversationId === null
    ? sql`NULL`
    : sql`(SELECT max(due_at) FROM mail_deliveries WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND kind = 'reply' AND state = 'held' AND due_at IS NOT NULL)`;
