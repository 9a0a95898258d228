// Statements on the indexes of views: filling a new one, keeping all up to date with the project's events, emptying those that ended.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId, SavedViewIndexId } from "#kernel/ids/index.ts";
import { contactsAtDomain } from "#modules/contacts";
import { factsOf, fieldsOf, isMet, KEYS, matchesOf, OF_CONTACT, type ViewCondition } from "#modules/conversations";
import type { Conditions } from "#modules/conversations/contract";

/** Conversations that are looked at in one page of a filling. */
export const PAGE = 500;
/** Later than every id. */
const END = "~";

/** An index, and what is needed to compare conversations with it. */
export interface LiveIndex {
  readonly id: SavedViewIndexId;
  readonly fields: readonly string[];
}
/** How far the events of a project are entered, and what is still to be. Undefined where the project never had a view. */
export interface Walk {
  readonly sequence: number;
  readonly head: number;
  readonly indexes: readonly LiveIndex[];
  /** Whether conversations changed without an event of their own. */
  readonly changed: boolean;
  /** A contact whose details changed. */
  readonly contact: { readonly id: ContactId; readonly after: string } | undefined;
  /** A domain of addresses whose company changed, and the state of the contacts that are looked at. */
  readonly domain: { readonly name: string; readonly state: "active" | "hidden"; readonly after: string } | undefined;
}
export const readWalk = (projectId: ProjectId): Query<Walk | undefined> =>
  queryOne(
    sql`SELECT ${columns({ w: "saved_view_walks" }, "w.sequence")}, coalesce((SELECT max(e.sequence) FROM conversation_events e WHERE e.project_id = w.project_id), 0) ${as.number("head")},
      (SELECT json_group_array(json_object('id', i.id, 'matches', json(i.matches))) FROM saved_view_indexes i INDEXED BY saved_view_indexes_live WHERE i.project_id = w.project_id AND i.dropped_at IS NULL) ${as.text("indexes")},
      (SELECT json_object('id', t.contact_id, 'after', t.after) FROM saved_view_contacts t WHERE t.project_id = w.project_id LIMIT 1) ${as.textOrNull("contact")},
      (SELECT json_object('name', d.domain, 'state', d.state, 'after', d.after) FROM saved_view_domains d WHERE d.project_id = w.project_id LIMIT 1) ${as.textOrNull("of_domain")},
      EXISTS (SELECT 1 FROM saved_view_changed g WHERE g.project_id = w.project_id) ${as.number("changed")}
      FROM saved_view_walks w WHERE w.project_id = ${projectId}`,
    (row) => ({
      sequence: row.sequence,
      head: row.head,
      indexes: (JSON.parse(row.indexes) as { id: SavedViewIndexId; matches: Parameters<typeof fieldsOf>[0] }[]).map(({ id, matches }) => ({
        id,
        fields: fieldsOf(matches),
      })),
      changed: row.changed !== 0,
      contact: row.contact === null ? undefined : (JSON.parse(row.contact) as Walk["contact"]),
      domain: row.of_domain === null ? undefined : (JSON.parse(row.of_domain) as Walk["domain"]),
    }),
  );
export const isBehind = (walk: Walk | undefined): walk is Walk =>
  walk !== undefined && (walk.head > walk.sequence || walk.changed || walk.contact !== undefined || walk.domain !== undefined);

/** Events that one walk looks at. */
const EVENTS = 100;
/** Conversations of a contact, or changed without an event, that one walk looks at. */
const CONVERSATIONS = 100;
/** Noted contacts that one walk looks at beside the first, and how many conversations they may have to be noted by these instead. */
const [NOTED, FEW] = [100, 3];
/** Contacts at a domain that one walk notes, those without a conversation left out. */
const CONTACTS = 200;

/**
 * Compares the conversations of the next events with all indexes of the project, and notes how far it went. It may be repeated, and run
 * beside another one: what is entered is always what holds at the time.
 */
export function writeWalk(projectId: ProjectId, walk: Walk, conditions: readonly ViewCondition[], now: number): SQL[] {
  const upTo = Math.min(walk.head, walk.sequence + EVENTS);
  const changed = sql`SELECT DISTINCT e.conversation_id AS id FROM conversation_events e WHERE e.project_id = ${projectId} AND e.sequence > ${walk.sequence} AND e.sequence <= ${upTo}`;
  const { contact, domain } = walk;
  return [
    ...(upTo > walk.sequence ? enter(projectId, walk.indexes, changed, conditions) : []),
    // An index made meanwhile has fields that this walk does not know, so it must not be taken for compared with later events: there are none.
    sql`UPDATE saved_view_walks SET sequence = max(sequence, ${upTo}), walked_at = ${now} WHERE project_id = ${projectId}`,
    ...(walk.changed ? ofChanged(projectId, walk.indexes, conditions) : []),
    ...(contact ? [...ofContact(projectId, walk.indexes, contact, conditions), ...ofOtherContacts(projectId)] : []),
    ...(domain ? ofDomain(projectId, domain) : []),
  ];
}
/** Notes a conversation of each of the next contacts at the domain, and the contacts with more than one. */
function ofDomain(projectId: ProjectId, { name, state, after }: NonNullable<Walk["domain"]>): SQL[] {
  const page = contactsAtDomain(projectId, name, { state, after }, CONTACTS);
  const some = (limit: 1 | 2): SQL =>
    sql`SELECT c.id FROM conversations c INDEXED BY conversations_client WHERE c.project_id = ${projectId} AND c.contact_id = t.id ORDER BY c.client_id LIMIT ${limit}`;
  const due = sql`project_id = ${projectId} AND domain = ${name} AND state = ${state} AND after = ${after}`;
  return [
    sql`INSERT INTO saved_view_changed (project_id, conversation_id) SELECT ${projectId}, (${some(1)}) FROM (${page}) t WHERE EXISTS (${some(1)}) ON CONFLICT DO NOTHING`,
    sql`INSERT INTO saved_view_contacts (project_id, contact_id) SELECT ${projectId}, t.id FROM (${page}) t WHERE (SELECT count(*) FROM (${some(2)})) > 1 ON CONFLICT (project_id, contact_id) DO UPDATE SET after = ''`,
    sql`DELETE FROM saved_view_domains WHERE ${due} AND (SELECT count(*) FROM (${page})) < ${CONTACTS}`,
    sql`UPDATE saved_view_domains SET after = (SELECT max(id) FROM (${page})) WHERE ${due}`,
  ];
}
function ofChanged(projectId: ProjectId, indexes: readonly LiveIndex[], conditions: readonly ViewCondition[]): SQL[] {
  const next = sql`SELECT conversation_id AS id FROM saved_view_changed WHERE project_id = ${projectId} ORDER BY conversation_id LIMIT ${CONVERSATIONS}`;
  return [
    ...enter(projectId, indexes, next, conditions),
    sql`DELETE FROM saved_view_changed WHERE project_id = ${projectId} AND conversation_id IN (SELECT id FROM (${next}))`,
  ];
}
function ofContact(
  projectId: ProjectId,
  indexes: readonly LiveIndex[],
  { id, after }: { readonly id: ContactId; readonly after: string },
  conditions: readonly ViewCondition[],
): SQL[] {
  const theirs = sql`SELECT c.id, c.client_id FROM conversations c INDEXED BY conversations_client WHERE c.project_id = ${projectId} AND c.contact_id = ${id} AND c.client_id > ${after} ORDER BY c.client_id LIMIT ${CONVERSATIONS}`;
  const due = sql`project_id = ${projectId} AND contact_id = ${id} AND after = ${after}`;
  return [
    ...enter(projectId, indexes, sql`SELECT id FROM (${theirs})`, conditions),
    sql`DELETE FROM saved_view_contacts WHERE ${due} AND (SELECT count(*) FROM (${theirs})) < ${CONVERSATIONS}`,
    sql`UPDATE saved_view_contacts SET after = (SELECT max(client_id) FROM (${theirs})) WHERE ${due}`,
  ];
}
/**
 * Of the next noted contacts, notes the conversations of those who have few in place of them: an import or a company's domain may note
 * thousands, most of them with one conversation or none.
 */
function ofOtherContacts(projectId: ProjectId): SQL[] {
  const page = sql`SELECT n.contact_id FROM saved_view_contacts n WHERE n.project_id = ${projectId} AND n.after = '' ORDER BY n.contact_id LIMIT ${NOTED}`;
  const theirs = sql`conversations c INDEXED BY conversations_client ON c.project_id = ${projectId} AND c.contact_id = t.contact_id`;
  const few = sql`(SELECT count(*) FROM (SELECT 1 FROM (SELECT 1) CROSS JOIN ${theirs} LIMIT ${FEW + 1})) <= ${FEW}`;
  return [
    sql`INSERT INTO saved_view_changed (project_id, conversation_id) SELECT ${projectId}, c.id FROM (${page}) t CROSS JOIN ${theirs} WHERE ${few} ON CONFLICT DO NOTHING`,
    sql`DELETE FROM saved_view_contacts WHERE project_id = ${projectId} AND after = '' AND contact_id IN (SELECT t.contact_id FROM (${page}) t WHERE ${few})`,
  ];
}
/** Removes conversations from the indexes whose conditions they no longer meet, and enters or moves them in the others. */
function enter(projectId: ProjectId, indexes: readonly LiveIndex[], changed: SQL, conditions: readonly ViewCondition[]): SQL[] {
  if (indexes.length === 0) return [];
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(indexes.map(({ id }) => id))})`;
  const facts = factsOf(
    indexes.flatMap(({ fields }) => fields),
    conditions,
  );
  const looked = sql`WITH looked AS MATERIALIZED (SELECT c.id, ${KEYS}, ${facts} AS facts FROM (${changed}) x CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = x.id),
    met AS MATERIALIZED (SELECT i.id AS index_id, l.* FROM looked l CROSS JOIN saved_view_indexes i ON i.project_id = ${projectId} AND i.id IN (${ids}) AND i.dropped_at IS NULL WHERE ${isMet(sql`i.matches`, sql`l.facts`)})`;
  return [
    sql`${looked} DELETE FROM saved_view_rows WHERE project_id = ${projectId} AND index_id IN (${ids}) AND conversation_id IN (SELECT id FROM looked)
      AND NOT EXISTS (SELECT 1 FROM met WHERE met.index_id = saved_view_rows.index_id AND met.id = saved_view_rows.conversation_id)`,
    sql`${looked} INSERT INTO saved_view_rows (project_id, index_id, conversation_id, by_activity, by_created, by_priority, by_waiting, due_at)
      SELECT ${projectId}, index_id, id, by_activity, by_created, by_priority, by_waiting, due_at FROM met WHERE 1
      ON CONFLICT (project_id, index_id, conversation_id) DO UPDATE SET by_activity = excluded.by_activity, by_created = excluded.by_created, by_priority = excluded.by_priority, by_waiting = excluded.by_waiting, due_at = excluded.due_at
      WHERE by_activity IS NOT excluded.by_activity OR by_priority IS NOT excluded.by_priority OR by_waiting IS NOT excluded.by_waiting OR due_at IS NOT excluded.due_at`,
  ];
}

/**
 * Has the views compare conversations that change in this batch without an event of their own. `ids`: a query of their ids as `id`, bounded.
 * A project without views stores nothing.
 */
export const writeConversationsChanged = (projectId: ProjectId, ids: SQL): SQL => sql`
  INSERT INTO saved_view_changed (project_id, conversation_id)
  SELECT ${projectId}, x.id FROM (SELECT 1 FROM saved_view_walks WHERE project_id = ${projectId}) w CROSS JOIN (${ids}) x
  WHERE 1 ON CONFLICT DO NOTHING`;

/** Takes a conversation that is removed out of all views. */
export const writeLeavesViews = (projectId: ProjectId, conversationId: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM saved_view_rows WHERE project_id = ${projectId} AND index_id IN (SELECT id FROM saved_view_indexes WHERE project_id = ${projectId}) AND conversation_id = ${conversationId} AND ${when}`;

/** A new index, empty, where the view that uses it was stored; and from where on the project's events are entered. */
export const writeIndex = (
  projectId: ProjectId,
  id: SavedViewIndexId,
  conditions: Conditions,
  declared: readonly ViewCondition[],
  now: number,
): SQL[] => {
  const matches = matchesOf(conditions);
  const isUsed = sql`EXISTS (SELECT 1 FROM saved_views WHERE project_id = ${projectId} AND index_id = ${id})`;
  const ofContact = [...OF_CONTACT, ...declared.filter((one) => one.ofContact === true).map(({ name }) => name)];
  const byContact = fieldsOf(matches).some((field) => ofContact.includes(field)) ? 1 : 0;
  return [
    sql`INSERT INTO saved_view_indexes (project_id, id, matches, entered_to) SELECT ${projectId}, ${id}, ${JSON.stringify(matches)}, ${END} WHERE ${isUsed}`,
    sql`INSERT INTO saved_view_walks (project_id, sequence, by_contact, walked_at)
      SELECT ${projectId}, coalesce((SELECT max(e.sequence) FROM conversation_events e WHERE e.project_id = ${projectId}), 0), ${byContact}, ${now} WHERE ${isUsed}
      ON CONFLICT (project_id) DO UPDATE SET by_contact = max(by_contact, excluded.by_contact)`,
  ];
};

/** Enters the next page of the project's conversations, the newest first, as far as it is to be filled. */
export function writeFill(projectId: ProjectId, id: SavedViewIndexId, conditions: Conditions, declared: readonly ViewCondition[]): SQL[] {
  const from = sql`(SELECT i.entered_to FROM saved_view_indexes i WHERE i.project_id = ${projectId} AND i.id = ${id} AND i.dropped_at IS NULL)`;
  const page = sql`SELECT c.id FROM conversations c WHERE c.project_id = ${projectId} AND c.id < ${from} ORDER BY c.id DESC LIMIT ${PAGE}`;
  const matches = matchesOf(conditions);
  return [
    sql`INSERT INTO saved_view_rows (project_id, index_id, conversation_id, by_activity, by_created, by_priority, by_waiting, due_at)
      SELECT ${projectId}, ${id}, id, by_activity, by_created, by_priority, by_waiting, due_at
      FROM (SELECT c.id, ${KEYS}, ${factsOf(fieldsOf(matches), declared)} AS facts FROM (${page}) x CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = x.id)
      WHERE ${isMet(sql`${JSON.stringify(matches)}`, sql`facts`)} ON CONFLICT (project_id, index_id, conversation_id) DO NOTHING`,
    sql`UPDATE saved_view_indexes SET looked_at = looked_at + (SELECT count(*) FROM (${page})), entered_to = (SELECT CASE WHEN count(*) = ${PAGE} THEN min(id) END FROM (${page}))
      WHERE project_id = ${projectId} AND id = ${id} AND entered_to IS NOT NULL AND dropped_at IS NULL`,
  ];
}
/** The conditions of an index that is still to be filled. */
export const readFilling = (projectId: ProjectId, id: SavedViewIndexId): Query<Conditions | undefined> =>
  queryOne(
    sql`SELECT ${columns({ w: "saved_views" }, "w.conditions")} FROM saved_views w CROSS JOIN saved_view_indexes i ON i.project_id = w.project_id AND i.id = w.index_id
      WHERE w.project_id = ${projectId} AND w.index_id = ${id} AND i.entered_to IS NOT NULL AND i.dropped_at IS NULL`,
    (row) => JSON.parse(row.conditions) as Conditions,
  );
/** Condition: the index is still to be filled. */
export const isFilling = (projectId: ProjectId, id: SavedViewIndexId): SQL =>
  sql`EXISTS (SELECT 1 FROM saved_view_indexes WHERE project_id = ${projectId} AND id = ${id} AND entered_to IS NOT NULL AND dropped_at IS NULL)`;

/** Ends an index that no view uses. */
export const writeDropped = (projectId: ProjectId, id: SavedViewIndexId, now: number): SQL =>
  sql`UPDATE saved_view_indexes SET dropped_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND dropped_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM saved_views WHERE project_id = ${projectId} AND index_id = ${id})`;
export const readDropped = (limit: number): Query<{ projectId: ProjectId; id: SavedViewIndexId }[]> =>
  query(
    sql`SELECT ${columns("saved_view_indexes", "project_id, id")} FROM saved_view_indexes WHERE dropped_at IS NOT NULL LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, id: row.id as SavedViewIndexId })),
  );
/** Empties an ended index by a number of rows, and removes it with the last. */
export const writeEmptied = (projectId: ProjectId, id: SavedViewIndexId, rows: number): SQL[] => [
  sql`DELETE FROM saved_view_rows WHERE project_id = ${projectId} AND index_id = ${id} AND conversation_id IN (SELECT conversation_id FROM saved_view_rows WHERE project_id = ${projectId} AND index_id = ${id} LIMIT ${rows})`,
  sql`DELETE FROM saved_view_indexes WHERE project_id = ${projectId} AND id = ${id} AND dropped_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM saved_view_rows WHERE project_id = ${projectId} AND index_id = ${id})`,
  // A project without views has nothing to keep up to date.
  sql`DELETE FROM saved_view_walks WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM saved_view_indexes WHERE project_id = ${projectId} AND dropped_at IS NULL)`,
  sql`DELETE FROM saved_view_changed WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = ${projectId})`,
  sql`DELETE FROM saved_view_contacts WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = ${projectId})`,
  sql`DELETE FROM saved_view_domains WHERE project_id = ${projectId} AND NOT EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = ${projectId})`,
];
/** Projects with views that nobody has brought up to date for a while. */
export const readDueWalks = (before: number, limit: number): Query<ProjectId[]> =>
  query(
    sql`SELECT ${columns("saved_view_walks", "project_id")} FROM saved_view_walks WHERE walked_at < ${before} ORDER BY walked_at LIMIT ${limit}`,
    (rows) => rows.map((row) => row.project_id),
  );
