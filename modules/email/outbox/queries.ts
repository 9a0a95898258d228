// Statements on the outbox: mail_deliveries, mail_copies, mail_suppressions, and the rows of sent mails. Those of an erasure are in
// erasure-queries.ts.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import {
  type AccountId,
  type ContactId,
  type ConversationId,
  type DeliveryId,
  type MessageId,
  newId,
  type ProjectId,
} from "#kernel/ids/index.ts";
import { isActive } from "#modules/contacts";
import { projectIsLive } from "#modules/projects";
import { lastWaiting, nextHour, roomAt } from "./estimate-release.ts";
import type { DeliveryKind, DeliveryRow, DeliveryState } from "../delivery.ts";

/** Mails that an unverified address may get in an hour, from all projects together. */
const UNPROVED_PER_HOUR = 3;
/** Automatic mails to one contact within ten minutes; stops two programs that answer each other. */
const UNATTENDED = 5;
const UNATTENDED_WINDOW = minutes(10);
/** A mail that the provider deferred, and that then finds its address over the limit, waits no longer than this. */
export const HELD_FOR = days(1);

export const COLUMNS = columns(
  { d: "mail_deliveries" },
  "d.id, d.project_id, d.conversation_id, d.message_id, d.contact_id, d.kind, d.to_address, d.to_hash, d.proved, d.subject, d.header_id, d.provider, d.provider_id, d.state, d.attempts, d.error, d.due_at, d.strangers, d.strangers_by, d.created_at, d.updated_at",
);
export const delivery = (row: RowIn<typeof COLUMNS>): DeliveryRow => ({
  id: row.id,
  projectId: row.project_id,
  conversationId: row.conversation_id,
  messageId: row.message_id,
  contactId: row.contact_id,
  kind: row.kind as DeliveryRow["kind"],
  to: row.to_address,
  toHash: row.to_hash,
  proved: row.proved !== 0,
  subject: row.subject,
  headerId: row.header_id,
  provider: row.provider,
  providerId: row.provider_id,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  dueAt: row.due_at,
  strangers: row.strangers,
  strangersBy: row.strangers_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const readDelivery = (projectId: ProjectId, id: DeliveryId): Query<DeliveryRow | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM mail_deliveries d WHERE d.id = ${id} AND d.project_id = ${projectId}`, delivery);
export const readByCause = (projectId: ProjectId, cause: string): Query<DeliveryRow | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM mail_deliveries d WHERE d.project_id = ${projectId} AND d.cause = ${cause}`, delivery);
/** The mail of a member's message: a reply or a forwarded message. */
export const readOfMessage = (projectId: ProjectId, messageId: MessageId): Query<DeliveryRow | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM mail_deliveries d WHERE d.project_id = ${projectId} AND d.message_id = ${messageId} AND d.kind IN ('reply', 'forward') LIMIT 1`,
    delivery,
  );
/** The log, newest first. Unfiltered and for `sent` it uses the log's own index, else the partial index of the other states. */
export const readLog = (
  projectId: ProjectId,
  state: DeliveryState | undefined,
  before: string | undefined,
  limit: number,
): Query<DeliveryRow[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM mail_deliveries d WHERE d.project_id = ${projectId}${stateIs(state)}${before === undefined ? sql`` : sql` AND d.id < ${before}`} ORDER BY d.id DESC LIMIT ${limit}`,
    (rows) => rows.map(delivery),
  );
// Written as literals: with a bound value the planner cannot prove that the partial index covers the state.
const stateIs = (state: DeliveryState | undefined): SQL =>
  state === undefined ? sql`` : state === "sent" ? sql` AND d.state = 'sent'` : sql` AND d.state = ${state} AND d.state <> 'sent'`;

// --- limits -----------------------------------------------------------------

const counts = sql`o.state IN ('queued', 'sending', 'sent', 'bounced', 'needs_review')`;
/** Holds while an unverified address has reached its hourly limit, counting mail of projects and account mail except the mail `except`. */
export const addressIsFull = (toHash: string | SQL, now: number, except: string): SQL => sql`((SELECT count(*) FROM (
  SELECT 1 FROM mail_deliveries o WHERE o.to_hash = ${toHash} AND o.updated_at > ${now - hours(1)} AND o.proved = 0 AND ${counts} AND o.id <> ${except}
  UNION ALL SELECT 1 FROM mail_copies k CROSS JOIN mail_deliveries o ON o.id = k.delivery_id WHERE k.to_hash = ${toHash} AND k.updated_at > ${now - hours(1)} AND k.proved = 0 AND ${counts} AND o.id <> ${except}
  LIMIT ${UNPROVED_PER_HOUR}))
  + (SELECT count(*) FROM (
  SELECT 1 FROM system_mails o WHERE o.to_hash = ${toHash} AND o.updated_at > ${now - hours(1)} AND o.proved = 0 AND o.attempts > 0 AND o.state IN ('sending', 'sent', 'bounced', 'needs_review') AND o.id <> ${except} LIMIT ${UNPROVED_PER_HOUR}))) >= ${UNPROVED_PER_HOUR}`;
/** Holds while a copy of the mail may not be sent, because its address is suppressed or over the limit. */
export const copyIsFull = (projectId: ProjectId, id: DeliveryId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_copies x WHERE x.project_id = ${projectId} AND x.delivery_id = ${id} AND x.proved = 0 AND ${addressIsFull(sql`x.to_hash`, now, id)})`;
const copyIsSuppressed = (projectId: ProjectId, id: DeliveryId): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_copies x JOIN mail_suppressions s ON s.project_id = ${projectId} AND s.address_hash = x.to_hash AND s.reason NOT LIKE ${`${REQUESTED_PREFIX}%`} WHERE x.project_id = ${projectId} AND x.delivery_id = ${id})`;
/**
 * Holds while a contact has had its limit of automatic mails, over all its conversations: an autoresponder without reply headers starts a
 * new one each time. Ids sort by time.
 */
const isUnattended = (projectId: ProjectId, contactId: ContactId | SQL, now: number): SQL => sql`(SELECT count(*) FROM (
  SELECT 1 FROM mail_deliveries o WHERE o.project_id = ${projectId} AND o.contact_id = ${contactId} AND o.id > ${newId("delivery", now - UNATTENDED_WINDOW)} AND o.kind <> 'notice' AND ${counts} LIMIT ${UNATTENDED})) >= ${UNATTENDED}`;
/**
 * Prefix of suppressions that stop only mail that anybody can trigger by typing an address: codes and confirmations. Their bounces must not
 * stop the team's replies to the owner of the address.
 */
const REQUESTED_PREFIX = "asked_";
const isRequestedKind = sql`d.kind IN ('code', 'confirm')`;
/** Holds while the address is suppressed for the project. `requested`: counts suppressions of codes and confirmations too. */
export const isSuppressed = (projectId: ProjectId, toHash: string | SQL, requested: SQL = sql`0`): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_suppressions s WHERE s.project_id = ${projectId} AND s.address_hash = ${toHash} AND (${requested} OR s.reason NOT LIKE ${`${REQUESTED_PREFIX}%`}))`;
/** A general suppression replaces one of codes and confirmations. */
const replaceRequestedReason = sql`ON CONFLICT (project_id, address_hash) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at
    WHERE mail_suppressions.reason LIKE ${`${REQUESTED_PREFIX}%`} AND excluded.reason NOT LIKE ${`${REQUESTED_PREFIX}%`}`;
const reasonOf = (reason: SQL | string): SQL => sql`CASE WHEN ${isRequestedKind} THEN ${REQUESTED_PREFIX} ELSE '' END || ${reason}`;

export const readSuppressed = (projectId: ProjectId, toHash: string): Query<boolean | undefined> =>
  queryOne(sql`SELECT ${isSuppressed(projectId, toHash)} ${as.number("suppressed")}`, (row) => row.suppressed !== 0);

export const REASONS = {
  suppressed: "Email to this address bounced before, so none is sent there.",
  addressFull: "Unverified addresses get at most 3 emails an hour.",
  strangers: "The hourly limit for unverified addresses is reached.",
  behind: "An earlier email in this conversation is waiting, and this one follows it.",
  unattended: "Too many automatic replies went to this contact in ten minutes. Someone on the team has to send it.",
  contactGone: "The contact was hidden or erased.",
  stopped: "It was stopped before it was sent.",
  abandoned: "Seed Desk couldn’t send it and won’t retry automatically.",
  abandonedLate: "Sending was interrupted. It may have been sent. Check with the provider or the customer before you resend.",
  projectGone: "The project was deleted.",
} as const;

// --- writing ----------------------------------------------------------------

export interface NewDelivery {
  readonly id: DeliveryId;
  readonly projectId: ProjectId;
  readonly kind: DeliveryKind;
  readonly cause: string;
  readonly to: string;
  readonly toHash: string;
  readonly proved: boolean;
  readonly subject: string;
  readonly headerId: string | null;
  readonly now: number;
  /** The contact that it is about: an erasure of the contact empties it, a hidden or erased contact stops it. */
  readonly about?: {
    readonly contactId: ContactId | SQL;
    readonly conversationId: ConversationId | null;
    readonly messageId: MessageId | null;
  };
  /** Whether a person caused it. Otherwise it is automatic, and limited to a few in ten minutes. */
  readonly attended: boolean;
  /** Why it cannot be sent at all; undefined when it can. */
  readonly impossible: string | undefined;
  /** Unverified recipients to count, and the condition that the limit allows them; else the mail waits. */
  readonly strangers?: { readonly count: number; readonly by: AccountId | null; readonly when: SQL };
}
/** Writes the mail to the outbox, once for its cause, in the state that follows from the limits. */
export function writeDelivery(d: NewDelivery, when: SQL = sql`1`): SQL {
  const conversationId = d.about?.conversationId ?? null;
  const full = d.proved ? sql`0` : addressIsFull(d.toHash, d.now, d.id);
  const unattended = !d.attended && d.about && conversationId !== null ? isUnattended(d.projectId, d.about.contactId, d.now) : sql`0`;
  const requested = d.kind === "code" || d.kind === "confirm" ? sql`1` : sql`0`;
  const busy = d.strangers === undefined ? sql`0` : sql`NOT (${d.strangers.when})`;
  const waits = sql`f.full OR f.busy OR f.behind IS NOT NULL`;
  const goes = sql`f.impossible OR f.suppressed OR f.unattended`;
  return sql`
  INSERT INTO mail_deliveries (id, project_id, conversation_id, message_id, contact_id, kind, cause, to_address, to_hash, proved, subject, header_id, state, error, due_at, strangers, strangers_by, created_at, updated_at)
  SELECT ${d.id}, ${d.projectId}, ${conversationId}, ${d.about?.messageId ?? null}, ${d.about?.contactId ?? null}, ${d.kind}, ${d.cause}, ${d.to}, ${d.toHash}, ${d.proved ? 1 : 0}, ${d.subject}, ${d.headerId},
    CASE WHEN f.impossible THEN 'failed' WHEN f.suppressed THEN 'suppressed' WHEN f.unattended OR ${waits} THEN 'held' ELSE 'queued' END,
    CASE WHEN f.impossible THEN ${d.impossible ?? null} WHEN f.suppressed THEN ${REASONS.suppressed} WHEN f.unattended THEN ${REASONS.unattended} WHEN f.full THEN ${REASONS.addressFull} WHEN f.busy THEN ${REASONS.strangers} WHEN f.behind IS NOT NULL THEN ${REASONS.behind} END,
    CASE WHEN ${goes} OR NOT (${waits}) THEN NULL ELSE max(CASE WHEN f.full THEN f.room ELSE 0 END, CASE WHEN f.busy THEN ${nextHour(d.now)} ELSE 0 END, coalesce(f.behind, 0)) END,
    CASE WHEN f.busy AND NOT (${goes}) THEN ${d.strangers?.count ?? 0} ELSE 0 END, CASE WHEN f.busy AND NOT (${goes}) THEN ${d.strangers?.by ?? null} END, ${d.now}, ${d.now}
  FROM (SELECT ${d.impossible === undefined ? 0 : 1} AS impossible, ${isSuppressed(d.projectId, d.toHash, requested)} AS suppressed, ${unattended} AS unattended, ${full} AS full, ${busy} AS busy,
    ${lastWaiting(d.projectId, d.kind === "reply" ? conversationId : null)} AS behind, ${d.proved ? sql`0` : roomAt(d.toHash, d.now)} AS room) f
  WHERE ${when} AND ${projectIsLive(d.projectId)}${d.about ? sql` AND ${isActive(d.projectId, d.about.contactId)}` : sql``}
  ON CONFLICT (project_id, cause) DO NOTHING`;
}
/** Expression: the state of the mail, an expression of its id; NULL for none. */
export const stateOfDelivery = (projectId: ProjectId, id: SQL): SQL =>
  sql`(SELECT state FROM mail_deliveries WHERE id = ${id} AND project_id = ${projectId})`;
/** Expression: our own Message-ID of the mail, without angle brackets; NULL where the provider assigned one. */
export const headerIdOfDelivery = (projectId: ProjectId, id: SQL): SQL =>
  sql`(SELECT header_id FROM mail_deliveries WHERE id = ${id} AND project_id = ${projectId})`;
/** Clears what mails hold of whoever they were for; a mail that still waits is not sent. `which`: a SELECT of their ids. */
export const writeDeliveriesForgotten = (which: SQL): SQL => sql`
  UPDATE mail_deliveries SET to_address = NULL, subject = NULL, header_id = NULL, error = NULL, due_at = NULL,
    state = CASE WHEN state IN ('queued', 'held') THEN 'failed' ELSE state END
  WHERE id IN (${which}) AND to_address IS NOT NULL`;
export const deliveryExists = (id: DeliveryId): SQL => sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE id = ${id})`;
/** Holds for a mail that is queued for sending. */
export const isQueued = (id: DeliveryId): SQL => sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE id = ${id} AND state = 'queued')`;

export interface Copy {
  readonly kind: "cc" | "bcc";
  readonly address: string;
  readonly hash: string;
  readonly proved: boolean;
}
/** Stores the copies of a delivery of the same batch. */
export const writeCopies = (projectId: ProjectId, id: DeliveryId, copies: readonly Copy[], now: number, when: SQL): SQL => sql`
  INSERT INTO mail_copies (delivery_id, place, project_id, kind, address, to_hash, proved, updated_at)
  SELECT ${id}, k.key, ${projectId}, k.value ->> 'kind', k.value ->> 'address', k.value ->> 'hash', k.value ->> 'proved', ${now} FROM json_each(${JSON.stringify(copies)}) k WHERE ${when}`;
export const readCopies = (projectId: ProjectId, id: DeliveryId): Query<{ cc: string[]; bcc: string[]; proved: boolean }> =>
  query(
    sql`SELECT ${columns("mail_copies", "kind, address, proved")} FROM mail_copies WHERE delivery_id = ${id} AND project_id = ${projectId} ORDER BY place`,
    (rows) => {
      const of = (kind: "cc" | "bcc"): string[] => rows.flatMap((row) => (row.kind === kind ? (row.address ?? []) : []));
      return { cc: of("cc"), bcc: of("bcc"), proved: rows.every((row) => row.proved !== 0) };
    },
  );

/** Stores what the thread shows of an outgoing mail; comes after its delivery in the batch. */
export const writeMailOut = (
  m: {
    messageId: MessageId;
    projectId: ProjectId;
    conversationId: ConversationId;
    headerId: string | null;
    headerHash: string | null;
    from: { name: string; address: string };
    to: string;
    cc: readonly string[];
    subject: string;
    now: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO mails (message_id, project_id, conversation_id, direction, header_id, header_hash, from_address, from_name, to_list, cc_list, subject, created_at)
  SELECT ${m.messageId}, ${m.projectId}, ${m.conversationId}, 'out', ${m.headerId}, ${m.headerHash}, ${m.from.address}, ${m.from.name}, ${JSON.stringify([{ name: "", address: m.to }])}, ${JSON.stringify(m.cc.map((address) => ({ name: "", address })))}, ${m.subject}, ${m.now}
  WHERE ${when} ON CONFLICT (message_id) DO NOTHING`;

/**
 * Claims the mail for its next attempt, before the provider is called; a repetition finds it claimed. While a deferred mail waited, later
 * ones may have used up the limit of its address, so the limit is checked again.
 */
export const writeClaim = ({ id, projectId, contactId }: DeliveryRow, attempt: number, provider: string, now: number, may: SQL): SQL => sql`
  UPDATE mail_deliveries AS d SET state = 'sending', attempts = ${attempt}, provider = ${provider}, error = NULL, updated_at = ${now}
  WHERE d.id = ${id} AND d.project_id = ${projectId} AND d.attempts = ${attempt - 1} AND d.to_address IS NOT NULL AND ${projectIsLive(projectId)}
    AND d.state = 'queued' AND (d.proved = 1 OR NOT ${addressIsFull(sql`d.to_hash`, now, id)}) AND NOT ${copyIsFull(projectId, id, now)}
    AND ${contactId === null ? sql`1` : isActive(projectId, contactId)} AND NOT ${isSuppressed(projectId, sql`d.to_hash`, isRequestedKind)} AND NOT ${copyIsSuppressed(projectId, id)} AND ${may}`;
/** Counts the copies from this attempt on, like the mail itself. Comes before the claim, which checks the limits. */
export const writeCopiesTried = (projectId: ProjectId, id: DeliveryId, now: number): SQL =>
  sql`UPDATE mail_copies SET updated_at = ${now} WHERE project_id = ${projectId} AND delivery_id = ${id}`;
/** Result of a claim, and the mail's state. */
export interface Claim {
  readonly taken: boolean;
  readonly suppressed: boolean;
  /** The address has reached its hourly limit. */
  readonly full: boolean;
  /** Its template allows the attempt. */
  readonly allowed: boolean;
}
export const readClaimed = ({ id, projectId, contactId }: DeliveryRow, now: number, may: SQL): Query<Claim | undefined> =>
  queryOne(
    sql`SELECT changes() ${as.number("taken")}, ${isSuppressed(projectId, sql`d.to_hash`, isRequestedKind)} OR ${copyIsSuppressed(projectId, id)} ${as.number("suppressed")},
      d.state = 'queued' AND ${contactId === null ? sql`1` : isActive(projectId, contactId)} AND ((d.proved = 0 AND ${addressIsFull(sql`d.to_hash`, now, id)}) OR ${copyIsFull(projectId, id, now)}) ${as.number("is_full")}, ${may} ${as.number("allowed")} FROM mail_deliveries d WHERE d.id = ${id} AND d.project_id = ${projectId}`,
    (row) => ({ taken: row.taken !== 0, suppressed: row.suppressed !== 0, full: row.is_full !== 0, allowed: row.allowed !== 0 }),
  );
/** Stores the outcome of an attempt. No error text is kept for an erased mail; a state that an event or a person has set since stays. */
export const writeSettled = (d: {
  id: DeliveryId;
  projectId: ProjectId;
  attempt: number;
  from: readonly DeliveryState[];
  state: DeliveryState;
  error: string | null;
  now: number;
}): SQL => sql`
  UPDATE mail_deliveries SET state = ${d.state}, error = CASE WHEN to_address IS NULL THEN NULL ELSE ${d.error} END, updated_at = ${d.now}
  WHERE id = ${d.id} AND project_id = ${d.projectId} AND attempts = ${d.attempt} AND state IN (SELECT value FROM json_each(${JSON.stringify(d.from)}))`;
/** Holds when the mail is queued for the attempt after this one. */
export const awaits = (id: DeliveryId, attempt: number): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE id = ${id} AND attempts = ${attempt} AND state = 'queued')`;
const SENDS = sql`'email.send:' || d.id`;
/** Ends mails whose job died, so that people see them and can resend them. */
export const writeAbandoned = (before: number, now: number, limit: number): SQL => sql`
  UPDATE mail_deliveries SET state = CASE WHEN attempts = 0 THEN 'failed' ELSE 'needs_review' END, updated_at = ${now},
    error = CASE WHEN to_address IS NULL THEN NULL WHEN attempts = 0 THEN ${REASONS.abandoned} ELSE ${REASONS.abandonedLate} END
  WHERE id IN (SELECT d.id FROM mail_deliveries d WHERE d.state IN ('queued', 'sending') AND d.updated_at < ${before}
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.key >= ${SENDS} || ':' AND j.key < ${SENDS} || ';' AND j.state IN ('queued', 'running')) ORDER BY d.updated_at LIMIT ${limit})`;
/** Stores the provider's own id, even when an event has already settled the mail. */
export const writeProviderId = (id: DeliveryId, projectId: ProjectId, providerId: string): SQL =>
  sql`UPDATE mail_deliveries SET provider_id = ${providerId} WHERE id = ${id} AND project_id = ${projectId} AND provider_id IS NULL`;

export const writeSuppression = ({ id, projectId }: DeliveryRow, reason: string, now: number): SQL => sql`
  INSERT INTO mail_suppressions (project_id, address_hash, reason, created_at)
  SELECT d.project_id, d.to_hash, ${reasonOf(reason)}, ${now} FROM mail_deliveries d WHERE d.id = ${id} AND d.project_id = ${projectId} ${replaceRequestedReason}`;

/**
 * Marks the mails of a message, or one mail, as bounced and suppresses the address, where `when` holds. For a mail with copies it is
 * unknown which recipient bounced, so no address is suppressed.
 */
export function writeBounced(
  b: { projectId: ProjectId; mail: { messageId: MessageId } | { id: DeliveryId }; says: string; now: number },
  when: SQL = sql`1`,
): SQL[] {
  const which = "id" in b.mail ? sql`d.id = ${b.mail.id}` : sql`d.message_id = ${b.mail.messageId}`;
  return [
    sql`INSERT INTO mail_suppressions (project_id, address_hash, reason, created_at)
    SELECT d.project_id, d.to_hash, ${reasonOf("bounced")}, ${b.now} FROM mail_deliveries d WHERE d.project_id = ${b.projectId} AND ${which} AND NOT ${hasCopy()} AND ${when} LIMIT 1
    ${replaceRequestedReason}`,
    sql`UPDATE mail_deliveries AS d SET state = 'bounced', error = CASE WHEN d.to_address IS NULL THEN NULL ELSE ${b.says} END, updated_at = ${b.now} WHERE d.project_id = ${b.projectId} AND ${which} AND d.state IN ('sending', 'sent', 'needs_review') AND ${when}`,
  ];
}
/** Lifts the suppression of the mail's address. */
export const writeLifted = ({ id, projectId, toHash }: DeliveryRow, when: SQL): SQL =>
  sql`DELETE FROM mail_suppressions WHERE project_id = ${projectId} AND address_hash IN (SELECT ${toHash} UNION ALL SELECT to_hash FROM mail_copies WHERE project_id = ${projectId} AND delivery_id = ${id}) AND ${when}`;
/** Queues a mail again that is in one of the states. The limit of unverified addresses applies to people too. */
export const writeQueuedAgain = (d: DeliveryRow, from: readonly DeliveryState[], now: number): SQL => sql`
  UPDATE mail_deliveries AS d SET state = 'queued', error = NULL, due_at = NULL, updated_at = ${now}
  WHERE d.id = ${d.id} AND d.project_id = ${d.projectId} AND d.attempts = ${d.attempts} AND d.to_address IS NOT NULL AND d.strangers = 0
    AND d.state IN (SELECT value FROM json_each(${JSON.stringify(from)})) AND (d.proved = 1 OR NOT ${addressIsFull(d.toHash, now, d.id)}) AND NOT ${copyIsFull(d.projectId, d.id, now)}`;
export const writeEndDeliveries = (projectId: ProjectId, now: number, when: SQL): SQL => sql`
  UPDATE mail_deliveries SET state = 'failed', error = ${REASONS.projectGone}, updated_at = ${now}
  WHERE project_id = ${projectId} AND state IN ('queued', 'held') AND state <> 'sent' AND ${when}`;

// --- events of the provider ---------------------------------------------------

export interface Returned {
  /** Our own id, if the event has it. */
  readonly deliveryId: string | null;
  readonly providerId: string | null;
  readonly reason: "bounced" | "complained";
  readonly error: string;
  /** The recipient that the event names; null when it names none. */
  readonly recipient: string | null;
}
export interface HashedReturn extends Omit<Returned, "recipient"> {
  /** Keyed hash of the recipient. */
  readonly hash: string | null;
}
/** Holds when the mail has a copy, or a copy to the address with the hash. */
export const hasCopy = (hash?: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_copies k WHERE k.project_id = d.project_id AND k.delivery_id = d.id${hash === undefined ? sql`` : sql` AND k.to_hash = ${hash}`})`;
// Finds the mails of events by our own id, else by the provider's. Both are index lookups for each event.
export const eventRows = (events: readonly HashedReturn[]): SQL =>
  sql`(SELECT coalesce((SELECT m.id FROM mail_deliveries m WHERE m.id = e.value ->> 'deliveryId'), (SELECT m.id FROM mail_deliveries m WHERE m.provider_id = e.value ->> 'providerId' LIMIT 1)) AS id,
    e.value ->> 'reason' AS reason, e.value ->> 'error' AS error, e.value ->> 'hash' AS hash FROM json_each(${JSON.stringify(events)}) e)`;
/** Marks the mails as bounced or complained of, and suppresses their addresses in their projects. */
export const writeReturned = (events: readonly HashedReturn[], provider: string, now: number): SQL[] => [
  sql`INSERT INTO mail_suppressions (project_id, address_hash, reason, created_at)
    SELECT d.project_id, CASE WHEN ${hasCopy()} THEN r.hash ELSE d.to_hash END, ${reasonOf(sql`r.reason`)}, ${now} FROM ${eventRows(events)} r CROSS JOIN mail_deliveries d ON d.id = r.id
    WHERE d.provider = ${provider} AND (NOT ${hasCopy()} OR r.hash = d.to_hash OR ${hasCopy(sql`r.hash`)}) ${replaceRequestedReason}`,
  sql`UPDATE mail_deliveries AS d SET state = 'bounced', updated_at = ${now}, error = CASE WHEN d.to_address IS NULL THEN NULL ELSE r.error END
    FROM ${eventRows(events)} r WHERE d.id = r.id AND d.provider = ${provider} AND NOT ${hasCopy(sql`r.hash`)} AND d.state IN ('sending', 'sent', 'needs_review', 'queued')`,
  sql`UPDATE system_mails AS s SET state = 'bounced', updated_at = ${now}, error = e.value ->> 'error'
    FROM json_each(${JSON.stringify(events)}) e WHERE s.id = e.value ->> 'deliveryId' AND s.provider = ${provider} AND s.state IN ('sending', 'sent', 'needs_review', 'queued')`,
];

/** The codes and confirmations of the project among the ids. */
export const readRequestedAmong = (projectId: ProjectId, ids: readonly DeliveryId[]): Query<DeliveryId[]> =>
  query(
    sql`SELECT ${columns({ d: "mail_deliveries" }, "d.id")} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN mail_deliveries d ON d.id = k.value WHERE d.project_id = ${projectId} AND ${isRequestedKind} ORDER BY k.key LIMIT 5`,
    (rows) => rows.map((row) => row.id),
  );
