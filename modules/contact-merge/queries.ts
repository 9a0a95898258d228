// All SQL of merging contacts, apart from the steps of the modules that move their rows.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import { notesOf } from "#modules/contact-notes";
import { mergedFrom, readContact } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { MOST_COUNTED, type Merge } from "./contract.ts";

const MERGE = columnList`${columns({ g: "contact_merges" }, "g.from_id, g.into_id, g.state, g.step, g.conversations, g.started_at, g.finished_at")},
  (SELECT count(*) FROM (SELECT 1 FROM conversations c WHERE c.project_id = g.project_id AND c.contact_id = g.from_id LIMIT ${sql.raw(String(MOST_COUNTED))})) ${as.number("left_over")}`;
const mergeOf = (row: RowIn<typeof MERGE>): Merge & { readonly step: string } => ({
  fromId: row.from_id,
  intoId: row.into_id,
  state: row.state,
  step: row.step,
  conversations: row.conversations,
  left: row.left_over,
  startedAt: iso(row.started_at),
  finishedAt: isoOrNull(row.finished_at),
});
export const readMerge = (projectId: ProjectId, from: ContactId): Query<(Merge & { readonly step: string }) | undefined> =>
  queryOne(sql`SELECT ${MERGE} FROM contact_merges g WHERE g.project_id = ${projectId} AND g.from_id = ${from}`, mergeOf);
export const readMergesInto = (projectId: ProjectId, into: ContactId, limit: number): Query<Merge[]> =>
  query(
    sql`SELECT ${MERGE} FROM contact_merges g INDEXED BY contact_merges_into WHERE g.project_id = ${projectId} AND g.into_id = ${into} ORDER BY g.started_at DESC LIMIT ${limit}`,
    (rows) => rows.map(mergeOf).map(({ step: _, ...merge }) => merge),
  );

/** Condition: this merge has begun, and moves from one to the other. */
export const isMerging = (projectId: ProjectId, from: ContactId, into: ContactId): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${from} AND merged_into = ${into} AND state = 'active')`;
/**
 * Begins a merge. Of two at once one is refused: neither contact may be merged already. The conditions are those of `problemOf`, as they
 * are when the batch runs.
 */
export const writeMerge = (projectId: ProjectId, from: ContactId, into: ContactId, when: SQL): SQL => sql`
  UPDATE contacts SET merged_into = ${into} WHERE project_id = ${projectId} AND id = ${from} AND id <> ${into} AND merged_into IS NULL AND state = 'active' AND identifier IS NULL AND ${when}
    AND EXISTS (SELECT 1 FROM contacts i WHERE i.project_id = ${projectId} AND i.id = ${into} AND i.state = 'active' AND i.merged_into IS NULL
      AND (contacts.email_verified = 0 OR i.email_verified = 1 OR i.identifier IS NOT NULL))`;
/** To be the statement after it. */
export const writeMergeRow = (projectId: ProjectId, from: ContactId, into: ContactId, by: AccountId, now: number): SQL => sql`
  INSERT INTO contact_merges (project_id, from_id, into_id, state, conversations, merged_by, started_at)
  SELECT ${projectId}, ${from}, ${into}, 'moving', (SELECT count(*) FROM (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${MOST_COUNTED})), ${by}, ${now}
  WHERE changes() > 0 ON CONFLICT DO NOTHING`;
/** What was merged into the contact that goes belongs to the one that stays. */
export const writeAliasesMoved = (projectId: ProjectId, from: ContactId, into: ContactId): SQL[] => [
  sql`UPDATE contacts SET merged_into = ${into} WHERE project_id = ${projectId} AND merged_into = ${from} AND ${isMerging(projectId, from, into)}`,
  sql`UPDATE contact_merges SET into_id = ${into} WHERE project_id = ${projectId} AND into_id = ${from} AND ${isMerging(projectId, from, into)}`,
];
/** Gives the contact that stays what it lacks, as `outcomeOf` says. Repeating it changes nothing. */
export const writeTakenOver = (projectId: ProjectId, from: ContactId, into: ContactId): SQL => sql`
  UPDATE contacts SET
    name_words = CASE WHEN contacts.name IS NULL THEN f.name_words ELSE contacts.name_words END,
    name = coalesce(contacts.name, f.name),
    email = CASE WHEN f.email IS NOT NULL AND (contacts.email IS NULL OR (f.email_verified = 1 AND contacts.email_verified = 0)) THEN f.email ELSE contacts.email END,
    email_verified = CASE WHEN f.email IS NOT NULL AND (contacts.email IS NULL OR (f.email_verified = 1 AND contacts.email_verified = 0)) THEN f.email_verified ELSE contacts.email_verified END,
    metadata = json_patch(f.metadata, contacts.metadata), attributes = json_patch(f.attributes, contacts.attributes),
    visit = coalesce(contacts.visit, f.visit), last_page = coalesce(contacts.last_page, f.last_page), visit_pages = coalesce(contacts.visit_pages, f.visit_pages),
    last_seen_at = nullif(max(coalesce(contacts.last_seen_at, 0), coalesce(f.last_seen_at, 0)), 0)
  FROM contacts f WHERE f.project_id = ${projectId} AND f.id = ${from} AND contacts.project_id = ${projectId} AND contacts.id = ${into} AND ${isMerging(projectId, from, into)}`;

/** The one that goes takes no writes any more, once nothing of a conversation is left there. Its details stay for an erasure to find. */
export const writeGone = (projectId: ProjectId, from: ContactId): SQL => sql`
  UPDATE contacts SET state = 'erased' WHERE project_id = ${projectId} AND id = ${from} AND state IN ('active', 'hidden') AND ${mergedFrom(projectId, from)}
    AND NOT EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND contact_id = ${from})`;
/** To be the statement after it. */
export const writeSweeping = (projectId: ProjectId, from: ContactId): SQL =>
  sql`UPDATE contact_merges SET state = 'sweeping', step = '' WHERE project_id = ${projectId} AND from_id = ${from} AND state = 'moving' AND changes() > 0`;
export const writeStep = (projectId: ProjectId, from: ContactId, step: string): SQL =>
  sql`UPDATE contact_merges SET step = ${step} WHERE project_id = ${projectId} AND from_id = ${from} AND finished_at IS NULL`;
export const writeFinished = (projectId: ProjectId, from: ContactId, now: number): SQL =>
  sql`UPDATE contact_merges SET state = 'done', step = '', finished_at = ${now} WHERE project_id = ${projectId} AND from_id = ${from} AND finished_at IS NULL`;
/** Whether rows may be moved: nobody has erased either contact. */
export const readMayMove = (projectId: ProjectId, from: ContactId): Query<boolean> =>
  query(sql`SELECT ${mergedFrom(projectId, from)} ${as.number("may")}`, ([row]) => row?.may === 1);
/** Queued work about the contact, which is the kernel's. */
export const writeJobsMoved = (projectId: ProjectId, from: ContactId, into: SQL, may: SQL, limit: number): SQL => sql`
  UPDATE jobs SET contact_id = ${into} WHERE id IN (SELECT id FROM jobs WHERE project_id = ${projectId} AND contact_id = ${from} LIMIT ${limit}) AND ${may}`;
/** Unfinished merges, oldest first, for the schedule. */
export const readUnfinished = (before: number, limit: number): Query<{ projectId: ProjectId; from: ContactId }[]> =>
  query(
    sql`SELECT ${columns("contact_merges", "project_id, from_id")} FROM contact_merges INDEXED BY contact_merges_unfinished WHERE finished_at IS NULL AND started_at < ${before} ORDER BY started_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, from: row.from_id })),
  );

export interface Extent {
  readonly conversations: number;
  readonly notes: number;
  readonly sessions: number;
}
/** How much a contact has, up to 1,001 of each. */
export const readExtent = (projectId: ProjectId, id: ContactId): Query<Extent> => {
  const count = (rows: SQL): SQL => sql`(SELECT count(*) FROM (${rows} LIMIT ${MOST_COUNTED + 1}))`;
  const of = (table: SQL): SQL => sql`SELECT 1 FROM ${table} WHERE project_id = ${projectId} AND contact_id = ${id}`;
  return query(
    sql`SELECT ${count(of(sql`conversations`))} ${as.number("conversations")}, ${count(notesOf({ projectId, contactId: id }))} ${as.number("notes")}, ${count(of(sql`visitor_sessions`))} ${as.number("sessions")}`,
    ([row]) => ({ conversations: row?.conversations ?? 0, notes: row?.notes ?? 0, sessions: row?.sessions ?? 0 }),
  );
};

/** Contacts that have proved the address that this one has proved, without those that somebody dismissed. */
export const readOffers = (projectId: ProjectId, id: ContactId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns({ o: "contacts" }, "o.id")} FROM contacts c JOIN contacts o INDEXED BY contacts_email ON o.project_id = c.project_id AND o.email = c.email AND o.id <> c.id
      WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.email_verified = 1 AND c.state = 'active' AND o.email_verified = 1 AND o.state = 'active' AND o.merged_into IS NULL
        AND NOT EXISTS (SELECT 1 FROM contact_merge_dismissals d WHERE d.project_id = c.project_id AND d.contact_id = min(c.id, o.id) AND d.other_id = max(c.id, o.id))
      LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const readThese = (projectId: ProjectId, ids: readonly ContactId[]): Query<Contact | undefined>[] =>
  ids.map((id) => readContact(projectId, id));
export const writeDismissal = (projectId: ProjectId, one: ContactId, two: ContactId, dismissed: boolean): SQL =>
  dismissed
    ? sql`INSERT INTO contact_merge_dismissals (project_id, contact_id, other_id) SELECT ${projectId}, min(${one}, ${two}), max(${one}, ${two})
        WHERE (SELECT count(*) FROM contacts WHERE project_id = ${projectId} AND id IN (${one}, ${two})) = 2 ON CONFLICT DO NOTHING`
    : sql`DELETE FROM contact_merge_dismissals WHERE project_id = ${projectId} AND contact_id = min(${one}, ${two}) AND other_id = max(${one}, ${two})`;
/** Project deletion. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`contact_merges`, sql`contact_merge_dismissals`].map(
    (table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`,
  );
