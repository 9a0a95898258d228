// All statements on profiles, their statements, and what people deleted of them.
import { nameOf } from "#modules/accounts";
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProfileStatementId, ProjectId } from "#kernel/ids/index.ts";
import { contactExists, contactStillThere, isActive, notErased } from "#modules/contacts";
import { contactOf, hasWrittenSince, newestSequence, revisionOf } from "#modules/conversations";
import type { Kind, Statement } from "./contract.ts";
import { isOn, readFrom } from "./settings-queries.ts";
import { MOST_BY_MODEL, MOST_REFUSALS, RUN_EVERY, RUN_LEASE } from "./rules.ts";

export interface Who {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
const ofContact = ({ projectId, contactId }: Who): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;

// --- what is known -------------------------------------------------------------

const LISTED = columnList`${columns({ s: "profile_statements" }, "s.id, s.kind, s.content, s.message_id, s.conversation_id, s.quote, s.said_at, s.author_id, s.pinned, s.confirmed_at, s.revision")},
  ${nameOf(sql`s.author_id`)} ${as.textOrNull("author")}, ${nameOf(sql`s.confirmed_by`)} ${as.textOrNull("confirmer")}`;
const withRevision = (projectId: ProjectId) =>
  columnList`${LISTED}, ${revisionOf(projectId, sql`s.message_id`)} ${as.numberOrNull("message_revision")}`;
function statement(row: RowIn<ReturnType<typeof withRevision>>): Statement {
  const { message_id: messageId, conversation_id: conversationId, message_revision: revision, quote } = row;
  return {
    id: row.id,
    kind: row.kind,
    text: row.content,
    source:
      messageId === null || conversationId === null || quote === null || revision === null
        ? null
        : { messageId, conversationId, revision, quote },
    saidAt: iso(row.said_at),
    byPerson: row.author_id !== null,
    authorName: row.author,
    pinned: row.pinned !== 0,
    confirmed: row.confirmed_at === null ? null : { by: row.confirmer, at: iso(row.confirmed_at) },
    revision: row.revision,
  };
}
/** The statements of a contact that is not erased. A contact has a bounded number of them. */
export const readStatements = (who: Who): Query<Statement[]> =>
  query(
    sql`SELECT ${withRevision(who.projectId)} FROM profile_statements s WHERE s.project_id = ${who.projectId} AND s.contact_id = ${who.contactId} AND ${notErased(who.projectId, sql`s.contact_id`)} ORDER BY s.id DESC`,
    (rows) => rows.map(statement),
  );
export const readStatement = (who: Who, id: ProfileStatementId): Query<Statement | undefined> =>
  queryOne(
    sql`SELECT ${withRevision(who.projectId)} FROM profile_statements s WHERE s.id = ${id} AND s.project_id = ${who.projectId} AND s.contact_id = ${who.contactId} AND ${notErased(who.projectId, sql`s.contact_id`)}`,
    statement,
  );
export const readStatementBy = (who: Who, clientId: string): Query<Statement | undefined> =>
  queryOne(
    sql`SELECT ${withRevision(who.projectId)} FROM profile_statements s WHERE s.project_id = ${who.projectId} AND s.contact_id = ${who.contactId} AND s.client_id = ${clientId} AND ${notErased(who.projectId, sql`s.contact_id`)}`,
    statement,
  );

/** What a person's change depends on. `there`: neither erased nor being erased. */
export const readStanding = (who: Who): Query<{ exists: boolean; there: boolean; on: boolean }> =>
  query(
    sql`SELECT ${contactExists(who.projectId, who.contactId)} ${as.number("found")}, ${contactIsThere(who)} ${as.number("there")}, ${isOn(who.projectId)} ${as.number("held")}`,
    ([row]) => ({ exists: row?.found === 1, there: row?.there === 1, on: row?.held === 1 }),
  );
export const contactIsThere = (who: Who): SQL => sql`${contactStillThere(who.projectId, sql`${who.contactId}`)} IS NOT NULL`;

export interface NewStatement {
  readonly id: ProfileStatementId;
  readonly kind: Kind;
  readonly text: string;
  readonly source: { readonly messageId: MessageId; readonly conversationId: ConversationId; readonly quote: string } | null;
  readonly saidAt: number;
}
export const writeProfileRow = (who: Who, when: SQL): SQL => sql`
  INSERT INTO profiles (project_id, contact_id) SELECT ${who.projectId}, ${who.contactId} WHERE ${when} ON CONFLICT (project_id, contact_id) DO NOTHING`;
export const writeByPerson = (
  who: Who,
  s: NewStatement & { readonly authorId: AccountId; readonly clientId: string; readonly pinned: boolean; readonly now: number },
  most: number,
): SQL => sql`
  INSERT INTO profile_statements (id, project_id, contact_id, kind, content, message_id, conversation_id, quote, said_at, author_id, pinned, client_id, created_at, changed_at)
  SELECT ${s.id}, ${who.projectId}, ${who.contactId}, ${s.kind}, ${s.text}, ${s.source?.messageId ?? null}, ${s.source?.conversationId ?? null}, ${s.source?.quote ?? null},
    ${s.saidAt}, ${s.authorId}, ${s.pinned ? 1 : 0}, ${s.clientId}, ${s.now}, ${s.now}
  WHERE ${isOn(who.projectId)} AND ${contactIsThere(who)} AND (SELECT count(*) FROM profile_statements WHERE ${ofContact(who)}) < ${most}
  ON CONFLICT (project_id, contact_id, client_id) WHERE client_id IS NOT NULL DO NOTHING`;

export interface Change {
  readonly kind?: Kind | undefined;
  readonly text?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly confirmed?: boolean | undefined;
}
export function writeChange(who: Who, id: ProfileStatementId, revision: number, change: Change, by: AccountId, now: number): SQL {
  const words = change.text !== undefined || change.kind !== undefined;
  const sets = [
    ...(change.kind === undefined ? [] : [sql`kind = ${change.kind}`]),
    ...(change.text === undefined ? [] : [sql`content = ${change.text}`]),
    ...(words ? [sql`author_id = ${by}`] : []),
    ...(change.pinned === undefined ? [] : [sql`pinned = ${change.pinned ? 1 : 0}`]),
    ...(change.confirmed === undefined
      ? []
      : [sql`confirmed_by = ${change.confirmed ? by : null}, confirmed_at = ${change.confirmed ? now : null}`]),
    sql`revision = revision + 1, changed_at = ${now}`,
  ];
  return sql`UPDATE profile_statements SET ${sql.join(sets, sql`, `)} WHERE id = ${id} AND ${ofContact(who)} AND revision = ${revision} AND ${contactIsThere(who)}`;
}
export const writeDelete = (who: Who, id: ProfileStatementId, revision: number): SQL =>
  sql`DELETE FROM profile_statements WHERE id = ${id} AND ${ofContact(who)} AND revision = ${revision}`;
/** A run that read before this change writes nothing. To be the next statement after the change. */
export const writeTouched = (who: Who): SQL => sql`UPDATE profiles SET revision = revision + 1 WHERE ${ofContact(who)} AND changes() > 0`;

// --- what people deleted --------------------------------------------------------

export interface Refusal {
  readonly terms: readonly string[];
  readonly numbers: readonly string[];
  readonly negated: boolean;
}
/**
 * Remembers what the statement says at this revision; to be followed by what changes or deletes it. `as`: the refusal's own id, because a statement may
 * be changed and deleted later.
 */
export const writeRefusal = (
  who: Who,
  { id, revision, as: own }: { id: ProfileStatementId; revision: number; as: ProfileStatementId },
  refused: Refusal,
  now: number,
): SQL => sql`
  INSERT INTO profile_refusals (project_id, contact_id, statement_id, terms, numbers, negated, created_at)
  SELECT ${who.projectId}, ${who.contactId}, ${own}, ${JSON.stringify(refused.terms)}, ${JSON.stringify(refused.numbers)}, ${refused.negated ? 1 : 0}, ${now}
  WHERE EXISTS (SELECT 1 FROM profile_statements WHERE id = ${id} AND ${ofContact(who)} AND revision = ${revision}) AND ${contactIsThere(who)}
  ON CONFLICT (project_id, contact_id, statement_id) DO NOTHING`;
export const writeForgetRefusals = (who: Who): SQL => sql`
  DELETE FROM profile_refusals WHERE ${ofContact(who)} AND statement_id IN (SELECT statement_id FROM profile_refusals WHERE ${ofContact(who)}
    ORDER BY created_at, statement_id LIMIT max(0, (SELECT count(*) FROM profile_refusals WHERE ${ofContact(who)}) - ${MOST_REFUSALS}))`;
export const readRefusals = (who: Who): Query<Refusal[]> =>
  query(sql`SELECT ${columns("profile_refusals", "terms, numbers, negated")} FROM profile_refusals WHERE ${ofContact(who)}`, (rows) =>
    rows.map((row) => ({ terms: parseJson<string[]>(row.terms), numbers: parseJson<string[]>(row.numbers), negated: row.negated !== 0 })),
  );

// --- runs ----------------------------------------------------------------------

/** SQL of the sequence up to which the contact's messages have been read. */
export const readUpTo = (projectId: ProjectId, contactId: ContactId | SQL): SQL =>
  sql`max(${readFrom(projectId)}, coalesce((SELECT read_sequence FROM profiles WHERE project_id = ${projectId} AND contact_id = ${contactId}), 0))`;
/** Holds when the project keeps profiles, and this contact has written something that no run has read. */
export const hasNews = (projectId: ProjectId, contactId: ContactId | SQL): SQL =>
  sql`${isOn(projectId)} AND ${hasWrittenSince(projectId, contactId, readUpTo(projectId, contactId))}`;

export const readContactOf = (projectId: ProjectId, conversationId: ConversationId): Query<ContactId | undefined> =>
  queryOne(
    sql`SELECT ${contactOf(projectId, conversationId)} ${as.of<{ contact_id: ContactId | null }>("contact_id")}`,
    (row) => row.contact_id ?? undefined,
  );

export const readNewest = (projectId: ProjectId): Query<number> =>
  query(sql`SELECT ${newestSequence(projectId)} ${as.number("sequence")}`, ([row]) => row?.sequence ?? 0);

export interface Run extends Who {
  readonly id: string;
  /** The `clientId` of a member's request; null for an automatic run. */
  readonly clientId: string | null;
}
/** Begins a run, unless another one is under way or there is nothing to read; an automatic one at most once an hour. */
export const writeClaim = (run: Run, now: number): SQL => sql`
  INSERT INTO profiles (project_id, contact_id, run_id, run_until, ran_at, client_id)
  SELECT ${run.projectId}, ${run.contactId}, ${run.id}, ${now + RUN_LEASE}, ${now}, ${run.clientId}
  WHERE ${hasNews(run.projectId, run.contactId)} AND ${isActive(run.projectId, run.contactId)}
    AND NOT EXISTS (SELECT 1 FROM profiles WHERE ${ofContact(run)} AND run_id IS NOT ${run.id} AND (run_until > ${now}${run.clientId === null ? sql` OR ran_at > ${now - RUN_EVERY}` : sql` OR client_id IS ${run.clientId}`}))
  ON CONFLICT (project_id, contact_id) DO UPDATE SET run_id = excluded.run_id, run_until = excluded.run_until, ran_at = excluded.ran_at, client_id = coalesce(excluded.client_id, client_id), outcome = NULL`;

export interface RunState {
  readonly on: boolean;
  readonly active: boolean;
  readonly switchedAt: number;
  readonly news: boolean;
  readonly runId: string | null;
  readonly runUntil: number | null;
  readonly ranAt: number | null;
  readonly clientId: string | null;
  readonly revision: number;
}
export const readRunState = (who: Who): Query<RunState> =>
  query(
    sql`SELECT ${isOn(who.projectId)} ${as.number("held")}, ${isActive(who.projectId, who.contactId)} ${as.number("active")}, ${hasNews(who.projectId, who.contactId)} ${as.number("news")},
        coalesce((SELECT switched_at FROM profile_settings WHERE project_id = ${who.projectId}), 0) ${as.number("switched_at")},
        ${columns({ p: "profiles?" }, "p.run_id, p.run_until, p.ran_at, p.client_id, p.revision")}
      FROM (SELECT 1) LEFT JOIN profiles p ON p.project_id = ${who.projectId} AND p.contact_id = ${who.contactId}`,
    ([row]) => ({
      on: row?.held === 1,
      active: row?.active === 1,
      switchedAt: row?.switched_at ?? 0,
      news: row?.news === 1,
      runId: row?.run_id ?? null,
      runUntil: row?.run_until ?? null,
      ranAt: row?.ran_at ?? null,
      clientId: row?.client_id ?? null,
      revision: row?.revision ?? 0,
    }),
  );
/**
 * Holds while the run may write: it was not replaced, nobody has changed the profile since `revision`, the project has not switched profiles off
 * meanwhile, and the contact is neither blocked nor erased.
 */
export const runHolds = (run: Run, switchedAt: number, revision?: number): SQL =>
  sql`EXISTS (SELECT 1 FROM profiles WHERE ${ofContact(run)} AND run_id = ${run.id}${revision === undefined ? sql`` : sql` AND revision = ${revision}`}) AND ${isOn(run.projectId)}
    AND EXISTS (SELECT 1 FROM profile_settings WHERE project_id = ${run.projectId} AND switched_at = ${switchedAt}) AND ${isActive(run.projectId, run.contactId)}`;

/** What only the model has written. */
const UNTOUCHED = sql`author_id IS NULL AND pinned = 0 AND confirmed_at IS NULL`;
export const writeAdded = (who: Who, statements: readonly NewStatement[], now: number, when: SQL): SQL => sql`
  INSERT INTO profile_statements (id, project_id, contact_id, kind, content, message_id, conversation_id, quote, said_at, created_at, changed_at)
  SELECT value ->> 'id', ${who.projectId}, ${who.contactId}, value ->> 'kind', value ->> 'text', value ->> '$.source.messageId', value ->> '$.source.conversationId', value ->> '$.source.quote', value ->> 'saidAt', ${now}, ${now}
  FROM json_each(${JSON.stringify(statements)}) WHERE ${when}`;
/** Statements that were said again get the newer source. Those that a person wrote or changed stay as they are. */
export const writeRefreshed = (who: Who, statements: readonly NewStatement[], when: SQL): SQL => sql`
  UPDATE profile_statements SET message_id = found.value ->> '$.source.messageId', conversation_id = found.value ->> '$.source.conversationId', quote = found.value ->> '$.source.quote', said_at = found.value ->> 'saidAt'
  FROM json_each(${JSON.stringify(statements)}) AS found
  WHERE profile_statements.id = found.value ->> 'id' AND profile_statements.project_id = ${who.projectId} AND profile_statements.contact_id = ${who.contactId} AND author_id IS NULL AND ${when}`;
export const writeOutdated = (who: Who, ids: readonly ProfileStatementId[], when: SQL): SQL =>
  sql`DELETE FROM profile_statements WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${ofContact(who)} AND ${UNTOUCHED} AND ${when}`;
/** The oldest statements that only the model has written make room for newer ones. */
export const writeTrimmed = (who: Who, when: SQL): SQL =>
  sql`DELETE FROM profile_statements WHERE ${ofContact(who)} AND ${UNTOUCHED} AND ${when} AND id IN (SELECT id FROM profile_statements WHERE ${ofContact(who)} AND ${UNTOUCHED}
    ORDER BY said_at, id LIMIT max(0, (SELECT count(*) FROM profile_statements WHERE ${ofContact(who)} AND ${UNTOUCHED}) - ${MOST_BY_MODEL}))`;

export interface Counts {
  readonly added: number;
  readonly merged: number;
  readonly removed: number;
  readonly dropped: number;
}
export const writeFinished = (run: Run, upTo: number, counts: Counts, when: SQL): SQL => sql`
  UPDATE profiles SET run_id = NULL, run_until = NULL, outcome = 'done', read_sequence = ${upTo}, revision = revision + 1,
    added = ${counts.added}, merged = ${counts.merged}, removed = ${counts.removed}, dropped = ${counts.dropped}
  WHERE ${ofContact(run)} AND ${when}`;
/** Ends a run that found nothing out. Its messages are read by the next one. */
export const writeGivenUp = (run: Run, outcome: "failed" | "skipped"): SQL => sql`
  UPDATE profiles SET run_id = NULL, run_until = NULL, outcome = ${outcome}, added = 0, merged = 0, removed = 0, dropped = 0 WHERE ${ofContact(run)} AND run_id = ${run.id}`;

export interface LastRun extends Counts {
  readonly ranAt: number | null;
  readonly outcome: "done" | "failed" | "skipped" | null;
  readonly runUntil: number | null;
}
export const readLastRun = (who: Who): Query<LastRun | undefined> =>
  queryOne(
    sql`SELECT ${columns("profiles", "ran_at, outcome, run_until, added, merged, removed, dropped")} FROM profiles WHERE ${ofContact(who)}`,
    ({ ran_at: ranAt, run_until: runUntil, ...row }) => ({ ...row, ranAt, runUntil, outcome: row.outcome as LastRun["outcome"] }),
  );

// --- erasure -------------------------------------------------------------------

/** The contact's id if anything is kept of it. */
export const readKept = (who: Who, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("profiles", "contact_id")} FROM profiles WHERE ${ofContact(who)} UNION SELECT contact_id FROM profile_statements WHERE ${ofContact(who)} UNION SELECT contact_id FROM profile_refusals WHERE ${ofContact(who)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.contact_id),
  );
export const statementsOf = (who: Who): SQL => sql`SELECT 1 FROM profile_statements WHERE ${ofContact(who)}`;
export const writeErasedStatements = (who: Who): SQL => sql`DELETE FROM profile_statements WHERE ${ofContact(who)}`;
export const writeErasedRest = (who: Who): SQL[] => [
  sql`DELETE FROM profile_refusals WHERE ${ofContact(who)}`,
  sql`DELETE FROM profiles WHERE ${ofContact(who)}`,
];
