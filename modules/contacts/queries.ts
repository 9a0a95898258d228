// Statements on contacts and their browser sessions.
import { days, iso, isoOrNull, minutes } from "#kernel/clock/index.ts";
import { as, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId, VisitorSessionId } from "#kernel/ids/index.ts";
import type { AddressKind, Contact, ContactSort, ContactState, Visit } from "./contract.ts";
import { nameWords, type Sought, soughtIn, termOf } from "./words.ts";

const COLUMNS = columns(
  "contacts",
  "id, name, email, email_verified, identifier, metadata, attributes, state, created_at, last_seen_at, last_page, visit",
);
function contact(row: RowIn<typeof COLUMNS>): Contact {
  const lastPage = row.last_page;
  return {
    ...(row.attributes === "{}" ? {} : { attributes: parseJson<Record<string, string>>(row.attributes) }),
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified !== 0,
    identifier: row.identifier,
    metadata: parseJson<Contact["metadata"]>(row.metadata),
    state: row.state,
    createdAt: iso(row.created_at),
    lastSeenAt: isoOrNull(row.last_seen_at),
    lastPage: lastPage === null ? null : (JSON.parse(lastPage) as { url: string; title: string }),
    ...(row.visit === null ? {} : { visit: JSON.parse(row.visit) as Visit }),
  };
}

/** Reads a contact by its id, or by an expression of the id, which saves a round trip. */
export const readContact = (projectId: ProjectId, id: ContactId | SQL): Query<Contact | undefined> =>
  queryOne(sql`SELECT ${COLUMNS}, ${PAGES} FROM contacts WHERE project_id = ${projectId} AND id = ${id}`, (row) => ({
    ...contact(row),
    ...(row.visit_pages === null
      ? {}
      : { pages: (JSON.parse(row.visit_pages) as StoredPage[]).map((page) => ({ ...page, at: iso(page.at) })) }),
  }));
/** Expression: the contact that this one was merged into, or itself. */
export const keptId = (projectId: ProjectId, id: ContactId | SQL): SQL =>
  sql`coalesce((SELECT merged_into FROM contacts WHERE project_id = ${projectId} AND id = ${id}), ${id})`;
/** Reads a contact by its id; one that was merged into another is answered as that one. */
export const readContactOrKept = (projectId: ProjectId, id: ContactId | SQL): Query<Contact | undefined> =>
  readContact(projectId, keptId(projectId, id));
/** The id that stays for this one: its own unless it was merged. */
export const readKeptId = (projectId: ProjectId, id: ContactId): Query<ContactId> =>
  query(sql`SELECT ${keptId(projectId, id)} ${as.of<{ kept: ContactId }>("kept")}`, ([row]) => row?.kept ?? id);
/** Expression of the contact that `from` is merged into; NULL for none. */
export const mergedInto = (projectId: ProjectId, from: ContactId): SQL =>
  sql`(SELECT merged_into FROM contacts WHERE project_id = ${projectId} AND id = ${from})`;
/** Condition: data of `from` may be moved. It was merged, and nobody has erased it or the contact that stays. */
export const mergedFrom = (projectId: ProjectId, from: ContactId): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts f JOIN contacts i ON i.project_id = f.project_id AND i.id = f.merged_into WHERE f.project_id = ${projectId} AND f.id = ${from} AND f.state <> 'erasing' AND i.state IN ('active', 'hidden'))`;
/** The contacts that were merged into this one. */
export const readAliases = (projectId: ProjectId, id: ContactId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns("contacts", "id")} FROM contacts INDEXED BY contacts_merged WHERE project_id = ${projectId} AND merged_into = ${id} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
const PAGES = columns("contacts", "visit_pages");
interface StoredPage {
  readonly url: string;
  readonly title: string;
  readonly at: number;
}
// --- lists ---------------------------------------------------------------------
// The expressions of the indexes of migration 0250. SQLite uses such an index only for the same text.
const SEEN = sql`coalesce(last_seen_at, 0)`;
const NAME = sql`substr(coalesce(name_words, lower(email), char(1114111)), 1, 40)`;
const ADDRESS = sql`iif(email IS NULL, 'none', iif(email_verified = 1, 'proved', 'unproved'))`;
const LANGUAGE = sql`lower(substr(visit ->> '$.language', 1, 2))`;
/** A range of the contacts of a project. */
export interface Range {
  readonly projectId: ProjectId;
  readonly state: "active" | "hidden";
  readonly sort: ContactSort;
  readonly address?: AddressKind | undefined;
  readonly language?: string | undefined;
  /** The contacts with this value of an attribute, without regard to the case of plain letters. */
  readonly attribute?: { readonly key: string; readonly value: string } | undefined;
  readonly seenAfter?: number | undefined;
  readonly seenBefore?: number | undefined;
  /** The last contact of the page before, and its key in the order. */
  readonly after?: { readonly key: string | number; readonly id: string } | undefined;
}
/** A page of contacts, each with its key in the order. Reads as many rows of the index as it returns. */
export function readContactRange(range: Range, limit: number): Query<{ contact: Contact; key: string | number }[]> {
  const { sort, after, attribute } = range;
  if (attribute) return readWithValue(range, attribute, limit);
  const key = sort === "seen" ? SEEN : sort === "name" ? NAME : sql`0`;
  const direction = sort === "name" ? sql`ASC` : sql`DESC`;
  const ahead = sort === "name" ? sql`>` : sql`<`;
  const conditions = [
    sql`project_id = ${range.projectId} AND state = ${range.state}`,
    ...(range.address === undefined ? [] : [sql`${ADDRESS} = ${range.address}`]),
    ...(range.language === undefined ? [] : [sql`visit IS NOT NULL AND ${LANGUAGE} = ${range.language}`]),
    // Who was never seen has no time to compare.
    ...(range.seenAfter === undefined ? [] : [sql`${SEEN} >= ${range.seenAfter}`]),
    ...(range.seenBefore === undefined ? [] : [sql`${SEEN} > 0 AND ${SEEN} < ${range.seenBefore}`]),
  ];
  const by = sort === "created" ? sql`` : sql`_${sql.raw(sort)}`;
  const index =
    range.language !== undefined
      ? sql`contacts_language`
      : range.address !== undefined
        ? sql`contacts_address${by}`
        : sort === "created"
          ? sql`contacts_list`
          : sql`contacts${by}`;
  const part = (more: SQL): SQL =>
    sql`SELECT ${COLUMNS}, ${key} AS place FROM contacts INDEXED BY ${index}
      WHERE ${sql.join([...conditions, more], sql` AND `)} ORDER BY ${sort === "created" ? sql`` : sql`${key} ${direction}, `}id ${direction} LIMIT ${limit}`;
  // SQLite takes no range of an index of expressions from a comparison of row values, so these are two: the rest of the same key, and beyond.
  const from =
    after === undefined
      ? part(sql`1`)
      : sort === "created"
        ? part(sql`id < ${after.id}`)
        : sql`SELECT * FROM (${part(sql`${key} = ${after.key} AND id ${ahead} ${after.id}`)}) UNION ALL SELECT * FROM (${part(sql`${key} ${ahead} ${after.key}`)})`;
  return query(sql`SELECT ${COLUMNS}, place ${as.of<{ place: string | number }>("place")} FROM (${from}) LIMIT ${limit}`, (rows) =>
    rows.map((row) => ({ contact: contact(row), key: row.place })),
  );
}
const readWithValue = (
  { projectId, state, after }: Range,
  { key, value }: { readonly key: string; readonly value: string },
  limit: number,
) =>
  query(
    sql`SELECT ${columns({ c: "contacts" }, "c.id, c.name, c.email, c.email_verified, c.identifier, c.metadata, c.attributes, c.state, c.created_at, c.last_seen_at, c.last_page, c.visit")}
      FROM (SELECT contact_id FROM contact_attribute_values WHERE project_id = ${projectId} AND state = ${state} AND key = ${key} AND value = substr(lower(${value}), 1, 100)${after === undefined ? sql`` : sql` AND contact_id < ${after.id}`} ORDER BY contact_id DESC LIMIT ${limit}) f
      CROSS JOIN contacts c ON c.id = f.contact_id WHERE c.project_id = ${projectId}`,
    (rows) => rows.map((row) => ({ contact: contact(row), key: 0 as string | number })),
  );
/** Those of the ids that are contacts of the project, newest first. */
export const readContactsAmong = (projectId: ProjectId, ids: readonly ContactId[]): Query<Contact[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM contacts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND project_id = ${projectId} ORDER BY id DESC`,
    (rows) => rows.map(contact),
  );
/** Sets values of attributes, and removes those that are null. The caller has checked keys and values. */
export const writeAttributes = (
  projectId: ProjectId,
  id: ContactId | SQL,
  values: Readonly<Record<string, string | null>>,
  when: SQL,
): SQL => sql`
  UPDATE contacts SET attributes = json_patch(attributes, ${JSON.stringify(values)}) WHERE project_id = ${projectId} AND id = ${id} AND state IN ('active', 'hidden') AND ${when}`;

/** The words of a contact, each after a space: the text whose words' beginnings migration 0166 stores. */
const WORDS = sql.raw(
  ["@", ".", "-", "_", "+", "''", ",", "(", ")", "&", "/", '"', ":", ";"].reduce(
    (text, mark) => `replace(${text}, '${mark}', ' ')`,
    "' ' || lower(coalesce(c.email, '') || ' ' || coalesce(c.name_words, c.name, ''))",
  ),
);
const matches = ({ words, pieces }: Sought): SQL =>
  sql.join(
    [
      sql`1`,
      ...words.map((word) => sql`instr(${WORDS}, ${` ${word}`}) > 0`),
      ...pieces.map((piece) => sql`instr(lower(coalesce(c.email, '') || ' ' || coalesce(c.name, '')), ${piece}) > 0`),
    ],
    sql` AND `,
  );
export interface ContactList {
  readonly projectId: ProjectId;
  readonly state: "active" | "hidden";
  /** Contacts before this id. */
  readonly before: string | undefined;
}
/** The newest contacts with a term. */
const withTerm = ({ projectId, state, before }: ContactList, term: string, limit: number): SQL =>
  sql`SELECT contact_id FROM contact_terms WHERE project_id = ${projectId} AND state = ${state} AND term = ${term}${before === undefined ? sql`` : sql` AND contact_id < ${before}`} ORDER BY contact_id DESC LIMIT ${limit}`;
/**
 * Of the newest `scan` contacts with the term, those that match, newest first. The inner SELECT orders them: with an ORDER BY of its own,
 * the outer one would read all of them before it returns any.
 */
export const readFound = (list: ContactList, term: string, sought: Sought, scan: number, limit: number): Query<Contact[]> =>
  query(
    sql`SELECT ${columns({ c: "contacts" }, "c.id, c.name, c.email, c.email_verified, c.identifier, c.metadata, c.attributes, c.state, c.created_at, c.last_seen_at, c.last_page, c.visit")}
      FROM (${withTerm(list, term, scan)}) t CROSS JOIN contacts c ON c.id = t.contact_id
      WHERE c.project_id = ${list.projectId} AND ${matches(sought)} LIMIT ${limit}`,
    (rows) => rows.map(contact),
  );
/** Contacts with a term that `contactsNamed` looks at, in each state. */
const NAMED = 100;
/** The newest contacts, hidden ones too, with every word of a text as the beginning of one of their name or address. */
export const contactsNamed = (projectId: ProjectId, text: string, limit: number): Query<ContactId[]> => {
  const sought = soughtIn(text);
  const [longest = ""] = sought.words.toSorted((a, b) => b.length - a.length);
  const of = (state: "active" | "hidden"): SQL =>
    sql`SELECT contact_id FROM (${withTerm({ projectId, state, before: undefined }, termOf(longest), NAMED)})`;
  return query(
    sql`SELECT ${columns({ c: "contacts" }, "c.id")} FROM (${of("active")} UNION ALL ${of("hidden")}) t CROSS JOIN contacts c ON c.id = t.contact_id
      WHERE c.project_id = ${projectId} AND ${sought.words.length === 0 ? sql`0` : matches(sought)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
};
/** How many contacts have the term, up to `most`, and the last of these. */
export const readExtent = (list: ContactList, term: string, most: number): Query<{ count: number; last: string | null } | undefined> =>
  queryOne(
    sql`SELECT count(*) ${as.number("n")}, min(contact_id) ${as.textOrNull("last")} FROM (${withTerm(list, term, most)})`,
    (row) => ({ count: row.n, last: row.last }),
  );
/** Contacts whose identifier begins with the text. */
export const readByIdentifier = ({ projectId, state }: ContactList, q: string, limit: number): Query<Contact[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM (SELECT id AS found FROM contacts WHERE project_id = ${projectId} AND identifier IS NOT NULL AND identifier >= ${q} AND identifier < ${`${q}\u{10ffff}`} LIMIT ${limit}) CROSS JOIN contacts ON id = found WHERE state = ${state}`,
    (rows) => rows.map(contact),
  );

/** Contacts whose name is not folded yet, newest first. */
export const readUnfolded = (limit: number): Query<{ id: ContactId; name: string | null }[]> =>
  query(
    sql`SELECT ${columns("contacts", "id, name")} FROM contacts INDEXED BY contacts_words_due WHERE words_made = 0 AND (name IS NOT NULL OR email IS NOT NULL) ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(({ id, name }) => ({ id, name })),
  );
/** Stores the words of these contacts, unless their name has changed meanwhile. */
export const writeFolded = (contacts: readonly { id: ContactId; name: string | null }[]): SQL => {
  const found = JSON.stringify(contacts.map(({ id, name }) => ({ id, name, words: nameWords(name) })));
  return sql`UPDATE contacts SET name_words = found.value ->> 'words', words_made = 1 FROM json_each(${found}) AS found
    WHERE contacts.id = found.value ->> 'id' AND contacts.name IS found.value ->> 'name'`;
};
/** Sets a name with its words. */
const named = (name: string | null): SQL => sql`name = ${name}, name_words = ${nameWords(name)}, words_made = 1`;
export const writeContact = (
  projectId: ProjectId,
  id: ContactId,
  change: { name?: string | null | undefined; email?: string | null | undefined },
): SQL => sql`
  UPDATE contacts SET ${change.name === undefined ? sql`` : sql`${named(change.name)}, `}email = ${change.email === undefined ? sql`email` : change.email}${change.email === undefined ? sql`` : sql`, email_verified = CASE WHEN email IS ${change.email} THEN email_verified ELSE 0 END`}
  WHERE project_id = ${projectId} AND id = ${id} AND state IN ('active', 'hidden')`;
export const writeState = (projectId: ProjectId, id: ContactId, from: ContactState, to: ContactState): SQL =>
  sql`UPDATE contacts SET state = ${to} WHERE project_id = ${projectId} AND id = ${id} AND state = ${from}`;

/** Holds while the contact may write. */
export const isActive = (projectId: ProjectId, id: ContactId | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND state = 'active')`;

/** Holds while the contact of the expression is blocked. */
export const isHidden = (projectId: ProjectId, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND state = 'hidden')`;
/** Holds while the contact may write and has a verified address: the given one, or any if none is given. */
export const hasVerifiedAddress = (projectId: ProjectId, id: ContactId | SQL, email?: string): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND state = 'active' AND email_verified = 1${email === undefined ? sql`` : sql` AND email = ${email}`})`;
/**
 * Holds while the contact may write and it is known who it is: its address was proved, or the website signed its identity. Nobody else
 * can write as such a contact in a browser.
 */
export const isProved = (projectId: ProjectId, id: ContactId | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND state = 'active' AND (email_verified = 1 OR identifier IS NOT NULL))`;
/** SQL of the id while its contact is neither erased nor being erased; else null. */
export const contactStillThere = (projectId: ProjectId, id: SQL): SQL =>
  sql`(SELECT id FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND state IN ('active', 'hidden'))`;
/** Holds unless the contact of the expression was erased, or is being erased. */
export const notErased = (projectId: ProjectId | SQL, contactId: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM contacts WHERE id = ${contactId} AND project_id = ${projectId} AND state IN ('erasing', 'erased'))`;
export const contactExists = (projectId: ProjectId, id: ContactId): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND id = ${id})`;

/** For a list of another module: join on its expressions, then these columns, then this parser. */
export const joinContact = (projectId: SQL, contactId: SQL): SQL =>
  sql`JOIN contacts ct ON ct.id = ${contactId} AND ct.project_id = ${projectId}`;
export const BRIEF_COLUMNS = columns(
  { ct: "contacts" },
  "ct.id AS ct_id, ct.name AS ct_name, ct.email AS ct_email, ct.email_verified AS ct_verified, ct.state AS ct_state",
);
export interface ContactBrief {
  readonly id: ContactId;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly state: ContactState;
}
export const parseBrief = (row: RowIn<typeof BRIEF_COLUMNS>): ContactBrief => ({
  id: row.ct_id,
  name: row.ct_name,
  email: row.ct_email,
  emailVerified: row.ct_verified !== 0,
  state: row.ct_state,
});

// --- writes of visitors --------------------------------------------------------
export const writeAnonymous = (c: { id: ContactId; projectId: ProjectId; now: number }, when: SQL): SQL => sql`
  INSERT INTO contacts (id, project_id, words_made, created_at, last_seen_at) SELECT ${c.id}, ${c.projectId}, 1, ${c.now}, ${c.now} WHERE ${when}`;
export interface Identity {
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Record<string, string | number | boolean | null>;
}
/** Finds or creates the contact of a signed identity by its identifier; signed values replace known ones. */
export const writeVerified = (c: { id: ContactId; projectId: ProjectId; now: number; identity: Identity }, when: SQL): SQL => sql`
  INSERT INTO contacts (id, project_id, identifier, name, name_words, words_made, email, email_verified, metadata, created_at, last_seen_at)
  SELECT ${c.id}, ${c.projectId}, ${c.identity.identifier}, ${c.identity.name}, ${nameWords(c.identity.name)}, 1, ${c.identity.email}, ${c.identity.email === null ? 0 : 1}, ${JSON.stringify(c.identity.metadata)}, ${c.now}, ${c.now} WHERE ${when}
  ON CONFLICT (project_id, identifier) WHERE identifier IS NOT NULL DO UPDATE SET
    ${c.identity.name === null ? sql`` : sql`${named(c.identity.name)}, `}email = coalesce(excluded.email, email), email_verified = CASE WHEN excluded.email IS NULL THEN email_verified ELSE 1 END,
    metadata = json_patch(metadata, excluded.metadata), last_seen_at = excluded.last_seen_at
  WHERE contacts.state = 'active'`;
/** An unsigned claim never replaces what was verified. */
export const writeClaim = (
  projectId: ProjectId,
  id: ContactId,
  claim: { name?: string | undefined; email?: string | undefined },
  when: SQL = sql`1`,
): SQL => sql`
  UPDATE contacts SET ${claim.name === undefined ? sql`` : sql`${named(claim.name)}, `}email = CASE WHEN email_verified = 1 THEN email ELSE coalesce(${claim.email ?? null}, email) END
  WHERE project_id = ${projectId} AND id = ${id} AND state = 'active' AND identifier IS NULL AND ${when}`;
export const writeMetadata = (projectId: ProjectId, id: ContactId, metadata: Record<string, unknown>): SQL => sql`
  UPDATE contacts SET metadata = json_patch(metadata, ${JSON.stringify(metadata)}) WHERE project_id = ${projectId} AND id = ${id} AND state = 'active' AND (SELECT count(*) FROM json_each(json_patch(metadata, ${JSON.stringify(metadata)}))) <= 50`;
/** Pages of a visit that are kept, the latest ones. */
const VISIT_PAGES = 20;
/** After a pause of this length a page begins a new visit. */
const VISIT_PAUSE = minutes(30);
/** The page joins those of the visit, unless it is the same as the last one. */
export const writePageSeen = (projectId: ProjectId, id: ContactId, page: { url: string; title: string }, now: number): SQL => sql`
  UPDATE contacts SET visit_pages = CASE
      WHEN visit_pages IS NULL OR coalesce(last_seen_at, 0) < ${now - VISIT_PAUSE} THEN json_array(json(${JSON.stringify({ ...page, at: now })}))
      WHEN visit_pages ->> '$[#-1].url' = ${page.url} THEN visit_pages
      WHEN json_array_length(visit_pages) >= ${VISIT_PAGES} THEN json_insert(json_remove(visit_pages, '$[0]'), '$[#]', json(${JSON.stringify({ ...page, at: now })}))
      ELSE json_insert(visit_pages, '$[#]', json(${JSON.stringify({ ...page, at: now })})) END,
    last_page = ${JSON.stringify(page)}, last_seen_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND state = 'active'`;
/** Adds to what is known of the visit; null removes what was known. */
export const writeVisit = (projectId: ProjectId, id: ContactId, known: { readonly [K in keyof Visit]: Visit[K] | null }): SQL => sql`
  UPDATE contacts SET visit = json_patch(coalesce(visit, '{}'), ${JSON.stringify(known)}) WHERE project_id = ${projectId} AND id = ${id} AND state = 'active'`;

// --- contacts from mail ----------------------------------------------------------
/** SQL of the contact that verified the address: the oldest one, hidden ones included, so that blocking also blocks mail. */
export const contactIdOfVerifiedAddress = (projectId: ProjectId, email: string | SQL): SQL =>
  sql`(SELECT id FROM contacts WHERE project_id = ${projectId} AND email = ${email} AND email_verified = 1 AND state IN ('active', 'hidden') ORDER BY id LIMIT 1)`;
/** Time zones that the contacts' browsers named, by contact. */
export const readContactZones = (projectId: ProjectId, ids: readonly ContactId[]): Query<ReadonlyMap<string, string>> =>
  query(
    sql`SELECT ${columns("contacts", "id")}, visit ->> '$.timeZone' ${as.textOrNull("zone")} FROM contacts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND project_id = ${projectId}`,
    (rows) => new Map(rows.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone] as const]))),
  );
/** The state of a contact; null for none. */
export const readContactState = (projectId: ProjectId, id: ContactId | null): Query<ContactState | null> =>
  query(
    sql`SELECT ${columns("contacts", "state")} FROM contacts WHERE id = ${id} AND project_id = ${projectId}`,
    ([row]) => (row?.state as ContactState | undefined) ?? null,
  );
/** Expression: the address that the contact has verified or claims; NULL for none. */
export const addressOfContact = (projectId: ProjectId | SQL, id: ContactId | SQL): SQL =>
  sql`(SELECT email FROM contacts WHERE project_id = ${projectId} AND id = ${id})`;
/** Expression: the address that the contact has verified; NULL for none. */
export const verifiedAddressOf = (projectId: ProjectId, id: ContactId): SQL =>
  sql`(SELECT email FROM contacts WHERE project_id = ${projectId} AND id = ${id} AND email_verified = 1)`;
/** Holds when a contact that may write has verified the address. */
export const isVerifiedContactAddress = (projectId: ProjectId, email: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE project_id = ${projectId} AND email = ${email} AND email_verified = 1 AND state = 'active')`;
/** Creates a contact known only from a mail. */
export const writeFromMail = (
  c: { id: ContactId; projectId: ProjectId; name: string | null; email: string | null; verified: boolean; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO contacts (id, project_id, name, name_words, words_made, email, email_verified, created_at) SELECT ${c.id}, ${c.projectId}, ${c.name}, ${nameWords(c.name)}, 1, ${c.email}, ${c.verified ? 1 : 0}, ${c.now} WHERE ${when}`;
/**
 * Removes a contact that an import made and that has never been here itself. `unused`: condition that nothing of the modules above belongs to
 * it.
 */
export const writeRemoveUnused = (projectId: ProjectId, id: ContactId, unused: SQL): SQL => sql`
  DELETE FROM contacts WHERE id = ${id} AND project_id = ${projectId} AND state = 'active' AND identifier IS NULL AND last_seen_at IS NULL AND merged_into IS NULL AND ${unused}
    AND NOT EXISTS (SELECT 1 FROM visitor_sessions WHERE project_id = ${projectId} AND contact_id = ${id}) AND NOT EXISTS (SELECT 1 FROM contacts m WHERE m.project_id = ${projectId} AND m.merged_into = ${id})`;
/** Marks the contact's own address as verified. */
export const writeAddressMarkedVerified = (projectId: ProjectId, id: ContactId, email: string, when: SQL): SQL => sql`
  UPDATE contacts SET email_verified = 1 WHERE project_id = ${projectId} AND id = ${id} AND email = ${email} AND email_verified = 0 AND state = 'active' AND ${when}`;

/**
 * Holds when somebody reads as this contact in a browser, not only through the mailbox. Such a visitor may have claimed anybody's
 * address.
 */
export const comesByWidget = (projectId: ProjectId, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts k WHERE k.id = ${id} AND k.project_id = ${projectId} AND (k.identifier IS NOT NULL OR EXISTS (SELECT 1 FROM visitor_sessions s WHERE s.project_id = k.project_id AND s.contact_id = k.id)))`;

/** Holds when the contact may write and has an address, verified or not. */
export const hasAddress = (projectId: ProjectId, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE id = ${id} AND project_id = ${projectId} AND state = 'active' AND email IS NOT NULL)`;
/** Holds while the contact may write and has no verified address. */
export const hasNoVerifiedAddress = (projectId: ProjectId, id: ContactId): SQL =>
  sql`EXISTS (SELECT 1 FROM contacts WHERE id = ${id} AND project_id = ${projectId} AND state = 'active' AND email_verified = 0)`;
/** Stores the address that the contact has just verified; one that was verified before stays. */
export const writeVerifiedAddress = (projectId: ProjectId, id: ContactId, email: SQL, when: SQL): SQL => sql`
  UPDATE contacts SET email = ${email}, email_verified = 1 WHERE project_id = ${projectId} AND id = ${id} AND email_verified = 0 AND state = 'active' AND ${when}`;

/** A visitor's session ends 30 days after its last use. */
export const VISITOR_TTL = days(30);
export interface VisitorSession {
  readonly id: VisitorSessionId;
  readonly contactId: ContactId;
  readonly contactState: ContactState;
  readonly verified: boolean;
  readonly lastUsedAt: number;
}
export const readVisitorSession = (
  projectId: ProjectId,
  contactId: ContactId,
  tokenHash: string,
  now: number,
): Query<VisitorSession | undefined> =>
  queryOne(
    sql`SELECT ${columns({ s: "visitor_sessions", c: "contacts" }, "s.id, s.verified, s.last_used_at, c.state, c.id AS contact_id")} FROM visitor_sessions s JOIN contacts c ON c.id = s.contact_id AND c.project_id = s.project_id WHERE s.token_hash = ${tokenHash} AND s.project_id = ${projectId} AND s.contact_id = ${contactId} AND s.expires_at > ${now}`,
    (row) => ({
      id: row.id,
      contactId: row.contact_id,
      contactState: row.state,
      verified: row.verified !== 0,
      lastUsedAt: row.last_used_at,
    }),
  );
export interface NewVisitorSession {
  readonly id: VisitorSessionId;
  readonly projectId: ProjectId;
  /** An expression, because a verified contact is found in the same batch. */
  readonly contactId: SQL;
  readonly tokenHash: string;
  readonly clientId: string;
  readonly verified: boolean;
  readonly now: number;
}
export const writeVisitorSession = (s: NewVisitorSession, when: SQL): SQL => sql`
  INSERT INTO visitor_sessions (id, project_id, contact_id, token_hash, client_id, verified, created_at, last_used_at, expires_at)
  SELECT ${s.id}, ${s.projectId}, ${s.contactId}, ${s.tokenHash}, ${s.clientId}, ${s.verified ? 1 : 0}, ${s.now}, ${s.now}, ${s.now + VISITOR_TTL} WHERE ${when} AND ${s.contactId} IS NOT NULL`;
export const identifiedContact = (projectId: ProjectId, identifier: string): SQL =>
  sql`(SELECT id FROM contacts WHERE project_id = ${projectId} AND identifier = ${identifier} AND state = 'active')`;
export const visitorSessionExists = (id: VisitorSessionId): SQL => sql`EXISTS (SELECT 1 FROM visitor_sessions WHERE id = ${id})`;
/** Holds while no call with this clientId has started a session. */
export const isNewSession = (projectId: ProjectId, clientId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM visitor_sessions WHERE project_id = ${projectId} AND client_id = ${clientId})`;
export interface Started {
  readonly contactId: ContactId;
  readonly identifier: string | null;
  readonly createdAt: number;
}
/** The contact and session that an earlier call with this clientId started. */
export const readStarted = (projectId: ProjectId, clientId: string): Query<Started | undefined> =>
  queryOne(
    sql`SELECT ${columns({ s: "visitor_sessions", c: "contacts" }, "s.contact_id, s.created_at, c.identifier")} FROM visitor_sessions s JOIN contacts c ON c.id = s.contact_id WHERE s.project_id = ${projectId} AND s.client_id = ${clientId} AND c.state = 'active'`,
    (row) => ({
      contactId: row.contact_id,
      identifier: row.identifier,
      createdAt: row.created_at,
    }),
  );
export const writeVisitorToken = (projectId: ProjectId, clientId: string, tokenHash: string, now: number): SQL =>
  sql`UPDATE visitor_sessions SET token_hash = ${tokenHash}, last_used_at = ${now}, expires_at = ${now + VISITOR_TTL} WHERE project_id = ${projectId} AND client_id = ${clientId}`;
export const writeVisitorTouch = (id: VisitorSessionId, now: number): SQL =>
  sql`UPDATE visitor_sessions SET last_used_at = ${now}, expires_at = ${now + VISITOR_TTL} WHERE id = ${id}`;
export const writeEndVisitorSession = (projectId: ProjectId, id: VisitorSessionId): SQL =>
  sql`DELETE FROM visitor_sessions WHERE project_id = ${projectId} AND id = ${id}`;
export const writeEndAllVisitorSessions = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM visitor_sessions WHERE project_id = ${projectId} AND ${when}`;
export const writeDeleteExpiredVisitorSessions = (now: number): SQL =>
  sql`DELETE FROM visitor_sessions WHERE id IN (SELECT id FROM visitor_sessions WHERE expires_at < ${now} LIMIT 200)`;
/** Holds while the token belongs to a valid session of a contact who may write: `readVisitorSession` as a condition. */
export const tokenHolds = (projectId: ProjectId, contactId: ContactId, tokenHash: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM visitor_sessions s JOIN contacts c ON c.id = s.contact_id AND c.project_id = s.project_id WHERE s.token_hash = ${tokenHash} AND s.project_id = ${projectId} AND s.contact_id = ${contactId} AND s.expires_at > ${now} AND c.state = 'active')`;
/** Holds while the session exists and its contact may write. Checked again when a socket opens. */
export const visitorHolds = (projectId: ProjectId, contactId: ContactId, sessionId: string | SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM visitor_sessions s JOIN contacts c ON c.id = s.contact_id AND c.project_id = s.project_id WHERE s.id = ${sessionId} AND s.project_id = ${projectId} AND s.contact_id = ${contactId} AND s.expires_at > ${now} AND c.state = 'active')`;

// --- erasure ---------------------------------------------------------------------
/** Expression: how many facts are known about a contact, for the tombstone. */
export const factCount = (projectId: ProjectId, id: ContactId): SQL =>
  sql`(SELECT (name IS NOT NULL) + (email IS NOT NULL) + (identifier IS NOT NULL) + (last_page IS NOT NULL) + (SELECT count(*) FROM json_each(visit)) + (SELECT count(*) FROM json_each(metadata)) + (SELECT count(*) FROM json_each(attributes)) FROM contacts WHERE project_id = ${projectId} AND id = ${id})`;
/** Blocks the contact and clears all data that identifies the person. */
export const writeClearIdentity = (projectId: ProjectId, id: ContactId): SQL => sql`
  UPDATE contacts SET state = CASE WHEN state = 'erased' THEN state ELSE 'erasing' END, name = NULL, name_words = NULL, words_made = 1, email = NULL, email_verified = 0, identifier = NULL, metadata = '{}', attributes = '{}', last_seen_at = NULL, last_page = NULL, visit = NULL, visit_pages = NULL
  WHERE project_id = ${projectId} AND id = ${id} AND (state NOT IN ('erasing', 'erased') OR name IS NOT NULL OR name_words IS NOT NULL OR email IS NOT NULL OR identifier IS NOT NULL OR metadata <> '{}' OR attributes <> '{}' OR visit_pages IS NOT NULL OR last_seen_at IS NOT NULL OR last_page IS NOT NULL OR visit IS NOT NULL)`;
export const writeEndVisitorSessionsOf = (projectId: ProjectId, id: ContactId, when: SQL = sql`1`): SQL =>
  sql`DELETE FROM visitor_sessions WHERE project_id = ${projectId} AND contact_id = ${id} AND ${when}`;
export const writeErased = (projectId: ProjectId, id: ContactId): SQL => writeState(projectId, id, "erasing", "erased");
/** The only key of the contact step: the contact itself, cleared in one page. */
export const readContactId = (projectId: ProjectId, id: ContactId, limit: number): Query<ContactId[]> =>
  query(sql`SELECT ${columns("contacts", "id")} FROM contacts WHERE project_id = ${projectId} AND id = ${id} LIMIT ${limit}`, (rows) =>
    rows.map((row) => row.id),
  );
