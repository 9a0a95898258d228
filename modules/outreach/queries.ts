// All SQL of outreach on sequences, mails and reviews. The numbers of days are in days-queries.ts, settings and templates in
// settings-queries.ts.
import { isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, DeliveryId, LeadId, OutreachReviewId, OutreachSequenceId, ProjectId } from "#kernel/ids/index.ts";
import { headerIdOfDelivery, stateOfDelivery, writeDeliveriesForgotten } from "#modules/email";
import { mayBeMailed } from "#modules/leads";
import { stillMay } from "#modules/projects";
import type { WholeMail } from "./canonical.ts";
import type { EndReason, SequenceState, Wait } from "./contract.ts";

const COLUMNS = columns(
  { s: "outreach_sequences" },
  "s.id, s.lead_id, s.contact_id, s.address, s.address_hash, s.suppression_key, s.state, s.ended_reason, s.waits_for, s.next_at, s.step, s.revision, s.created_by, s.created_at, s.requested_at, s.answered_at",
);
export interface SequenceRow {
  readonly id: OutreachSequenceId;
  readonly leadId: LeadId;
  readonly contactId: ContactId | null;
  readonly address: string;
  readonly addressHash: string;
  readonly suppressionKey: string;
  readonly state: SequenceState;
  readonly endReason: EndReason | null;
  readonly waitsFor: Wait | null;
  readonly nextAt: number | null;
  /** How often a step was looked at; names its job. */
  readonly step: number;
  readonly revision: number;
  readonly createdBy: AccountId;
  readonly createdAt: number;
  readonly requestedAt: number | null;
  readonly answeredAt: number | null;
}
const sequenceOf = (row: RowIn<typeof COLUMNS>): SequenceRow => ({
  id: row.id,
  leadId: row.lead_id,
  contactId: row.contact_id,
  address: row.address,
  addressHash: row.address_hash,
  suppressionKey: row.suppression_key,
  state: row.state as SequenceState,
  endReason: row.ended_reason as EndReason | null,
  waitsFor: row.waits_for as Wait | null,
  nextAt: row.next_at,
  step: row.step,
  revision: row.revision,
  createdBy: row.created_by,
  createdAt: row.created_at,
  requestedAt: row.requested_at,
  answeredAt: row.answered_at,
});

// --- reading ------------------------------------------------------------------

export const readSequence = (projectId: ProjectId, id: OutreachSequenceId): Query<SequenceRow | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM outreach_sequences s WHERE s.id = ${id} AND s.project_id = ${projectId}`, sequenceOf);
export const readSequenceBy = (projectId: ProjectId, clientId: string): Query<SequenceRow | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM outreach_sequences s WHERE s.project_id = ${projectId} AND s.client_id = ${clientId}`, sequenceOf);
/** The lead's latest sequence. */
export const readSequenceOfLead = (projectId: ProjectId, leadId: LeadId): Query<SequenceRow | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM outreach_sequences s INDEXED BY outreach_sequences_lead WHERE s.lead_id = ${leadId} AND s.project_id = ${projectId} ORDER BY s.id DESC LIMIT 1`,
    sequenceOf,
  );
/** The latest sequence of the lead that the contact is, with how many of its mails were sent. `lead`: expression of the lead's id. */
export const readShortOfLead = (
  projectId: ProjectId,
  lead: SQL,
): Query<(Pick<SequenceRow, "state" | "endReason" | "answeredAt"> & { sent: number }) | undefined> =>
  queryOne(
    sql`SELECT ${columnList`${columns({ s: "outreach_sequences" }, "s.state, s.ended_reason, s.answered_at")}, (SELECT count(*) FROM outreach_mails m WHERE m.sequence_id = s.id AND ${stateOfDelivery(projectId, sql`m.delivery_id`)} = 'sent') ${as.number("sent")}`}
      FROM outreach_sequences s INDEXED BY outreach_sequences_lead WHERE s.lead_id = ${lead} AND s.project_id = ${projectId} ORDER BY s.id DESC LIMIT 1`,
    (row) => ({
      ...{
        state: row.state as SequenceState,
        endReason: row.ended_reason as EndReason | null,
        answeredAt: row.answered_at,
        sent: row.sent,
      },
    }),
  );
/** Sequences with mails to review, those that have waited longest first, after the place. */
export const readQueue = (
  projectId: ProjectId,
  after: { readonly at: number; readonly id: string } | undefined,
  limit: number,
): Query<SequenceRow[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM outreach_sequences s INDEXED BY outreach_sequences_queue WHERE s.project_id = ${projectId} AND s.to_review = 1${after === undefined ? sql`` : sql` AND (s.requested_at, s.id) > (${after.at}, ${after.id})`} ORDER BY s.requested_at, s.id LIMIT ${limit}`,
    (rows) => rows.map(sequenceOf),
  );
export const readAll = (projectId: ProjectId, before: string | undefined, limit: number): Query<SequenceRow[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM outreach_sequences s INDEXED BY outreach_sequences_all WHERE s.project_id = ${projectId}${before === undefined ? sql`` : sql` AND s.id < ${before}`} ORDER BY s.id DESC LIMIT ${limit}`,
    (rows) => rows.map(sequenceOf),
  );

export interface MailRow {
  readonly sequenceId: OutreachSequenceId;
  readonly position: number;
  readonly waitDays: number;
  readonly subject: string;
  readonly text: string;
  readonly editedBy: AccountId;
  /** Whether a model wrote the words, and nobody has changed them since. */
  readonly byModel: boolean;
  readonly deliveryId: DeliveryId | null;
  readonly sentAt: string | null;
  readonly sentMs: number | null;
  readonly delivery: string | null;
  /** Our Message-ID, once it was handed over. */
  readonly headerId: string | null;
  readonly review: ReviewRow | null;
}
export interface ReviewRow extends WholeMail {
  readonly id: OutreachReviewId;
  readonly hash: string;
  readonly writtenBy: AccountId;
  readonly reviewedBy: AccountId;
  readonly reviewedAt: string;
}
const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Their mails in order, each with its review. */
export const readMails = (projectId: ProjectId, ids: readonly OutreachSequenceId[]): Query<MailRow[]> =>
  query(
    sql`SELECT ${columnList`${columns({ m: "outreach_mails" }, "m.sequence_id, m.position, m.wait_days, m.subject, m.text, m.edited_by, m.by_model, m.delivery_id, m.sent_at")}, ${stateOfDelivery(projectId, sql`m.delivery_id`)} ${as.textOrNull("delivery")}, ${headerIdOfDelivery(projectId, sql`m.delivery_id`)} ${as.textOrNull("header_id")}, ${columns(
      { r: "outreach_reviews?" },
      "r.id AS review_id, r.hash, r.recipient, r.sender_address, r.sender_name, r.subject AS reviewed_subject, r.text AS reviewed_text, r.footer, r.written_by, r.reviewed_by, r.reviewed_at",
    )}`}
      FROM outreach_mails m LEFT JOIN outreach_reviews r ON r.id = m.review_id AND r.project_id = ${projectId}
      WHERE m.sequence_id IN ${list(ids)} AND m.project_id = ${projectId} ORDER BY m.sequence_id, m.position`,
    (rows) =>
      rows.map((row) => ({
        ...{ sequenceId: row.sequence_id, position: row.position, waitDays: row.wait_days, subject: row.subject, text: row.text },
        ...{
          editedBy: row.edited_by,
          byModel: row.by_model === 1,
          deliveryId: row.delivery_id,
          sentAt: isoOrNull(row.sent_at),
          sentMs: row.sent_at,
        },
        ...{ delivery: row.delivery, headerId: row.header_id },
        review:
          row.review_id === null
            ? null
            : {
                ...{ id: row.review_id, hash: row.hash ?? "", recipient: row.recipient ?? "", footer: row.footer ?? "" },
                ...{ senderAddress: row.sender_address ?? "", senderName: row.sender_name ?? "" },
                ...{ subject: row.reviewed_subject ?? "", text: row.reviewed_text ?? "" },
                ...{ writtenBy: row.written_by as AccountId, reviewedBy: row.reviewed_by as AccountId },
                reviewedAt: isoOrNull(row.reviewed_at) ?? "",
              },
      })),
  );

// --- drafting -----------------------------------------------------------------

export interface DraftMail {
  readonly position: number;
  readonly waitDays: number;
  readonly subject: string;
  readonly text: string;
  readonly byModel?: boolean;
}
const rowsOf = (mails: readonly DraftMail[]): SQL => sql`json_each(${JSON.stringify(mails)})`;
const insertMails = (projectId: ProjectId, id: OutreachSequenceId, mails: readonly DraftMail[], by: AccountId, when: SQL): SQL => sql`
  INSERT INTO outreach_mails (sequence_id, position, project_id, wait_days, subject, text, edited_by, by_model)
  SELECT ${id}, d.value ->> 'position', ${projectId}, d.value ->> 'waitDays', d.value ->> 'subject', d.value ->> 'text', ${by}, coalesce(d.value ->> 'byModel', 0) FROM ${rowsOf(mails)} d WHERE ${when} ON CONFLICT DO NOTHING`;

export interface NewSequence {
  readonly id: OutreachSequenceId;
  readonly clientId: string;
  readonly leadId: LeadId;
  readonly contactId: ContactId | null;
  readonly address: string;
  readonly addressHash: string;
  readonly suppressionKey: string;
}
/** Stores a draft, if the lead has the address and no sequence that has not ended. */
export const writeDraft = (projectId: ProjectId, s: NewSequence, mails: readonly DraftMail[], by: AccountId, now: number): SQL[] => [
  sql`INSERT INTO outreach_sequences (id, project_id, client_id, lead_id, contact_id, address, address_hash, suppression_key, state, to_review, step, revision, created_by, created_at, updated_at)
    SELECT ${s.id}, ${projectId}, ${s.clientId}, ${s.leadId}, ${s.contactId}, ${s.address}, ${s.addressHash}, ${s.suppressionKey}, 'draft', 0, 0, 1, ${by}, ${now}, ${now}
    WHERE ${stillMay(projectId, by, "operator")} AND ${mayBeMailed(projectId, sql`${s.leadId}`, sql`${s.address}`)} ON CONFLICT DO NOTHING`,
  insertMails(projectId, s.id, mails, by, sql`EXISTS (SELECT 1 FROM outreach_sequences WHERE id = ${s.id} AND project_id = ${projectId})`),
];
const at = (projectId: ProjectId, id: OutreachSequenceId, revision: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outreach_sequences WHERE id = ${id} AND project_id = ${projectId} AND state <> 'ended' AND revision = ${revision})`;
/**
 * Replaces the mails that were not handed over. One that stays as it is keeps its review and its author. What changed leaves its sequence in
 * the queue, if it was there or beyond. Decided by the revision, which it raises last.
 */
export function writeMails(
  projectId: ProjectId,
  id: OutreachSequenceId,
  {
    revision,
    mails,
    by,
    now,
    unsent = false,
  }: {
    readonly revision: number;
    readonly mails: readonly DraftMail[];
    readonly by: AccountId;
    readonly now: number;
    /** Only while nothing of it was handed over. */
    readonly unsent?: boolean;
  },
): SQL[] {
  const sent = sql`EXISTS (SELECT 1 FROM outreach_mails o WHERE o.sequence_id = ${id} AND o.delivery_id IS NOT NULL)`;
  const may = sql`${at(projectId, id, revision)} AND ${stillMay(projectId, by, "operator")}${unsent ? sql` AND NOT ${sent}` : sql``}`;
  const same = sql`EXISTS (SELECT 1 FROM ${rowsOf(mails)} d WHERE d.value ->> 'position' = outreach_mails.position AND d.value ->> 'subject' = outreach_mails.subject AND d.value ->> 'text' = outreach_mails.text)`;
  return [
    sql`DELETE FROM outreach_mails WHERE sequence_id = ${id} AND project_id = ${projectId} AND delivery_id IS NULL AND NOT ${same} AND ${may}`,
    sql`UPDATE outreach_mails SET wait_days = coalesce((SELECT d.value ->> 'waitDays' FROM ${rowsOf(mails)} d WHERE d.value ->> 'position' = outreach_mails.position), wait_days)
      WHERE sequence_id = ${id} AND project_id = ${projectId} AND delivery_id IS NULL AND ${may}`,
    insertMails(projectId, id, mails, by, may),
    sql`UPDATE outreach_sequences SET revision = revision + 1, updated_at = ${now},
      to_review = CASE WHEN state = 'draft' THEN 0 ELSE ${hasUnreviewed} END, requested_at = CASE WHEN state <> 'draft' AND ${hasUnreviewed} THEN ${now} ELSE requested_at END,
      state = CASE WHEN state = 'running' AND NOT ${nextIsReviewed} THEN 'in_review' ELSE state END
      WHERE id = ${id} AND project_id = ${projectId} AND ${may}`,
  ];
}
const MAILS = sql`FROM outreach_mails m WHERE m.sequence_id = outreach_sequences.id AND m.delivery_id IS NULL`;
/** Conditions on a row of outreach_sequences: a mail that was not handed over lacks its review; the next one, if there is any, has it. */
const hasUnreviewed = sql`EXISTS (SELECT 1 ${MAILS} AND m.review_id IS NULL)`;
const nextIsReviewed = sql`coalesce((SELECT m.review_id IS NOT NULL ${MAILS} ORDER BY m.position LIMIT 1), 1)`;

// --- reviewing ----------------------------------------------------------------

export const writeRequested = (
  projectId: ProjectId,
  id: OutreachSequenceId,
  { revision, by, now }: { readonly revision: number; readonly by: AccountId; readonly now: number },
): SQL => sql`
  UPDATE outreach_sequences SET state = 'in_review', to_review = ${hasUnreviewed}, requested_at = ${now}, revision = revision + 1, updated_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'draft' AND revision = ${revision} AND ${stillMay(projectId, by, "operator")}`;

export interface NewReview extends WholeMail {
  readonly id: OutreachReviewId;
  readonly position: number;
  readonly hash: string;
}
/**
 * Stores reviews of exactly these mails, each only while it still says this, and lets the sequence run once its next mail is reviewed.
 * `another`: condition that authors may not review their own texts.
 */
export function writeReviews(
  projectId: ProjectId,
  id: OutreachSequenceId,
  {
    reviews,
    by,
    another,
    when,
    now,
  }: { readonly reviews: readonly NewReview[]; readonly by: AccountId; readonly another: SQL; readonly when: SQL; readonly now: number },
): SQL[] {
  const ids = reviews.map((review) => review.id);
  return [
    sql`INSERT INTO outreach_reviews (id, project_id, sequence_id, position, hash, recipient, sender_address, sender_name, subject, text, footer, written_by, reviewed_by, reviewed_at)
      SELECT n.value ->> 'id', ${projectId}, s.id, m.position, n.value ->> 'hash', s.address, n.value ->> 'senderAddress', n.value ->> 'senderName', m.subject, m.text, n.value ->> 'footer', m.edited_by, ${by}, ${now}
      FROM json_each(${JSON.stringify(reviews)}) n JOIN outreach_sequences s ON s.id = ${id} AND s.project_id = ${projectId} AND s.state IN ('in_review', 'running')
        JOIN outreach_mails m ON m.sequence_id = s.id AND m.position = n.value ->> 'position'
      WHERE m.delivery_id IS NULL AND NOT EXISTS (SELECT 1 FROM outreach_reviews o WHERE o.id = m.review_id AND o.hash = n.value ->> 'hash') AND m.subject = n.value ->> 'subject' AND m.text = n.value ->> 'text' AND s.address = n.value ->> 'recipient'
        AND NOT (${another} AND m.edited_by = ${by}) AND ${mayBeMailed(projectId, sql`s.lead_id`, sql`s.address`)} AND ${stillMay(projectId, by, "operator")} AND ${when}`,
    sql`UPDATE outreach_mails SET review_id = (SELECT r.id FROM outreach_reviews r WHERE r.sequence_id = ${id} AND r.position = outreach_mails.position AND r.id IN ${list(ids)} AND r.project_id = ${projectId})
      WHERE sequence_id = ${id} AND project_id = ${projectId} AND delivery_id IS NULL AND EXISTS (SELECT 1 FROM outreach_reviews r WHERE r.sequence_id = ${id} AND r.position = outreach_mails.position AND r.id IN ${list(ids)} AND r.project_id = ${projectId})`,
    sql`UPDATE outreach_sequences SET revision = revision + 1, updated_at = ${now}, to_review = ${hasUnreviewed}, state = CASE WHEN ${nextIsReviewed} THEN 'running' ELSE state END,
      waits_for = NULL, next_at = ${now}, step = step + 1
      WHERE id = ${id} AND project_id = ${projectId} AND state IN ('in_review', 'running') AND EXISTS (SELECT 1 FROM outreach_reviews r WHERE r.sequence_id = ${id} AND r.id IN ${list(ids)})`,
  ];
}
/** Takes back reviews that are no longer of what would be sent, as after the sender has changed, and puts the sequence into the queue. */
export const writeStale = (
  projectId: ProjectId,
  { id, step }: Pick<SequenceRow, "id" | "step">,
  reviews: readonly OutreachReviewId[],
  now: number,
): SQL[] => [
  sql`UPDATE outreach_mails SET review_id = NULL WHERE sequence_id = ${id} AND project_id = ${projectId} AND delivery_id IS NULL AND review_id IN ${list(reviews)}`,
  sql`UPDATE outreach_sequences SET state = 'in_review', to_review = 1, requested_at = ${now}, waits_for = NULL, next_at = NULL, step = step + 1, revision = revision + 1, updated_at = ${now}
    WHERE id = ${id} AND project_id = ${projectId} AND state = 'running' AND step = ${step} AND NOT ${nextIsReviewed}`,
];
export const isRunning = (projectId: ProjectId, id: OutreachSequenceId, step: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outreach_sequences WHERE id = ${id} AND project_id = ${projectId} AND state = 'running' AND step = ${step})`;

// --- what happens next --------------------------------------------------------

/** Ends a sequence at this step; somebody who was faster stays. */
export const writeEnded = (projectId: ProjectId, id: OutreachSequenceId, reason: EndReason, now: number): SQL => sql`
  UPDATE outreach_sequences SET state = 'ended', ended_reason = ${reason}, to_review = 0, waits_for = NULL, next_at = NULL, revision = revision + 1, updated_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND state <> 'ended'`;
/** Notes what the next mail waits for. `until` null: for a person. */
export const writeWaits = (
  projectId: ProjectId,
  { id, step }: Pick<SequenceRow, "id" | "step">,
  wait: { readonly for: Wait | null; readonly until: number | null },
  when: SQL = sql`1`,
): SQL => sql`
  UPDATE outreach_sequences SET waits_for = ${wait.for}, next_at = ${wait.until}, step = step + 1 WHERE id = ${id} AND project_id = ${projectId} AND state = 'running' AND step = ${step} AND ${when}`;

export interface Going {
  readonly sequence: Pick<SequenceRow, "id" | "step" | "leadId">;
  readonly position: number;
  /** What was reviewed, by the hash that was computed of it just now. */
  readonly review: Pick<ReviewRow, "id" | "hash"> & WholeMail;
  readonly anotherReviewer: SQL;
}
/**
 * The condition under which a mail goes to the outbox, evaluated in the batch that puts it there: the sequence runs and is at this step, all
 * earlier mails have gone, this one has not, it has a review of exactly its words, its recipient and its sender, by somebody who may review
 * it, and the lead may be mailed at that address.
 */
export const mayGo = (projectId: ProjectId, { sequence, position, review, anotherReviewer }: Going): SQL => sql`EXISTS (
  SELECT 1 FROM outreach_sequences s JOIN outreach_mails m ON m.sequence_id = s.id AND m.position = ${position} JOIN outreach_reviews r ON r.id = m.review_id
  WHERE s.id = ${sequence.id} AND s.project_id = ${projectId} AND s.state = 'running' AND s.step = ${sequence.step} AND s.lead_id = ${sequence.leadId}
    AND m.delivery_id IS NULL AND NOT EXISTS (SELECT 1 FROM outreach_mails e WHERE e.sequence_id = s.id AND e.position < m.position AND e.delivery_id IS NULL)
    AND r.id = ${review.id} AND r.project_id = ${projectId} AND r.sequence_id = s.id AND r.position = m.position AND r.hash = ${review.hash}
    AND r.recipient = s.address AND r.recipient = ${review.recipient} AND r.subject = m.subject AND r.text = m.text AND r.subject = ${review.subject} AND r.text = ${review.text}
    AND r.sender_address = ${review.senderAddress} AND r.sender_name = ${review.senderName} AND r.footer = ${review.footer}
    AND NOT (${anotherReviewer} AND r.written_by = r.reviewed_by) AND ${mayBeMailed(projectId, sql`s.lead_id`, sql`s.address`)})`;
/** Notes that the mail was handed over, in the same batch. */
export const writeHandedOver = (
  projectId: ProjectId,
  { sequence, position }: Going,
  m: { readonly deliveryId: DeliveryId; readonly sender: string; readonly day: string; readonly now: number },
  when: SQL,
): SQL => sql`
  UPDATE outreach_mails SET delivery_id = ${m.deliveryId}, sender = ${m.sender}, sent_day = ${m.day}, sent_at = ${m.now}
  WHERE sequence_id = ${sequence.id} AND position = ${position} AND project_id = ${projectId} AND delivery_id IS NULL AND ${when}`;
export const isHandedOver = (projectId: ProjectId, id: OutreachSequenceId, deliveryId: DeliveryId): SQL =>
  sql`EXISTS (SELECT 1 FROM outreach_mails WHERE sequence_id = ${id} AND delivery_id = ${deliveryId} AND project_id = ${projectId})`;
/** Each attempt's condition: the sequence of the delivery has not been stopped, the lead may be mailed, and nothing keeps mail from its address. */
export const mayStillGo = (projectId: ProjectId, deliveryId: DeliveryId, free: (key: SQL) => SQL): SQL => sql`EXISTS (
  SELECT 1 FROM outreach_mails m JOIN outreach_sequences s ON s.id = m.sequence_id WHERE m.delivery_id = ${deliveryId} AND m.project_id = ${projectId} AND s.state = 'running' AND ${mayBeMailed(projectId, sql`s.lead_id`, sql`s.address`)} AND ${free(sql`s.suppression_key`)})`;
/** The reviewed mail of a delivery, with the Message-ID of the one before. */
export const readReviewOf = (
  projectId: ProjectId,
  deliveryId: DeliveryId,
): Query<(WholeMail & { sequenceId: OutreachSequenceId; position: number; hash: string; earlier: string[] }) | undefined> =>
  queryOne(
    sql`SELECT ${columnList`${columns({ r: "outreach_reviews" }, "r.sequence_id, r.position, r.hash, r.recipient, r.sender_address, r.sender_name, r.subject, r.text, r.footer")}, (SELECT json_group_array(h.header_id) FROM (SELECT ${headerIdOfDelivery(projectId, sql`e.delivery_id`)} AS header_id FROM outreach_mails e WHERE e.sequence_id = m.sequence_id AND e.position < m.position ORDER BY e.position) h WHERE h.header_id IS NOT NULL) ${as.text("earlier")}`}
      FROM outreach_mails m JOIN outreach_reviews r ON r.id = m.review_id WHERE m.delivery_id = ${deliveryId} AND m.project_id = ${projectId} AND r.project_id = ${projectId}`,
    (row) => ({
      ...{
        sequenceId: row.sequence_id,
        position: row.position,
        hash: row.hash,
        recipient: row.recipient,
        senderAddress: row.sender_address,
        senderName: row.sender_name,
      },
      ...{ subject: row.subject, text: row.text, footer: row.footer, earlier: JSON.parse(row.earlier) as string[] },
    }),
  );
/** Running sequences whose moment has passed by a while, because their job got lost. */
export const readOverdue = (before: number, limit: number): Query<{ id: OutreachSequenceId; projectId: ProjectId; step: number }[]> =>
  query(
    sql`SELECT ${columns({ s: "outreach_sequences" }, "s.id, s.project_id, s.step")} FROM outreach_sequences s INDEXED BY outreach_sequences_due WHERE s.state = 'running' AND s.next_at < ${before} ORDER BY s.next_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id, step: row.step })),
  );

// --- stops --------------------------------------------------------------------

/** Ends what goes to the address of a contact; part of the batch of whatever happens in a conversation with it. */
export const writeConversationStops = (projectId: ProjectId, contactAddress: SQL, contactId: SQL, now: number, when: SQL): SQL => sql`
  UPDATE outreach_sequences SET state = 'ended', ended_reason = 'conversation', to_review = 0, waits_for = NULL, next_at = NULL, revision = revision + 1, updated_at = ${now}
  WHERE id IN (SELECT id FROM outreach_sequences INDEXED BY outreach_sequences_stoppable WHERE project_id = ${projectId} AND address = lower(${contactAddress}) AND state IN ('in_review', 'running')
    UNION ALL SELECT id FROM outreach_sequences INDEXED BY outreach_sequences_contact WHERE project_id = ${projectId} AND contact_id = ${contactId} AND state IN ('in_review', 'running')) AND ${when}`;
/** The newest sequence to an address that has sent something, or that one. */
export const readAnswered = (
  projectId: ProjectId,
  by: { readonly addressHash: string } | { readonly id: OutreachSequenceId } | { readonly deliveryId: DeliveryId },
): Query<{ id: OutreachSequenceId; leadId: LeadId; state: SequenceState } | undefined> => {
  const which =
    "addressHash" in by
      ? sql`(SELECT x.id FROM outreach_sequences x INDEXED BY outreach_sequences_address WHERE x.project_id = ${projectId} AND x.address_hash = ${by.addressHash} ORDER BY x.id DESC LIMIT 1)`
      : "id" in by
        ? sql`${by.id}`
        : sql`(SELECT m.sequence_id FROM outreach_mails m WHERE m.delivery_id = ${by.deliveryId} AND m.project_id = ${projectId})`;
  return queryOne(
    sql`SELECT ${columns({ s: "outreach_sequences" }, "s.id, s.lead_id, s.state")} FROM outreach_sequences s WHERE s.id = ${which} AND s.project_id = ${projectId} AND EXISTS (SELECT 1 FROM outreach_mails m WHERE m.sequence_id = s.id AND m.delivery_id IS NOT NULL)`,
    (row) => ({ id: row.id, leadId: row.lead_id, state: row.state as SequenceState }),
  );
};
/** The first of the deliveries that is one of outreach. */
export const readDeliveryAmong = (projectId: ProjectId, ids: readonly DeliveryId[]): Query<DeliveryId | undefined> =>
  query(
    sql`SELECT ${columns({ m: "outreach_mails" }, "m.delivery_id")} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN outreach_mails m ON m.delivery_id = k.value WHERE m.project_id = ${projectId} ORDER BY k.key LIMIT 1`,
    ([row]) => row?.delivery_id ?? undefined,
  );
export const writeAnswered = (projectId: ProjectId, id: OutreachSequenceId, now: number): SQL =>
  sql`UPDATE outreach_sequences SET answered_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND answered_at IS NULL`;
/** Those of the project that have handed over a mail to the address. */
const sentTo = (projectId: ProjectId, key: string): SQL =>
  sql`SELECT s.id FROM outreach_sequences s INDEXED BY outreach_sequences_suppressed WHERE s.suppression_key = ${key} AND s.project_id = ${projectId} AND EXISTS (SELECT 1 FROM outreach_mails m WHERE m.sequence_id = s.id AND m.delivery_id IS NOT NULL)`;
/**
 * Notes, once, that mail of a sequence came back or was complained of, if that is what its delivery says; `which`: its id, or the address's
 * key. One that had sent everything shows this as the reason of its end. Changes nothing where it was noted already.
 */
export const writeReturned = (
  projectId: ProjectId,
  which: { readonly id: OutreachSequenceId } | { readonly key: string },
  reason: "bounced" | "complained",
  now: number,
): SQL => sql`
  UPDATE outreach_sequences SET returned_at = ${now}, ended_reason = CASE WHEN ended_reason = 'finished' THEN ${reason} ELSE ended_reason END
  WHERE ${"id" in which ? sql`id = ${which.id}` : sql`id IN (${sentTo(projectId, which.key)})`} AND project_id = ${projectId} AND returned_at IS NULL
    AND EXISTS (SELECT 1 FROM outreach_mails m WHERE m.sequence_id = outreach_sequences.id AND ${stateOfDelivery(projectId, sql`m.delivery_id`)} = 'bounced')`;
/** Notes, once, that the recipient opted out, at the newest sequence that has sent something to the address. */
export const writeOptedOut = (projectId: ProjectId, key: string, now: number): SQL => sql`
  UPDATE outreach_sequences SET opted_out_at = ${now}, ended_reason = CASE WHEN ended_reason = 'finished' THEN 'opted_out' ELSE ended_reason END
  WHERE id = (${sentTo(projectId, key)} ORDER BY s.id DESC LIMIT 1) AND project_id = ${projectId} AND opted_out_at IS NULL`;
/** All to an address that have not ended, by the address's hash. */
export const writeStoppedAt = (projectId: ProjectId, addressHash: string, reason: EndReason, now: number): SQL => sql`
  UPDATE outreach_sequences SET state = 'ended', ended_reason = ${reason}, to_review = 0, waits_for = NULL, next_at = NULL, revision = revision + 1, updated_at = ${now}
  WHERE id IN (SELECT id FROM outreach_sequences INDEXED BY outreach_sequences_address WHERE project_id = ${projectId} AND address_hash = ${addressHash} AND state <> 'ended')`;

/** Ends what goes to a suppressed address: of the project, or with null of all projects. */
export const writeSuppressedEnds = (key: string, projectId: ProjectId | null, reason: EndReason, now: number): SQL => sql`
  UPDATE outreach_sequences SET state = 'ended', ended_reason = ${reason}, to_review = 0, waits_for = NULL, next_at = NULL, revision = revision + 1, updated_at = ${now}
  WHERE id IN (SELECT id FROM outreach_sequences INDEXED BY outreach_sequences_suppressed WHERE suppression_key = ${key}${projectId === null ? sql`` : sql` AND project_id = ${projectId}`} AND state <> 'ended')`;
/** Expression: the address of a sequence. */
export const addressOfSequence = (projectId: ProjectId, id: OutreachSequenceId): SQL =>
  sql`(SELECT address FROM outreach_sequences WHERE id = ${id} AND project_id = ${projectId})`;

// --- removal ------------------------------------------------------------------

/** Removes sequences with all their texts, and empties their mails in the outbox. `which`: a SELECT of their ids. */
export const writeSequencesGone = (which: SQL): SQL[] => [
  writeDeliveriesForgotten(sql`SELECT delivery_id FROM outreach_mails WHERE sequence_id IN (${which}) AND delivery_id IS NOT NULL`),
  sql`DELETE FROM outreach_reviews WHERE sequence_id IN (${which})`,
  sql`DELETE FROM outreach_mails WHERE sequence_id IN (${which})`,
  sql`DELETE FROM outreach_sequences WHERE id IN (${which})`,
];
export const sequencesOfLeads = (leads: SQL): SQL => sql`SELECT id FROM outreach_sequences WHERE lead_id IN (${leads})`;
/** Before an erasure: sequences of leads that are the contact are the contact's. */
export const writeOfContact = (projectId: ProjectId, contactId: ContactId, leads: SQL): SQL =>
  sql`UPDATE outreach_sequences SET contact_id = ${contactId} WHERE lead_id IN (${leads}) AND project_id = ${projectId} AND contact_id IS NOT ${contactId}`;
export const readOfContact = (projectId: ProjectId, contactId: ContactId, limit: number): Query<OutreachSequenceId[]> =>
  query(
    sql`SELECT ${columns("outreach_sequences", "id")} FROM outreach_sequences WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const sequencesAmong = (ids: readonly OutreachSequenceId[], projectId: ProjectId): SQL =>
  sql`SELECT id FROM outreach_sequences WHERE id IN ${list(ids)} AND project_id = ${projectId}`;
export const sequencesOfProject = (projectId: ProjectId, limit: number): SQL =>
  sql`SELECT id FROM outreach_sequences INDEXED BY outreach_sequences_all WHERE project_id = ${projectId} ORDER BY id LIMIT ${limit}`;
export const holdsAny = (projectId: ProjectId): SQL =>
  sql`(EXISTS (SELECT 1 FROM outreach_sequences WHERE project_id = ${projectId}) OR EXISTS (SELECT 1 FROM outreach_templates WHERE project_id = ${projectId}) OR EXISTS (SELECT 1 FROM outreach_settings WHERE project_id = ${projectId}) OR EXISTS (SELECT 1 FROM outreach_days WHERE project_id = ${projectId}))`;
/** What a deleted project holds besides sequences. */
export const writeRestGone = (projectId: ProjectId): SQL[] => [
  sql`DELETE FROM outreach_templates WHERE project_id = ${projectId}`,
  sql`DELETE FROM outreach_settings WHERE project_id = ${projectId}`,
  sql`DELETE FROM outreach_days WHERE project_id = ${projectId}`,
];
