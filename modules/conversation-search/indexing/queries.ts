// Statements that keep the index: which projects wait, the texts that come next, and what is stored of them.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { MessageId, ProjectId } from "#kernel/ids/index.ts";

/** The state of a project's index. */
export interface IndexState {
  readonly number: number;
  readonly indexedThrough: number;
  readonly languages: readonly string[];
  /** The sequence of the project's newest event. */
  readonly head: number;
}
export const readIndexState = (projectId: ProjectId): Query<IndexState | undefined> =>
  queryOne(
    sql`SELECT ${columns("conversation_search_indexes", "number, indexed_through, languages")}, coalesce((SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = ${projectId}), 0) ${as.number("head")}
      FROM conversation_search_indexes WHERE project_id = ${projectId}`,
    (row) => ({
      number: row.number,
      indexedThrough: row.indexed_through,
      languages: JSON.parse(row.languages) as string[],
      head: row.head,
    }),
  );
/** Creates the project's index. Idempotent. */
export const writeIndex = (projectId: ProjectId, now: number): SQL =>
  sql`INSERT INTO conversation_search_indexes (project_id, due_since) VALUES (${projectId}, ${now}) ON CONFLICT (project_id) DO NOTHING`;

/** An event of a project, with the text of a message or note. */
export interface NextText {
  readonly sequence: number;
  /** Null: the event has no text, or it was erased. */
  readonly messageId: MessageId | null;
  readonly content: string;
  readonly subject: string | null;
  readonly files: readonly string[];
}
/** The events behind the index, in order. */
export const readNextTexts = (projectId: ProjectId, after: number, limit: number): Query<NextText[]> =>
  query(
    sql`SELECT ${columns({ e: "conversation_events", m: "messages?", c: "conversations" }, "e.sequence, m.id, m.content, c.subject, m.revision")},
        (SELECT json_group_array(f.name) FROM files f WHERE f.message_id = m.id AND f.state = 'attached') ${as.textOrNull("files")}
      FROM conversation_events e JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id LEFT JOIN messages m ON m.id = e.message_id AND m.erased_at IS NULL
      WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        sequence: row.sequence,
        messageId: row.id,
        content: row.content ?? "",
        subject: row.revision === 1 ? row.subject : null,
        files: row.files === null ? [] : (JSON.parse(row.files) as string[]),
      })),
  );

export interface IndexedText {
  readonly messageId: MessageId;
  readonly terms: readonly string[];
}
/**
 * Stores the terms of texts and moves the index from one event to another. Nothing is stored if another run has moved it, nor of a message
 * that was erased in the meantime.
 */
export function writeIndexed(
  projectId: ProjectId,
  from: number,
  through: number,
  texts: readonly IndexedText[],
  languages: readonly string[],
  isDone: boolean,
  now: number,
): SQL[] {
  const own = sql`conversation_search_indexes i`;
  const unmoved = sql`i.project_id = ${projectId} AND i.indexed_through = ${from} AND i.removed_at IS NULL`;
  const given = JSON.stringify(texts.map(({ messageId, terms }) => ({ id: messageId, terms })));
  const kept = sql`CROSS JOIN messages m ON m.id = x.value ->> 'id' AND m.project_id = ${projectId} AND m.erased_at IS NULL`;
  return [
    ...(texts.length === 0
      ? []
      : [
          sql`INSERT INTO conversation_search_terms (number, term)
            SELECT DISTINCT i.number, t.value FROM ${own} CROSS JOIN json_each(${given}) x ${kept} CROSS JOIN json_each(x.value, '$.terms') t WHERE ${unmoved} ON CONFLICT (number, term) DO NOTHING`,
          sql`INSERT INTO conversation_search_entries (project_id, message_id, conversation_id, contact_id, author_id, terms, created_at)
            SELECT ${projectId}, m.id, m.conversation_id, c.contact_id, m.author_id,
              (SELECT json_group_array(w.id) FROM json_each(x.value, '$.terms') t CROSS JOIN conversation_search_terms w ON w.number = i.number AND w.term = t.value), m.created_at
            FROM ${own} CROSS JOIN json_each(${given}) x ${kept} CROSS JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id
            WHERE ${unmoved} ORDER BY x.key ON CONFLICT (message_id) DO NOTHING`,
          sql`INSERT INTO conversation_search_postings (term, entry)
            SELECT t.value, e.id FROM ${own} CROSS JOIN json_each(${JSON.stringify(texts.map(({ messageId }) => messageId))}) x CROSS JOIN conversation_search_entries e ON e.message_id = x.value
            CROSS JOIN json_each(e.terms) t WHERE ${unmoved} ON CONFLICT (term, entry) DO NOTHING`,
        ]),
    sql`UPDATE conversation_search_indexes SET indexed_through = ${through}, languages = ${JSON.stringify(languages)}, due_since = ${isDone ? null : now}
      WHERE project_id = ${projectId} AND indexed_through = ${from}`,
  ];
}

/** Projects with something to index, the one that waits longest first. */
export const readDue = (limit: number): Query<ProjectId[]> =>
  query(
    sql`SELECT ${columns("conversation_search_indexes", "project_id")} FROM conversation_search_indexes WHERE due_since IS NOT NULL AND removed_at IS NULL ORDER BY due_since LIMIT ${limit}`,
    (rows) => rows.map((row) => row.project_id as ProjectId),
  );

export const readWalk = queryOne(
  sql`SELECT ${columns("conversation_search_state", "events_until, projects_after")}, EXISTS (SELECT 1 FROM conversation_search_indexes WHERE removed_at IS NOT NULL) ${as.number("removing")} FROM conversation_search_state`,
  (row) => ({
    eventsUntil: row.events_until,
    projectsAfter: row.projects_after,
    /** A deleted project still has rows. */
    isRemoving: row.removing !== 0,
  }),
);
/**
 * Marks the projects with messages in a span of time that their index does not have. One that has no index gets it. Other events wait for the
 * next message, so that a project in which nobody writes costs nothing.
 */
export const writeMarkDue = (from: number, until: number, limit: number, now: number): SQL =>
  sql`INSERT INTO conversation_search_indexes (project_id, due_since)
    SELECT e.project_id, ${now} FROM (SELECT project_id, max(sequence) AS newest FROM (SELECT project_id, sequence, message_id FROM conversation_events INDEXED BY conversation_events_time
      WHERE created_at > ${from} AND created_at <= ${until} ORDER BY created_at DESC LIMIT ${limit}) WHERE message_id IS NOT NULL GROUP BY project_id) e
    WHERE NOT EXISTS (SELECT 1 FROM conversation_search_indexes i WHERE i.project_id = e.project_id AND (i.indexed_through >= e.newest OR i.due_since IS NOT NULL))
    ON CONFLICT (project_id) DO UPDATE SET due_since = excluded.due_since WHERE removed_at IS NULL`;
/** Moves the walk once it is `every` milliseconds behind, so that a quiet minute writes nothing. */
export const writeEventsUntil = (until: number, every: number): SQL =>
  sql`UPDATE conversation_search_state SET events_until = ${until} WHERE id = 1 AND events_until <= ${until - every}`;
/** The project waits: a search found it far behind. */
export const writeDue = (projectId: ProjectId, now: number): SQL =>
  sql`UPDATE conversation_search_indexes SET due_since = ${now} WHERE project_id = ${projectId} AND due_since IS NULL AND removed_at IS NULL`;
/** Gives an index to the next projects that existed before; the walk ends with the last one. */
export const writeNextProjects = (after: string, limit: number, now: number): SQL[] => {
  const next = sql`SELECT id FROM projects WHERE id > ${after} ORDER BY id LIMIT ${limit}`;
  return [
    sql`INSERT INTO conversation_search_indexes (project_id, due_since) SELECT id, ${now} FROM (${next}) WHERE 1 ON CONFLICT (project_id) DO NOTHING`,
    sql`UPDATE conversation_search_state SET projects_after = (SELECT max(id) FROM (${next})) WHERE id = 1 AND projects_after = ${after}`,
  ];
};

/** Removes entries of deleted projects, and the index of one that has none left. */
export const writeRemoveOfDeleted = (limit: number): SQL[] => {
  const gone = sql`SELECT project_id FROM conversation_search_indexes WHERE removed_at IS NOT NULL LIMIT 1`;
  const entries = sql`SELECT e.id FROM conversation_search_entries e WHERE e.project_id = (${gone}) ORDER BY e.created_at LIMIT ${limit}`;
  return [
    sql`DELETE FROM conversation_search_postings WHERE (term, entry) IN (SELECT t.value, e.id FROM conversation_search_entries e CROSS JOIN json_each(e.terms) t WHERE e.id IN (${entries}))`,
    sql`DELETE FROM conversation_search_entries WHERE id IN (${entries})`,
    sql`DELETE FROM conversation_search_terms WHERE id IN (SELECT id FROM conversation_search_terms WHERE number = (SELECT number FROM conversation_search_indexes WHERE removed_at IS NOT NULL LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM conversation_search_entries WHERE project_id = (${gone})) LIMIT ${10 * limit})`,
    sql`DELETE FROM conversation_search_indexes WHERE project_id = (${gone}) AND NOT EXISTS (SELECT 1 FROM conversation_search_entries e WHERE e.project_id = conversation_search_indexes.project_id)
      AND NOT EXISTS (SELECT 1 FROM conversation_search_terms t WHERE t.number = conversation_search_indexes.number)`,
  ];
};
