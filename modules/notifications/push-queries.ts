// Every statement on the browsers that get push notifications.
import { days } from "#kernel/clock/index.ts";
import { columnList, columns, as, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId, PushSubscriptionId, SessionId } from "#kernel/ids/index.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";
import { languageOfAccount, sessionHolds } from "#modules/accounts";
import { BRIEF_COLUMNS, type ContactBrief, parseBrief } from "#modules/contacts";
import { isMember } from "#modules/projects";
import { isUnread, shown } from "./bell-queries.ts";
import type { ConversationNotification } from "./contract.ts";
import type { Role } from "#modules/projects/contract";

/** Browsers of one member in one project; the oldest makes room for another. */
export const MAX_BROWSERS = 10;
const MAX_LISTED = 500;

export interface NewSubscription {
  readonly id: PushSubscriptionId;
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly names: boolean;
  readonly now: number;
}
/** Stores the browser, or its new keys and choices. */
export const writeSubscription = (s: NewSubscription): SQL[] => [
  sql`INSERT INTO push_subscriptions (id, project_id, account_id, session_id, endpoint, p256dh, auth, names, created_at)
    SELECT ${s.id}, ${s.projectId}, ${s.accountId}, ${s.sessionId}, ${s.endpoint}, ${s.p256dh}, ${s.auth}, ${s.names ? 1 : 0}, ${s.now} WHERE ${isMember(s.projectId, s.accountId)}
    ON CONFLICT (project_id, account_id, endpoint) DO UPDATE SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, names = excluded.names`,
  sql`DELETE FROM push_subscriptions WHERE project_id = ${s.projectId} AND account_id = ${s.accountId} AND id NOT IN (
    SELECT id FROM push_subscriptions WHERE project_id = ${s.projectId} AND account_id = ${s.accountId} ORDER BY created_at DESC, id DESC LIMIT ${MAX_BROWSERS})`,
];
export const writeUnsubscribed = (projectId: ProjectId, accountId: AccountId, endpoint: string): SQL =>
  sql`DELETE FROM push_subscriptions WHERE project_id = ${projectId} AND account_id = ${accountId} AND endpoint = ${endpoint}`;
export const writeSubscriptionGone = (projectId: ProjectId, id: PushSubscriptionId): SQL =>
  sql`DELETE FROM push_subscriptions WHERE project_id = ${projectId} AND id = ${id}`;
export const writePushOfMemberEnds = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`DELETE FROM push_subscriptions WHERE project_id = ${projectId} AND account_id = ${accountId}`;
export const writePushOfProjectEnds = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM push_subscriptions WHERE project_id = ${projectId} AND ${when}`;
/** Deletes some whose session has ended; nothing is pushed to them meanwhile. They are looked at in turn, once a day. */
export const writeEndedDeleted = (now: number, limit: number): SQL[] => [
  sql`DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions INDEXED BY push_subscriptions_age WHERE created_at < ${now - days(1)} ORDER BY created_at LIMIT ${limit})
    AND NOT ${sessionHolds(sql`push_subscriptions.session_id`, sql`push_subscriptions.account_id`, now)}`,
  sql`UPDATE push_subscriptions SET created_at = ${now} WHERE id IN (SELECT id FROM push_subscriptions INDEXED BY push_subscriptions_age WHERE created_at < ${now - days(1)} ORDER BY created_at LIMIT ${limit})`,
];

export const readSubscribed = (projectId: ProjectId): Query<{ id: PushSubscriptionId; accountId: AccountId }[]> =>
  query(
    sql`SELECT ${columns("push_subscriptions", "id, account_id")} FROM push_subscriptions WHERE project_id = ${projectId} LIMIT ${MAX_LISTED}`,
    (rows) => rows.map((row) => ({ id: row.id as PushSubscriptionId, accountId: row.account_id })),
  );
export const readSubscription = (projectId: ProjectId, accountId: AccountId, endpoint: string): Query<{ names: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${columns("push_subscriptions", "names")} FROM push_subscriptions WHERE project_id = ${projectId} AND account_id = ${accountId} AND endpoint = ${endpoint}`,
    (row) => ({ names: row.names !== 0 }),
  );

export interface DuePush {
  readonly accountId: AccountId;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly names: boolean;
  readonly role: Role;
  readonly language: Language;
  readonly projectName: string;
  readonly event: ConversationNotification;
  readonly since: number;
  readonly at: number;
  readonly contact: ContactBrief;
}
/** What is to be pushed; undefined when the browser, its session, the membership, or the news has ended. */
export const readDuePush = (
  projectId: ProjectId,
  id: PushSubscriptionId,
  about: {
    readonly conversationId: ConversationId;
    readonly event: ConversationNotification;
    readonly cause: string;
  },
  now: number,
): Query<DuePush | undefined> =>
  queryOne(
    sql`SELECT ${columnList`${columns({ ps: "push_subscriptions" }, "ps.account_id, ps.endpoint, ps.p256dh, ps.auth, ps.names")}, ${columns({ mb: "memberships" }, "mb.role")}, ${columns({ p: "projects" }, "p.name AS project_name")}, ${columns({ b: "bell_entries" }, "b.event, b.since_revision, b.at")}, ${BRIEF_COLUMNS}, ${languageOfAccount(sql`ps.account_id`)} ${as.textOrNull("language")}, 1 ${as.number("due")}`}
      FROM push_subscriptions ps JOIN memberships mb ON mb.project_id = ps.project_id AND mb.account_id = ps.account_id JOIN projects p ON p.id = ps.project_id AND p.deleted_at IS NULL
      JOIN bell_entries b ON b.project_id = ps.project_id AND b.account_id = ps.account_id AND b.conversation_id = ${about.conversationId} AND b.event = ${about.event} ${shown}
      WHERE ps.id = ${id} AND ps.project_id = ${projectId} AND b.cause = ${about.cause} AND ct.state = 'active'
        AND ${sessionHolds(sql`ps.session_id`, sql`ps.account_id`, now)} AND ${isUnread(projectId, sql`ps.account_id`)}`,
    (row) => ({
      accountId: row.account_id,
      endpoint: row.endpoint,
      p256dh: row.p256dh,
      auth: row.auth,
      names: row.names !== 0,
      role: row.role,
      language: languageOf(row.language ?? "") ?? "en",
      projectName: row.project_name,
      event: row.event as ConversationNotification,
      since: row.since_revision,
      at: row.at,
      contact: parseBrief(row),
    }),
  );
