// Every statement on notifications: members' settings, waiting notifications, the mails and what they are about, and how far events were processed.
import { days } from "#kernel/clock/index.ts";
import { as, columns, notNull, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, DeliveryId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { isVerifiedMember } from "#modules/projects";
import type { NotificationEvent } from "./contract.ts";
import { bitOf } from "./events.ts";
import type { Quiet } from "./quiet.ts";

// --- settings -------------------------------------------------------

export interface Chosen extends Quiet {
  readonly accountId: AccountId;
  /** By mail. */
  readonly events: number;
  /** In the bell, and by push; null: the defaults of the role. */
  readonly bell: number | null;
  readonly push: number | null;
}
const chosen = (row: RowIn<typeof CHOSEN>): Chosen => ({
  accountId: row.account_id,
  events: row.events,
  bell: row.bell,
  push: row.push,
  from: row.quiet_from,
  to: row.quiet_to,
  zone: row.zone,
  days: row.days,
});
const CHOSEN = columns("notice_settings", "account_id, events, bell, push, quiet_from, quiet_to, zone, days");
export const readChosen = (projectId: ProjectId, accountId: AccountId): Query<Chosen | undefined> =>
  queryOne(sql`SELECT ${CHOSEN} FROM notice_settings WHERE project_id = ${projectId} AND account_id = ${accountId}`, chosen);
/** More than a project has members; the settings of former members are deleted with their membership. */
const MAX_CHOSEN = 1000;
export const readAllChosen = (projectId: ProjectId): Query<Chosen[]> =>
  query(sql`SELECT ${CHOSEN} FROM notice_settings WHERE project_id = ${projectId} LIMIT ${MAX_CHOSEN}`, (rows) => rows.map(chosen));
/** What is null of the bell and of push stays as it is. */
export const writeChosen = (projectId: ProjectId, c: Chosen, now: number, when: SQL): SQL => sql`
  INSERT INTO notice_settings (project_id, account_id, events, bell, push, quiet_from, quiet_to, zone, days, updated_at)
  SELECT ${projectId}, ${c.accountId}, ${c.events}, ${c.bell}, ${c.push}, ${c.from}, ${c.to}, ${c.zone}, ${c.days}, ${now} WHERE ${when}
  ON CONFLICT (project_id, account_id) DO UPDATE SET events = excluded.events, bell = coalesce(excluded.bell, bell), push = coalesce(excluded.push, push), quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, zone = excluded.zone, days = excluded.days, updated_at = excluded.updated_at`;
/** Deletes the settings and waiting notifications of a former member. */
export const writeMemberLeft = (projectId: ProjectId, accountId: AccountId): SQL[] => [
  sql`DELETE FROM notice_settings WHERE project_id = ${projectId} AND account_id = ${accountId}`,
  writeAllDropped(projectId, accountId),
];
export const writeEndNotifications = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM notice_settings WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM notices WHERE project_id = ${projectId} AND ${when}`,
];

// --- progress ----------------------------------------------

export interface Place {
  readonly at: number;
  readonly id: string;
}
export interface Progress {
  readonly events: Place;
  readonly mails: Place;
}
export const readProgress = (): Query<Progress | undefined> =>
  queryOne(
    sql`SELECT ${columns("notice_progress", "events_at, events_id, mails_at, mails_id")} FROM notice_progress WHERE id = 1`,
    (row) => ({
      events: { at: row.events_at, id: row.events_id },
      mails: { at: row.mails_at, id: row.mails_id },
    }),
  );
export const writeFirstProgress = (now: number): SQL =>
  sql`INSERT INTO notice_progress (id, events_at, events_id, mails_at, mails_id) VALUES (1, ${now}, '', ${now}, '') ON CONFLICT (id) DO NOTHING`;
/** Condition: no other run has moved the progress. */
export const isStillAt = ({ events, mails }: Progress): SQL =>
  sql`EXISTS (SELECT 1 FROM notice_progress WHERE id = 1 AND events_at = ${events.at} AND events_id = ${events.id} AND mails_at = ${mails.at} AND mails_id = ${mails.id})`;
export const writeProgress = (from: Progress, to: Progress): SQL => sql`
  UPDATE notice_progress SET events_at = ${to.events.at}, events_id = ${to.events.id}, mails_at = ${to.mails.at}, mails_id = ${to.mails.id} WHERE id = 1 AND ${isStillAt(from)}`;

/** A reply that was not delivered. */
export interface FailedAnswer {
  readonly id: DeliveryId;
  readonly at: number;
  readonly attempts: number;
  readonly projectId: ProjectId;
  readonly messageId: MessageId;
}
export const readFailedAnswers = (after: Place, until: number, limit: number): Query<FailedAnswer[]> =>
  query(
    sql`SELECT ${columns("mail_deliveries", "id, updated_at, attempts, project_id, message_id")} FROM mail_deliveries WHERE kind = 'reply' AND state IN ('bounced', 'failed', 'needs_review', 'suppressed')
      AND updated_at >= ${after.at} AND updated_at <= ${until} AND (updated_at > ${after.at} OR id > ${after.id}) AND message_id IS NOT NULL AND to_address IS NOT NULL ORDER BY updated_at, id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        at: row.updated_at,
        attempts: row.attempts,
        projectId: row.project_id,
        messageId: notNull(row.message_id),
      })),
  );

// --- waiting notifications -----------------------------------------------------------------

export interface NewNotification {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly cause: string;
  readonly events: number;
  readonly revision: number;
  /** The name of the rule that notified. */
  readonly title?: string | undefined;
}
/** Names of rules that a waiting notification keeps. */
const MAX_TITLES = 5;
/** The names of both, each once. */
const TITLES = sql`CASE WHEN excluded.titles IS NULL THEN titles WHEN titles IS NULL THEN excluded.titles
    ELSE (SELECT json_group_array(value) FROM (SELECT DISTINCT value FROM (SELECT value FROM json_each(notices.titles) UNION ALL SELECT value FROM json_each(excluded.titles)) LIMIT ${MAX_TITLES})) END`;
/** Stores waiting notifications. A new event of the same member and conversation joins the waiting notification, which keeps its time. */
export const writeNotifications = (all: readonly NewNotification[], dueAt: number, when: SQL): SQL => sql`
  INSERT INTO notices (project_id, account_id, conversation_id, contact_id, cause, events, since_revision, revision, due_at)
  SELECT value ->> 'projectId', value ->> 'accountId', value ->> 'conversationId', value ->> 'contactId', value ->> 'cause', value ->> 'events', value ->> 'revision', value ->> 'revision', ${dueAt}
  FROM json_each(${JSON.stringify(all)}) WHERE ${when}
  ON CONFLICT (project_id, account_id, conversation_id) DO UPDATE SET events = events | excluded.events, since_revision = min(since_revision, excluded.since_revision), revision = max(revision, excluded.revision)`;
/** The same for what is at the newest revision of its conversation in this batch. */
export const writeNotificationsAtHead = (all: readonly Omit<NewNotification, "revision">[], dueAt: number, when: SQL): SQL => sql`
  INSERT INTO notices (project_id, account_id, conversation_id, contact_id, cause, events, since_revision, revision, due_at, titles)
  SELECT value ->> 'projectId', value ->> 'accountId', c.id, value ->> 'contactId', value ->> 'cause', value ->> 'events', c.revision, c.revision, ${dueAt}, CASE WHEN value ->> 'title' IS NOT NULL THEN json_array(value ->> 'title') END
  FROM json_each(${JSON.stringify(all)}) CROSS JOIN conversations c ON c.project_id = value ->> 'projectId' AND c.id = value ->> 'conversationId' WHERE ${when}
  ON CONFLICT (project_id, account_id, conversation_id) DO UPDATE SET events = events | excluded.events, since_revision = min(since_revision, excluded.since_revision), revision = max(revision, excluded.revision), titles = ${TITLES}`;
/** Number of waiting notifications for each member of a project. */
export const readWaiting = (projectId: ProjectId): Query<ReadonlyMap<string, number>> =>
  query(
    sql`SELECT ${columns("notices", "account_id")}, count(*) ${as.number("n")} FROM notices WHERE project_id = ${projectId} GROUP BY account_id`,
    (rows) => new Map(rows.map((row) => [row.account_id, row.n])),
  );

/** Members with due notifications, longest waiting first. */
export const readDuePeople = (now: number, limit: number): Query<{ projectId: ProjectId; accountId: AccountId }[]> =>
  query(
    sql`SELECT DISTINCT ${columns("notices", "project_id, account_id")} FROM (SELECT project_id, account_id FROM notices WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit})`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, accountId: row.account_id })),
  );
export interface WaitingNotification {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly cause: string;
  readonly events: number;
  readonly since: number;
  readonly revision: number;
  readonly quietSince: number | null;
  readonly dueAt: number;
  /** Names of the rules that notified. */
  readonly rules: readonly string[];
}
export const readDue = (projectId: ProjectId, accountId: AccountId, now: number, limit: number): Query<WaitingNotification[]> =>
  query(
    sql`SELECT ${columns("notices", "conversation_id, contact_id, cause, events, since_revision, revision, quiet_since, due_at, titles")} FROM notices WHERE project_id = ${projectId} AND account_id = ${accountId} AND due_at <= ${now} ORDER BY due_at, conversation_id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        cause: row.cause,
        events: row.events,
        since: row.since_revision,
        revision: row.revision,
        quietSince: row.quiet_since,
        dueAt: row.due_at,
        rules: row.titles === null ? [] : (JSON.parse(row.titles) as string[]),
      })),
  );
export const writeAllDropped = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`DELETE FROM notices WHERE project_id = ${projectId} AND account_id = ${accountId}`;
/** Takes events back that wait to be mailed to a member about a conversation; a notification of nothing else is never mailed. */
export const writeNoNewsOf = (
  projectId: ProjectId,
  accountId: AccountId | SQL,
  conversationId: ConversationId | SQL,
  events: readonly NotificationEvent[],
  when: SQL = sql`1`,
): SQL =>
  sql`UPDATE notices SET events = events & ~${events.reduce((bits, one) => bits | bitOf(one), 0)} WHERE project_id = ${projectId} AND account_id = ${accountId} AND conversation_id = ${conversationId} AND ${when}`;
const among = (projectId: ProjectId, accountId: AccountId, ids: readonly ConversationId[]): SQL =>
  sql`project_id = ${projectId} AND account_id = ${accountId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const writeDropped = (projectId: ProjectId, accountId: AccountId, ids: readonly ConversationId[], when: SQL = sql`1`): SQL =>
  sql`DELETE FROM notices WHERE ${among(projectId, accountId, ids)} AND ${when}`;
export const writeQuieted = (projectId: ProjectId, accountId: AccountId, ids: readonly ConversationId[], until: number, now: number): SQL =>
  sql`UPDATE notices SET due_at = ${until}, quiet_since = coalesce(quiet_since, ${now}) WHERE ${among(projectId, accountId, ids)}`;
/** Condition: the first notification still waits and its member may still be notified. */
export const stillWaits = (projectId: ProjectId, accountId: AccountId, notification: WaitingNotification): SQL =>
  sql`EXISTS (SELECT 1 FROM notices WHERE project_id = ${projectId} AND account_id = ${accountId} AND conversation_id = ${notification.conversationId} AND cause = ${notification.cause})
    AND ${isVerifiedMember(projectId, accountId)}`;

/** Condition: a mail exists for the cause, from this run or an earlier one. */
export const isMailed = (projectId: ProjectId, cause: string): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE project_id = ${projectId} AND cause = ${cause})`;

// --- mails -------------------------------------------------------

export interface About {
  readonly id: ConversationId;
  readonly events: number;
  readonly since: number;
  /** Names of the rules that notified; left out for none, and by earlier releases. */
  readonly rules?: readonly string[];
}
export interface NotificationMail {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly kind: "conversation" | "summary" | "more" | "refused";
  readonly conversations: readonly About[];
  /** Total; `conversations` may hold only the first of them. */
  readonly total: number;
  readonly quietSince: number | null;
  readonly createdAt: number;
}
export const writeNotificationMail = (id: DeliveryId, m: NotificationMail, when: SQL): SQL => sql`
  INSERT INTO notice_mails (delivery_id, project_id, account_id, kind, conversations, total, quiet_since, created_at)
  SELECT ${id}, ${m.projectId}, ${m.accountId}, ${m.kind}, ${JSON.stringify(m.conversations)}, ${m.total}, ${m.quietSince}, ${m.createdAt} WHERE ${when} ON CONFLICT (project_id, delivery_id) DO NOTHING`;
const mail = (row: RowIn<typeof MAIL>): NotificationMail => ({
  accountId: row.account_id,
  projectId: row.project_id,
  kind: row.kind,
  conversations: parseJson<About[]>(row.conversations),
  total: row.total,
  quietSince: row.quiet_since,
  createdAt: row.created_at,
});
const MAIL = columns("notice_mails", "account_id, project_id, kind, conversations, total, quiet_since, created_at");
export const readNotificationMail = (projectId: ProjectId, id: DeliveryId): Query<NotificationMail | undefined> =>
  queryOne(sql`SELECT ${MAIL} FROM notice_mails WHERE project_id = ${projectId} AND delivery_id = ${id}`, mail);
/** The first of these mails that is a notification of the project. */
export const readNotificationAmong = (
  projectId: ProjectId,
  ids: readonly string[],
): Query<(NotificationMail & { id: DeliveryId }) | undefined> =>
  queryOne(
    sql`SELECT ${columns("notice_mails", "delivery_id")}, ${MAIL} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN notice_mails n ON n.project_id = ${projectId} AND n.delivery_id = k.value ORDER BY k.key LIMIT 1`,
    (row) => ({ ...mail(row), id: row.delivery_id }),
  );
/** Number of mails of a kind that the member got since a time, in all projects, counted up to a limit. */
const sentSince = (accountId: AccountId, kind: NotificationMail["kind"], since: number, limit: number): SQL =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM notice_mails WHERE account_id = ${accountId} AND created_at > ${since} AND kind = ${kind} LIMIT ${limit}))`;
export const readSentSince = (accountId: AccountId, since: number, limit: number): Query<{ notifications: number; more: boolean }> =>
  query(
    sql`SELECT ${sentSince(accountId, "conversation", since, limit)} ${as.number("notifications")}, ${sentSince(accountId, "more", since, 1)} ${as.number("more")}`,
    ([row]) => ({ notifications: row ? row.notifications : 0, more: row ? row.more !== 0 : false }),
  );
/** Condition: the member got no mail of this kind since a time. */
export const gotNoneSince = (accountId: AccountId, kind: NotificationMail["kind"], since: number): SQL =>
  sql`${sentSince(accountId, kind, since, 1)} = 0`;

/** A failed mail can be resent by hand for this long. */
const KEPT = days(30);
export const writeOldMailsDeleted = (now: number, limit: number): SQL =>
  sql`DELETE FROM notice_mails WHERE (project_id, delivery_id) IN (SELECT project_id, delivery_id FROM notice_mails WHERE created_at < ${now - KEPT} ORDER BY created_at LIMIT ${limit})`;

// --- erasure ----------------------------------------------------------------------

export interface NotificationKey {
  readonly account: AccountId;
  readonly conversation: ConversationId;
}
export const readNotificationsOf = (projectId: ProjectId, contactId: ContactId, limit: number): Query<NotificationKey[]> =>
  query(
    sql`SELECT ${columns("notices", "account_id, conversation_id")} FROM notices WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ account: row.account_id, conversation: row.conversation_id })),
  );
export const writeForgottenNotifications = (projectId: ProjectId, keys: readonly NotificationKey[]): SQL => sql`
  DELETE FROM notices WHERE (project_id, account_id, conversation_id) IN (SELECT ${projectId}, k.value ->> 'account', k.value ->> 'conversation' FROM json_each(${JSON.stringify(keys)}) k)`;
