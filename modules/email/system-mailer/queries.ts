// All statements on system_mails.
import { days, hours } from "#kernel/clock/index.ts";
import { as, columns, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { SystemMailId } from "#kernel/ids/index.ts";
import { addressIsFull } from "../outbox/queries.ts";

export type SystemMailState = "queued" | "sending" | "sent" | "bounced" | "failed" | "needs_review" | "dropped";
export interface SystemMail {
  readonly id: SystemMailId;
  readonly kind: string;
  readonly subjectId: string;
  readonly state: SystemMailState;
  readonly attempts: number;
}

/** After a bounce, no account mail is sent to the address for a day. */
const QUIET = days(1);
/** Longer than any wait between two attempts. */
const ABANDONED = hours(2);
const KEPT = days(30);

export const writeSystemMail = (
  m: { id: SystemMailId; kind: string; subjectId: string; cause: string; toHash: string; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO system_mails (id, kind, subject_id, cause, to_hash, created_at, updated_at)
  SELECT ${m.id}, ${m.kind}, ${m.subjectId}, ${m.cause}, ${m.toHash}, ${m.now}, ${m.now} WHERE ${when} ON CONFLICT (cause) DO NOTHING`;
export const systemMailWaits = (id: SystemMailId): SQL => sql`EXISTS (SELECT 1 FROM system_mails WHERE id = ${id} AND state = 'queued')`;
export const readSystemMail = (id: SystemMailId): Query<SystemMail | undefined> =>
  queryOne(sql`SELECT ${columns("system_mails", "id, kind, subject_id, state, attempts")} FROM system_mails WHERE id = ${id}`, (row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    state: row.state,
    attempts: row.attempts,
  }));
/** SQL of the newest mail about a subject, as JSON. Ids sort by time. */
export const accountMailStatus = (subjectId: SQL): SQL =>
  sql`(SELECT json_object('state', s.state, 'error', s.error) FROM system_mails s WHERE s.subject_id = ${subjectId} ORDER BY s.id DESC LIMIT 1)`;

export interface Attempt {
  readonly id: SystemMailId;
  readonly key: string;
  readonly toHash: string;
  readonly proved: boolean;
  /** Holds while this installation receives mail at the address: the mail would come back to us. */
  readonly ours: SQL;
  readonly provider: string;
  readonly now: number;
}
const cameBack = (toHash: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM system_mails b WHERE b.to_hash = ${toHash} AND b.updated_at > ${now - QUIET} AND b.state = 'bounced')`;
const isFull = (a: Attempt): SQL => (a.proved ? sql`0` : addressIsFull(a.toHash, a.now, a.id));
/** Claims the mail for its next attempt, before the provider is called. The same statement checks the limit of its address. */
export const writeSystemClaim = (a: Attempt): SQL => sql`
  UPDATE system_mails SET state = 'sending', attempts = attempts + 1, attempt_key = ${a.key}, to_hash = ${a.toHash}, proved = ${a.proved ? 1 : 0}, provider = ${a.provider}, error = NULL, updated_at = ${a.now}
  WHERE id = ${a.id} AND state = 'queued' AND NOT ${a.ours} AND NOT ${isFull(a)} AND NOT ${cameBack(a.toHash, a.now)}`;
/** Holds while this attempt has claimed the mail. */
export const isTakenBy = (a: Attempt): SQL =>
  sql`EXISTS (SELECT 1 FROM system_mails WHERE id = ${a.id} AND attempt_key = ${a.key} AND state = 'sending')`;
export const readObstacle = (a: Attempt): Query<{ taken: boolean; ours: boolean; full: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${isTakenBy(a)} ${as.number("taken")}, ${a.ours} ${as.number("ours")}, ${isFull(a)} ${as.number("is_full")} FROM system_mails WHERE id = ${a.id} AND (state = 'queued' OR ${isTakenBy(a)})`,
    (row) => ({ taken: row.taken !== 0, ours: row.ours !== 0, full: row.is_full !== 0 }),
  );
/** Stores the outcome of the attempt with the `key`; null for a mail that no attempt has claimed. */
export const writeSystemSettled = (
  id: SystemMailId,
  key: string | null,
  s: { state: SystemMailState; error: string | null; providerId?: string | null; now: number },
): SQL => sql`
  UPDATE system_mails SET state = ${s.state}, error = ${s.error}, provider_id = coalesce(provider_id, ${s.providerId ?? null}), updated_at = ${s.now}
  WHERE id = ${id} AND ${key === null ? sql`state IN ('queued', 'sending')` : sql`state = 'sending' AND attempt_key = ${key}`}`;

/** Ends abandoned mails and deletes old rows. */
export const writeCleanup = (now: number): SQL[] => [
  sql`UPDATE system_mails SET error = CASE WHEN state = 'sending' THEN 'It may have been sent.' ELSE 'The desk could not send it.' END,
    state = CASE WHEN state = 'sending' THEN 'needs_review' ELSE 'failed' END, updated_at = ${now}
    WHERE id IN (SELECT id FROM system_mails WHERE state IN ('queued', 'sending') AND updated_at < ${now - ABANDONED} LIMIT 50)`,
  sql`DELETE FROM system_mails WHERE id IN (SELECT id FROM system_mails WHERE created_at < ${now - KEPT} LIMIT 200)`,
];
