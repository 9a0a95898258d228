// Every statement on what members are told of that is no conversation.
import { days } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { isMember, isVerifiedMember } from "#modules/projects";
import type { SubjectNotification } from "../contract.ts";
import type { NoticeSubject } from "../extension.ts";

export interface NewNotice {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  readonly event: SubjectNotification;
  readonly subjectId: string;
  /** Whether the bell lists it; otherwise it is only mailed. */
  readonly listed: boolean;
  /** When it is mailed; null: not. */
  readonly dueAt: number | null;
}
/** Tells members of the project of a subject where `when` holds, each once, however often it is repeated. */
export const writeNotices = (all: readonly NewNotice[], at: number, when: SQL): SQL => sql`
  INSERT INTO subject_notices (project_id, account_id, event, subject_id, listed, at, due_at)
  SELECT mb.project_id, mb.account_id, k.value ->> 'event', k.value ->> 'subjectId', k.value ->> 'listed', ${at}, k.value ->> 'dueAt'
  FROM json_each(${JSON.stringify(all)}) k CROSS JOIN memberships mb ON mb.project_id = k.value ->> 'projectId' AND mb.account_id = k.value ->> 'accountId'
  WHERE ${when} ON CONFLICT DO NOTHING`;

/** Condition on the notice `n`: as its module says. */
const isNews = (subjects: readonly NoticeSubject[]): SQL =>
  subjects.length === 0
    ? sql`0`
    : sql`CASE n.event ${sql.join(
        subjects.map(({ event, isNews: holds }) => sql`WHEN ${event} THEN ${holds(sql`n.project_id`, sql`n.subject_id`)}`),
        sql` `,
      )} ELSE 0 END`;
const mark = (projectId: ProjectId, me: AccountId): SQL =>
  sql`coalesce((SELECT read_until FROM bell_marks WHERE project_id = ${projectId} AND account_id = ${me}), 0)`;
const isUnread = (projectId: ProjectId, me: AccountId, subjects: readonly NoticeSubject[]): SQL =>
  sql`n.read_at IS NULL AND n.at > ${mark(projectId, me)} AND ${isNews(subjects)}`;

/** Notices that are looked at, of 30 days: there is one for each finding, not for each message. */
const MOST = 100;
const newest = (projectId: ProjectId, me: AccountId, between: SQL): SQL =>
  sql`(SELECT * FROM subject_notices WHERE project_id = ${projectId} AND account_id = ${me} ${between} ORDER BY at DESC LIMIT ${MOST}) n`;
export interface NoticeCount {
  readonly unread: number;
  /** When the newest was made. */
  readonly newestAt: number | null;
}
export const readNoticeCount = (projectId: ProjectId, me: AccountId, subjects: readonly NoticeSubject[]): Query<NoticeCount> =>
  query(
    sql`SELECT coalesce(sum(n.listed = 1 AND ${isUnread(projectId, me, subjects)}), 0) ${as.number("unread")}, max(n.at) ${as.numberOrNull("newest_at")} FROM ${newest(projectId, me, sql``)}`,
    ([row]) => ({ unread: row?.unread ?? 0, newestAt: row?.newest_at ?? null }),
  );
export interface StoredNotice {
  readonly event: SubjectNotification;
  readonly subjectId: string;
  readonly at: number;
  readonly unread: boolean;
}
/** Those of the bell from a time on, and before another one; undefined: without a bound. The newest first. */
export const readNotices = (
  projectId: ProjectId,
  me: AccountId,
  { from, before }: { readonly from: number | undefined; readonly before: number | undefined },
  subjects: readonly NoticeSubject[],
): Query<StoredNotice[]> =>
  query(
    sql`SELECT ${columns({ n: "subject_notices" }, "n.event, n.subject_id, n.at")}, (${isUnread(projectId, me, subjects)}) ${as.number("unread")}
      FROM ${newest(projectId, me, sql`${from === undefined ? sql`` : sql`AND at >= ${from}`} ${before === undefined ? sql`` : sql`AND at < ${before}`}`)} WHERE n.listed = 1 ORDER BY n.at DESC`,
    (rows) =>
      rows.map((row) => ({ event: row.event as SubjectNotification, subjectId: row.subject_id, at: row.at, unread: row.unread === 1 })),
  );
export const writeNoticeRead = (
  projectId: ProjectId,
  me: AccountId,
  event: SubjectNotification,
  subjectId: string,
  at: number | null,
): SQL =>
  sql`UPDATE subject_notices SET read_at = ${at} WHERE project_id = ${projectId} AND account_id = ${me} AND event = ${event} AND subject_id = ${subjectId} AND ${isMember(projectId, me)}`;
/** Who was told of a subject: at most as many as a project has members. */
export const readTold = (projectId: ProjectId, event: SubjectNotification, subjectId: string): Query<AccountId[]> =>
  query(
    sql`SELECT ${columns({ n: "subject_notices" }, "n.account_id")} FROM memberships mb JOIN subject_notices n ON n.project_id = mb.project_id AND n.account_id = mb.account_id AND n.event = ${event} AND n.subject_id = ${subjectId}
      WHERE mb.project_id = ${projectId}`,
    (rows) => rows.map((row) => row.account_id),
  );

// --- mails -------------------------------------------------------------------

export interface DueNotice {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  readonly event: SubjectNotification;
  readonly subjectId: string;
  /** Still news that the member has not read. */
  readonly news: boolean;
}
/** Longest due first. */
export const readDueNotices = (now: number, limit: number, subjects: readonly NoticeSubject[]): Query<DueNotice[]> =>
  query(
    sql`SELECT ${columns({ n: "subject_notices" }, "n.project_id, n.account_id, n.event, n.subject_id")}, (n.read_at IS NULL AND ${isNews(subjects)}) ${as.number("news")}
      FROM subject_notices n WHERE n.due_at <= ${now} ORDER BY n.due_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ projectId: row.project_id, accountId: row.account_id, event: row.event as SubjectNotification, subjectId: row.subject_id },
        news: row.news === 1,
      })),
  );
const isIt = ({ projectId, accountId, event, subjectId }: DueNotice): SQL =>
  sql`project_id = ${projectId} AND account_id = ${accountId} AND event = ${event} AND subject_id = ${subjectId}`;
/** Condition: it waits to be mailed, to somebody who may still be told. */
export const noticeWaits = (due: DueNotice): SQL =>
  sql`EXISTS (SELECT 1 FROM subject_notices WHERE ${isIt(due)} AND due_at IS NOT NULL) AND ${isVerifiedMember(due.projectId, due.accountId)}`;
export const writeNoticeDelayed = (due: DueNotice, until: number): SQL =>
  sql`UPDATE subject_notices SET due_at = ${until} WHERE ${isIt(due)} AND due_at IS NOT NULL`;
export const writeNoticeNotMailed = (due: DueNotice): SQL => sql`UPDATE subject_notices SET due_at = NULL WHERE ${isIt(due)}`;
/** It was mailed, where the mail exists. */
export const writeNoticeMailed = (due: DueNotice, id: DeliveryId, when: SQL): SQL =>
  sql`UPDATE subject_notices SET due_at = NULL, delivery_id = ${id} WHERE ${isIt(due)} AND due_at IS NOT NULL AND ${when}`;
/** What a mail is about; undefined if it is no news any more. */
export const readMailedNotice = (
  projectId: ProjectId,
  id: DeliveryId,
  subjects: readonly NoticeSubject[],
): Query<{ accountId: AccountId; event: SubjectNotification; subjectId: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ n: "subject_notices" }, "n.account_id, n.event, n.subject_id")} FROM subject_notices n WHERE n.project_id = ${projectId} AND n.delivery_id = ${id} AND ${isNews(subjects)}`,
    (row) => ({ accountId: row.account_id, event: row.event as SubjectNotification, subjectId: row.subject_id }),
  );

// --- the end of them ---------------------------------------------------------

/** As entries of the bell. */
const KEPT = days(30);
export const writeOldNoticesDeleted = (now: number, limit: number): SQL => sql`
  DELETE FROM subject_notices WHERE (project_id, account_id, event, subject_id) IN (SELECT project_id, account_id, event, subject_id FROM subject_notices INDEXED BY subject_notices_age WHERE at < ${now - KEPT} ORDER BY at LIMIT ${limit})`;
export const writeNoticesOfMemberEnd = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`DELETE FROM subject_notices WHERE project_id = ${projectId} AND account_id = ${accountId}`;
export const writeNoticesOfProjectEnd = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM subject_notices WHERE project_id = ${projectId} AND ${when}`;
