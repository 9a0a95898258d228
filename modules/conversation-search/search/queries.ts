// Statements of a search: the vocabulary, how many messages have a term, and the messages that match. What they read has a bound.
import { as, columns, columnList, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { contactsNamed } from "#modules/contacts";
import type { AuthorRole, Status } from "#modules/conversations/contract";

const json = (values: unknown): SQL => sql`json_each(${JSON.stringify(values)})`;
const idsIn = (ids: readonly (string | number)[]): SQL => sql`(SELECT value FROM ${json(ids)})`;
const LAST = "\u{10ffff}";

/** Terms with one beginning that are read. */
const BEGINNING = 200;
/** The project's terms among `exact`, and those with one of the beginnings, by their text. */
export const readVocabulary = (
  number: number,
  exact: readonly string[],
  beginnings: readonly string[],
  most = BEGINNING,
): Query<ReadonlyMap<string, number>> =>
  query(
    sql`SELECT ${columns({ t: "conversation_search_terms" }, "t.id, t.term")} FROM ${json(exact)} j CROSS JOIN conversation_search_terms t ON t.number = ${number} AND t.term = j.value
      UNION SELECT t.id, t.term FROM ${json(beginnings)} j CROSS JOIN conversation_search_terms t ON t.id IN
        (SELECT x.id FROM conversation_search_terms x WHERE x.number = ${number} AND x.term >= j.value AND x.term < j.value || ${LAST} ORDER BY x.term LIMIT ${most})`,
    (rows) => new Map(rows.map((row) => [row.term, row.id])),
  );
/** How many messages have each term, counted up to `most`. */
export const readCounts = (ids: readonly number[], most: number): Query<ReadonlyMap<number, number>> =>
  query(
    sql`SELECT j.value ${as.number("id")}, (SELECT count(*) FROM (SELECT 1 FROM conversation_search_postings p WHERE p.term = j.value LIMIT ${most})) ${as.number("n")} FROM ${json(ids)} j`,
    (rows) => new Map(rows.map((row) => [row.id, row.n])),
  );
/** The newest contacts whose name or address has each word, by word. */
export const readContactsNamed = (projectId: ProjectId, words: readonly string[], limit: number): Query<ContactId[]>[] =>
  words.map((word) => contactsNamed(projectId, word, limit));

/** A word of the search: the terms that stand for it, and the contacts with the name. */
export interface WordSource {
  readonly terms: readonly number[];
  readonly contacts: readonly ContactId[];
}
/** Where the messages of a page are taken from, newest first. */
export type Driver =
  | { readonly by: "word"; readonly word: WordSource }
  | { readonly by: "author" | "contact"; readonly ids: readonly string[] }
  | { readonly by: "time" };
export interface Wanted {
  readonly projectId: ProjectId;
  readonly driver: Driver;
  /** Every message has one source of each. */
  readonly words: readonly WordSource[];
  /** No message has any of these terms. */
  readonly without: readonly number[];
  /** A condition on the entry `e`, its message `m`, and its conversation `c`. */
  readonly where: SQL;
  readonly after: number | undefined;
  readonly until: number | undefined;
  /** Where the page before ended. */
  readonly before: Place | undefined;
  /** Messages of the driver that are looked at, and matching ones that are returned. */
  readonly window: number;
  readonly limit: number;
}
export interface Place {
  readonly at: number;
  readonly entry: number;
}
/** A message that matches, with its text. */
export interface Candidate {
  readonly entry: number;
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly kind: "message" | "note";
  readonly authorRole: AuthorRole;
  readonly authorId: string | null;
  readonly authorName: string | null;
  readonly createdAt: number;
  readonly content: string;
  readonly files: readonly string[];
  readonly subject: string | null;
  readonly contact: { readonly name: string | null; readonly email: string | null; readonly state: string };
  readonly status: Status;
  readonly assigneeId: AccountId | null;
}
export interface Found {
  readonly candidates: readonly Candidate[];
  /** Messages of the driver that were looked at, and the oldest of them. */
  readonly looked: number;
  readonly oldest: Place | undefined;
}
/** The clocks of several machines differ by less: entries are in the order of their sequence, not of their time. */
const SKEW = 60_000;

const E = sql`conversation_search_entries`;
/** Entries from the newest on, of one or several sources that have an order of their own. */
function entriesOf({ projectId, driver, after, until, before, window }: Wanted): SQL {
  const bounds = (id: SQL): SQL =>
    sql.join(
      [
        ...(before === undefined ? [] : [sql` AND ${id} < ${before.entry}`]),
        ...(after === undefined
          ? []
          : [
              sql` AND ${id} >= (SELECT a.id FROM ${E} a WHERE a.project_id = ${projectId} AND a.created_at >= ${after - SKEW} ORDER BY a.created_at LIMIT 1)`,
            ]),
        ...(until === undefined
          ? []
          : [
              sql` AND ${id} <= (SELECT u.id FROM ${E} u WHERE u.project_id = ${projectId} AND u.created_at < ${until + SKEW} ORDER BY u.created_at DESC LIMIT 1)`,
            ]),
      ],
      sql``,
    );
  // A source for each value, because together they have no order that an index knows.
  const each = (values: readonly (string | number)[], source: SQL): SQL =>
    sql`SELECT e.id, e.created_at FROM ${json(values)} k CROSS JOIN ${E} e ON e.id IN (${source})`;
  const ofColumn = (column: "contact_id" | "author_id", ids: readonly string[]): SQL =>
    each(
      ids,
      sql`SELECT x.id FROM ${E} x INDEXED BY ${sql.raw(`conversation_search_entries_${column === "contact_id" ? "contact" : "author"}`)} WHERE x.project_id = ${projectId} AND x.${sql.raw(column)} = k.value${bounds(sql`x.id`)} ORDER BY x.id DESC LIMIT ${window}`,
    );
  switch (driver.by) {
    case "word": {
      const { terms, contacts } = driver.word;
      const ofTerms = each(
        terms,
        sql`SELECT x.entry FROM conversation_search_postings x WHERE x.term = k.value${bounds(sql`x.entry`)} ORDER BY x.entry DESC LIMIT ${window}`,
      );
      return contacts.length === 0 ? ofTerms : sql`${ofTerms} UNION ${ofColumn("contact_id", contacts)}`;
    }
    case "author":
      return ofColumn("author_id", driver.ids);
    case "contact":
      return ofColumn("contact_id", driver.ids);
    case "time":
      return sql`SELECT x.id, x.created_at FROM ${E} x INDEXED BY conversation_search_entries_time WHERE x.project_id = ${projectId}${after === undefined ? sql`` : sql` AND x.created_at >= ${after}`}${
        until === undefined ? sql`` : sql` AND x.created_at < ${until}`
      }${before === undefined ? sql`` : sql` AND (x.created_at, x.id) < (${before.at}, ${before.entry})`} ORDER BY x.created_at DESC, x.id DESC LIMIT ${window}`;
  }
}
const hasAny = (terms: readonly number[]): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_search_postings p WHERE p.entry = e.id AND p.term IN ${idsIn(terms)})`;
const hasWord = ({ terms, contacts }: WordSource): SQL =>
  contacts.length === 0 ? hasAny(terms) : sql`(${hasAny(terms)} OR e.contact_id IN ${idsIn(contacts)})`;

const CANDIDATE = columnList`${columns(
  { e: "conversation_search_entries?", m: "messages?", c: "conversations?", ct: "contacts?" },
  "e.id AS entry, m.id, m.conversation_id, m.revision, m.kind, m.author_role, m.author_id, m.content, m.created_at, c.subject, c.status, c.assignee_id, ct.id AS contact_id, ct.name, ct.email, ct.state",
)}, CASE WHEN m.author_role = 'operator' THEN ${nameOf(sql`m.author_id`)} END ${as.textOrNull("author_name")}, (SELECT json_group_array(f.name) FROM files f WHERE f.message_id = m.id AND f.state = 'attached') ${as.textOrNull("files")}`;

/**
 * The messages of a window that match, newest first. The window is taken from the driver alone; every other word is a look-up for each of
 * its messages. Nothing of an erased contact, or of one being erased, is found. The unary plus has contacts looked up by id: by state there
 * would be two look-ups for each.
 */
export function readFoundMessages(wanted: Wanted): Query<Found> {
  const { projectId, words, without, where, after, until, window, limit } = wanted;
  const order = wanted.driver.by === "time" ? sql`created_at DESC, id DESC` : sql`id DESC`;
  const conditions = sql.join(
    [
      sql`e.project_id = ${projectId}`,
      ...words.map(hasWord),
      ...(without.length === 0 ? [] : [sql`NOT ${hasAny(without)}`]),
      ...(after === undefined ? [] : [sql`e.created_at >= ${after}`]),
      ...(until === undefined ? [] : [sql`e.created_at < ${until}`]),
      where,
    ],
    sql` AND `,
  );
  return query(
    sql`WITH d AS MATERIALIZED (SELECT DISTINCT id, created_at FROM (${entriesOf(wanted)}) ORDER BY ${order} LIMIT ${window})
      SELECT (SELECT count(*) FROM d) ${as.number("looked")}, (SELECT json_array(d.created_at, d.id) FROM d ORDER BY ${sql.raw(wanted.driver.by === "time" ? "d.created_at, d.id" : "d.id")} LIMIT 1) ${as.textOrNull("oldest")}, hit.*
      FROM (SELECT 1) LEFT JOIN (SELECT ${CANDIDATE} FROM d CROSS JOIN ${E} e ON e.id = d.id CROSS JOIN messages m ON m.id = e.message_id AND m.erased_at IS NULL
        CROSS JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id CROSS JOIN contacts ct ON ct.id = c.contact_id AND ct.project_id = c.project_id AND +ct.state IN ('active', 'hidden')
        WHERE ${conditions} ORDER BY ${sql.raw(wanted.driver.by === "time" ? "d.created_at DESC, d.id DESC" : "d.id DESC")} LIMIT ${limit}) hit ON 1`,
    (rows) => foundOf(rows as unknown as readonly FoundRow[]),
  );
}
interface FoundRow {
  readonly looked: number;
  readonly oldest: string | null;
  readonly entry: number | null;
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly contact_id: ContactId;
  readonly revision: number;
  readonly kind: "message" | "note";
  readonly author_role: AuthorRole;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly created_at: number;
  readonly content: string;
  readonly files: string | null;
  readonly subject: string | null;
  readonly status: Status;
  readonly assignee_id: AccountId | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly state: string;
}
function foundOf(rows: readonly FoundRow[]): Found {
  const [first] = rows;
  const oldest = first?.oldest ? (JSON.parse(first.oldest) as [number, number]) : undefined;
  return {
    looked: first?.looked ?? 0,
    oldest: oldest && { at: oldest[0], entry: oldest[1] },
    candidates: rows.flatMap((row): Candidate[] =>
      row.entry === null
        ? []
        : [
            {
              ...{ entry: row.entry, messageId: row.id, conversationId: row.conversation_id, contactId: row.contact_id },
              ...{
                revision: row.revision,
                kind: row.kind,
                authorRole: row.author_role,
                authorId: row.author_id,
                authorName: row.author_name,
              },
              ...{ createdAt: row.created_at, content: row.content, files: row.files === null ? [] : (JSON.parse(row.files) as string[]) },
              ...{ subject: row.subject, status: row.status, assigneeId: row.assignee_id },
              contact: { name: row.name, email: row.email, state: row.state },
            },
          ],
    ),
  };
}
