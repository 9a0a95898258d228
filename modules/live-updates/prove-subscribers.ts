// Reads which subscribers may no longer hold their sockets, and why.
import { sessionHolds } from "#modules/accounts";
import { isActive, notErased, visitorHolds } from "#modules/contacts";
import { isMember, projectIsLive } from "#modules/projects";
import { as, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { ClosedReason } from "./contract.ts";
import type { Subscriber } from "./subscriber.ts";

/**
 * Why each subscriber must be closed, or null for one that may stay at `now`, in the order of the subscribers. All must be of one
 * coordinator: members of one project, or sessions of one contact.
 */
export function readEndedAuthority(
  subscribers: readonly [Subscriber, ...Subscriber[]],
  now: number,
): Query<readonly (ClosedReason | null)[]> {
  const [{ kind, ...first }] = subscribers;
  const projectId = first.projectId as ProjectId;
  const live = projectIsLive(projectId);
  const sessionId = sql`k.value ->> 'sessionId'`;
  let holds: SQL;
  let otherwise: SQL;
  if ("contactId" in first) {
    const contactId = first.contactId as ContactId;
    holds = visitorHolds(projectId, contactId, sessionId, now);
    otherwise = sql`WHEN NOT ${notErased(projectId, sql`${contactId}`)} THEN 'erased' WHEN NOT ${isActive(projectId, contactId)} THEN 'blocked' ELSE 'session_revoked'`;
  } else {
    const accountId = sql`k.value ->> 'accountId'`;
    const session = sessionHolds(sessionId, accountId, now);
    holds = sql`${isMember(projectId, accountId)} AND ${session}`;
    otherwise = sql`WHEN ${session} THEN 'membership_lost' ELSE 'session_revoked'`;
  }
  return query(
    sql`SELECT k.key ${as.number("place")}, CASE WHEN ${holds} AND ${live} THEN NULL WHEN NOT ${live} THEN 'project_deleted' ${otherwise} END ${as.textOrNull("reason")} FROM json_each(${JSON.stringify(subscribers)}) k`,
    (rows) => {
      const reasons = new Map(rows.map((row) => [row.place, row.reason as ClosedReason | null]));
      return subscribers.map((_, place) => reasons.get(place) ?? null);
    },
  );
}
