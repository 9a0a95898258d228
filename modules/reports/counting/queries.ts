// Statements on what is counted: events that were not yet, facts, rollups. Every write holds only for the version of the state that was read.
import { as, columns, parseJson, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { AuthorRole } from "#modules/conversations/contract";
import { projectIsLive } from "#modules/projects";
import type { Cell } from "./cells.ts";
import type { CountedEvent, Fact, Thread } from "./fold.ts";

const json = (value: unknown): SQL => sql`json_each(${JSON.stringify(value)})`;

// --- the state of a project ----------------------------------------------------------

/** While rollups are made anew: by what, and up to which conversation that was done. */
export interface Building {
  readonly zone: string;
  readonly mergedTags: string;
  readonly after: string;
}
export interface State {
  readonly version: number;
  readonly sequence: number;
  readonly countedAt: number;
  readonly zone: string;
  readonly mergedTags: string;
  readonly generation: number;
  readonly building: Building | null;
  readonly checkedAt: number | null;
  readonly checkedDay: number | null;
  readonly checkedConversation: string;
  readonly compared: number;
  readonly differed: number;
  readonly differedAt: number | null;
}
export const readState = (projectId: ProjectId): Query<State | undefined> =>
  queryOne(
    sql`SELECT ${columns("report_states", "version, sequence, counted_at, zone, merged_tags, generation, building, checked_at, checked_day, checked_conversation, compared, differed, differed_at")}
      FROM report_states WHERE project_id = ${projectId}`,
    (row) => ({
      ...{ version: row.version, sequence: row.sequence, countedAt: row.counted_at, zone: row.zone, mergedTags: row.merged_tags },
      ...{ generation: row.generation, building: row.building === null ? null : (JSON.parse(row.building) as Building) },
      ...{ checkedAt: row.checked_at, checkedDay: row.checked_day, checkedConversation: row.checked_conversation },
      ...{ compared: row.compared, differed: row.differed, differedAt: row.differed_at },
    }),
  );
/** Begins to count a project that still exists. */
export const writeState = (projectId: ProjectId, zone: string, mergedTags: string): SQL => sql`
  INSERT INTO report_states (project_id, version, sequence, counted_at, zone, merged_tags, generation)
  SELECT ${projectId}, 0, 0, 0, ${zone}, ${mergedTags}, 1 WHERE ${projectIsLive(projectId)} ON CONFLICT DO NOTHING`;
/** Condition: nobody changed anything since the state was read. */
export const isAt = (projectId: ProjectId, version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM report_states WHERE project_id = ${projectId} AND version = ${version})`;
/** The last statement of a batch that changes facts or rollups. */
export const writeMoved = (projectId: ProjectId, version: number, set: SQL): SQL =>
  sql`UPDATE report_states SET version = version + 1, ${set} WHERE project_id = ${projectId} AND version = ${version}`;

/** Tags that count as others, in a stable order: a JSON object. */
export const readMergedTags = (projectId: ProjectId): Query<string> =>
  query(
    sql`SELECT coalesce(json_group_object(id, merged_into), '{}') ${as.text("merged")} FROM (SELECT id, merged_into FROM tags WHERE project_id = ${projectId} AND merged_into IS NOT NULL ORDER BY id)`,
    ([row]) => row?.merged ?? "{}",
  );

// --- events ------------------------------------------------------------------------------

export interface FoundEvent extends CountedEvent {
  readonly conversationId: ConversationId;
}
const EVENT = columns(
  { e: "conversation_events" },
  "e.sequence, e.conversation_id, e.revision, e.kind, e.actor_role, e.actor_id, e.scope, e.data, e.created_at",
);
const events = (where: SQL, limit: number): Query<FoundEvent[]> =>
  query(
    sql`SELECT ${EVENT}, (SELECT m.origin ->> '$.automatic' IS NOT NULL FROM messages m WHERE m.id = e.message_id AND m.project_id = e.project_id) ${as.numberOrNull("automatic")}
      FROM conversation_events e WHERE ${where} LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ sequence: row.sequence, conversationId: row.conversation_id as ConversationId, revision: row.revision, kind: row.kind },
        ...{ role: row.actor_role as AuthorRole, actorId: row.actor_id, isImported: row.scope === "import" },
        ...{ isAutomatic: row.automatic === 1, data: parseJson<Record<string, unknown>>(row.data as never), at: row.created_at },
      })),
  );
/** The next events of a project that are not counted yet, in their order. */
export const readUncounted = (projectId: ProjectId, limit: number): Query<FoundEvent[]> =>
  events(
    sql`e.project_id = ${projectId} AND e.sequence > coalesce((SELECT s.sequence FROM report_states s WHERE s.project_id = ${projectId}), 0) ORDER BY e.sequence`,
    limit,
  );
/** The events of a conversation, in their order. */
export const readEventsOf = (projectId: ProjectId, conversationId: ConversationId, limit: number): Query<FoundEvent[]> =>
  events(sql`e.project_id = ${projectId} AND e.conversation_id = ${conversationId} ORDER BY e.revision`, limit);

// --- conversations -----------------------------------------------------------------------

/** A conversation as it is now, beside its events. */
export interface Present {
  readonly id: ConversationId;
  readonly channel: string;
  readonly isSilenced: boolean;
  readonly tags: readonly string[];
}
/** Those that exist. A tag that was merged counts as what it became part of. */
export const readPresent = (projectId: ProjectId, ids: readonly ConversationId[]): Query<Present[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.id, c.door, c.silenced")},
        (SELECT json_group_array(id) FROM (SELECT DISTINCT coalesce(g.merged_into, t.tag_id) AS id FROM conversation_tags t LEFT JOIN tags g ON g.project_id = t.project_id AND g.id = t.tag_id
          WHERE t.project_id = c.project_id AND t.conversation_id = c.id ORDER BY 1)) ${as.text("tags")}
      FROM ${json(ids)} k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id as ConversationId, channel: row.door, isSilenced: row.silenced !== 0, tags: JSON.parse(row.tags) as string[] },
      })),
  );
export interface Known {
  readonly id: ConversationId;
  readonly channel: string;
  readonly tags: readonly string[];
  readonly excluded: boolean;
  readonly thread: Thread;
  readonly countedAt: number;
}
const KNOWN = columns({ r: "report_conversations" }, "r.conversation_id, r.channel, r.tags, r.excluded, r.thread, r.counted_at");
const known = (from: SQL): Query<Known[]> =>
  query(sql`SELECT ${KNOWN} FROM ${from}`, (rows) =>
    rows.map((row) => ({
      ...{ id: row.conversation_id as ConversationId, channel: row.channel, tags: parseJson<string[]>(row.tags as never) },
      ...{ excluded: row.excluded !== 0, thread: parseJson<Thread>(row.thread as never), countedAt: row.counted_at },
    })),
  );
export const readKnown = (projectId: ProjectId, ids: readonly ConversationId[]): Query<Known[]> =>
  known(sql`${json(ids)} k CROSS JOIN report_conversations r ON r.project_id = ${projectId} AND r.conversation_id = k.value`);
/** The next conversations that are counted, by their ids. */
export const readKnownAfter = (projectId: ProjectId, after: string, limit: number): Query<Known[]> =>
  known(
    sql`report_conversations r WHERE r.project_id = ${projectId} AND r.conversation_id > ${after} ORDER BY r.conversation_id LIMIT ${limit}`,
  );
/** Those in which something was counted last. */
export const readKnownLately = (projectId: ProjectId, limit: number): Query<Known[]> =>
  known(
    sql`report_conversations r INDEXED BY report_conversations_old WHERE r.project_id = ${projectId} ORDER BY r.counted_at DESC LIMIT ${limit}`,
  );
export const writeKnown = (projectId: ProjectId, rows: readonly Known[], when: SQL): SQL => sql`
  INSERT INTO report_conversations (project_id, conversation_id, channel, tags, excluded, thread, counted_at)
  SELECT ${projectId}, k.value ->> 'id', k.value ->> 'channel', k.value ->> 'tags', k.value ->> 'excluded', k.value ->> 'thread', k.value ->> 'countedAt'
  FROM ${json(rows.map((row) => ({ ...row, excluded: row.excluded ? 1 : 0 })))} k WHERE ${when}
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET channel = excluded.channel, tags = excluded.tags, excluded = excluded.excluded, thread = excluded.thread, counted_at = excluded.counted_at`;

// --- facts -----------------------------------------------------------------------------------

export interface StoredFact extends Fact {
  readonly conversationId: ConversationId;
}
const FACT = columns({ f: "report_facts" }, "f.conversation_id, f.id, f.measure, f.at, f.operator_id, f.team_id, f.value");
const facts = (from: SQL): Query<StoredFact[]> =>
  query(sql`SELECT ${FACT} FROM ${from}`, (rows) =>
    rows.map((row) => ({
      ...{ conversationId: row.conversation_id as ConversationId, id: row.id, measure: row.measure as Fact["measure"], at: row.at },
      ...{ operatorId: row.operator_id, teamId: row.team_id, value: row.value },
    })),
  );
/** All facts of these conversations. */
export const readFactsOf = (projectId: ProjectId, ids: readonly ConversationId[]): Query<StoredFact[]> =>
  facts(sql`${json(ids)} k CROSS JOIN report_facts f ON f.project_id = ${projectId} AND f.conversation_id = k.value`);
/** Those that do not come from events, which may still change: clocks and ratings. */
export const readOtherFactsOf = (projectId: ProjectId, ids: readonly ConversationId[]): Query<StoredFact[]> =>
  facts(
    sql`${json(ids)} k CROSS JOIN report_facts f ON f.project_id = ${projectId} AND f.conversation_id = k.value AND ((f.id >= 'c:' AND f.id < 'c;') OR (f.id >= 'r:' AND f.id < 'r;'))`,
  );
/** A page of the facts between two moments. */
export const readFactsBetween = (
  projectId: ProjectId,
  from: number,
  until: number,
  after: { readonly at: number; readonly conversationId: string; readonly id: string },
  limit: number,
): Query<(StoredFact & Pick<Known, "channel" | "tags" | "excluded">)[]> =>
  query(
    sql`SELECT ${FACT}, ${columns({ r: "report_conversations" }, "r.channel, r.tags, r.excluded")}
      FROM report_facts f INDEXED BY report_facts_time CROSS JOIN report_conversations r ON r.project_id = f.project_id AND r.conversation_id = f.conversation_id
      WHERE f.project_id = ${projectId} AND f.at >= ${from} AND f.at < ${until} AND (f.at, f.conversation_id, f.id) > (${after.at}, ${after.conversationId}, ${after.id})
      ORDER BY f.at, f.conversation_id, f.id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id as ConversationId, id: row.id, measure: row.measure as Fact["measure"], at: row.at },
        ...{ operatorId: row.operator_id, teamId: row.team_id, value: row.value },
        ...{ channel: row.channel, tags: parseJson<string[]>(row.tags as never), excluded: row.excluded !== 0 },
      })),
  );
export const writeFacts = (projectId: ProjectId, rows: readonly StoredFact[], when: SQL): SQL => sql`
  INSERT INTO report_facts (project_id, conversation_id, id, measure, at, operator_id, team_id, value)
  SELECT ${projectId}, k.value ->> 'conversationId', k.value ->> 'id', k.value ->> 'measure', k.value ->> 'at', k.value ->> 'operatorId', k.value ->> 'teamId', k.value ->> 'value'
  FROM ${json(rows)} k WHERE ${when}
  ON CONFLICT (project_id, conversation_id, id) DO UPDATE SET at = excluded.at, measure = excluded.measure, operator_id = excluded.operator_id, team_id = excluded.team_id, value = excluded.value`;
export const writeNoFacts = (projectId: ProjectId, rows: readonly StoredFact[], when: SQL): SQL => sql`
  DELETE FROM report_facts WHERE (project_id, conversation_id, id) IN
    (SELECT ${projectId}, k.value ->> 0, k.value ->> 1 FROM ${json(rows.map(({ conversationId, id }) => [conversationId, id]))} k) AND ${when}`;

// --- clocks and ratings --------------------------------------------------------------------------

/** Targets that were met or missed in these conversations. */
export const readClockFacts = (projectId: ProjectId, ids: readonly ConversationId[], since: number): Query<StoredFact[]> =>
  query(
    sql`SELECT ${columns({ t: "response_clocks" }, "t.conversation_id, t.target, t.started_at, t.missed_at, t.ended_at, t.ended_by, t.team_id, t.outcome")}
      FROM ${json(ids)} k CROSS JOIN response_clocks t ON t.project_id = ${projectId} AND t.conversation_id = k.value
      WHERE t.outcome IN ('met', 'missed') OR (t.outcome IS NULL AND t.missed_at IS NOT NULL)`,
    (rows) =>
      rows
        .map((row) => ({
          ...{ conversationId: row.conversation_id as ConversationId, id: `c:${row.target}:${row.started_at}` },
          measure: row.outcome === "met" ? ("target_met" as const) : ("target_missed" as const),
          at: (row.outcome === "met" ? row.ended_at : (row.missed_at ?? row.ended_at)) ?? row.started_at,
          ...{ operatorId: row.ended_by, teamId: row.team_id, value: ["first", "next", "resolution"].indexOf(row.target) },
        }))
        .filter(({ at }) => at >= since),
  );
export const readRatingFacts = (projectId: ProjectId, ids: readonly ConversationId[], since: number): Query<StoredFact[]> =>
  query(
    sql`SELECT ${columns({ q: "satisfaction_requests" }, "q.id, q.conversation_id, q.score, q.rated_at, q.assignee_id, q.answered_by, q.team_id")}
      FROM ${json(ids)} k CROSS JOIN satisfaction_requests q ON q.project_id = ${projectId} AND q.conversation_id = k.value AND q.imported = 0 AND q.score IS NOT NULL AND q.rated_at >= ${since}`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id as ConversationId, id: `r:${row.id}`, measure: "rating" as const, at: row.rated_at ?? 0 },
        ...{ operatorId: row.assignee_id ?? row.answered_by, teamId: row.team_id, value: row.score ?? 0 },
      })),
  );
/** Ids of the project's teams; others were deleted. */
export const readTeamIds = (projectId: ProjectId): Query<ReadonlySet<string>> =>
  query(sql`SELECT ${columns("teams", "id")} FROM teams WHERE project_id = ${projectId}`, (rows) => new Set(rows.map((row) => row.id)));

// --- rollups -----------------------------------------------------------------------------------------

/** Adds to the rollups; rows that come to nothing go. */
export function writeCells(projectId: ProjectId, generation: number, cells: readonly Cell[], when: SQL): SQL[] {
  if (cells.length === 0) return [];
  const rows = cells.map(({ dimension, day, key, measure, bucket, count, total }) => [dimension, day, key, measure, bucket, count, total]);
  const less = rows.filter(([, , , , , count]) => Number(count) < 0);
  return [
    sql`INSERT INTO report_rollups (project_id, generation, dimension, day, key, measure, bucket, count, total)
      SELECT ${projectId}, ${generation}, k.value ->> 0, k.value ->> 1, k.value ->> 2, k.value ->> 3, k.value ->> 4, k.value ->> 5, k.value ->> 6 FROM ${json(rows)} k WHERE ${when}
      ON CONFLICT (project_id, generation, dimension, day, key, measure, bucket) DO UPDATE SET count = count + excluded.count, total = total + excluded.total`,
    ...(less.length === 0
      ? []
      : [
          sql`DELETE FROM report_rollups WHERE count = 0 AND total = 0 AND (project_id, generation, dimension, day, key, measure, bucket) IN
            (SELECT ${projectId}, ${generation}, k.value ->> 0, k.value ->> 1, k.value ->> 2, k.value ->> 3, k.value ->> 4 FROM ${json(less)} k) AND ${when}`,
        ]),
  ];
}
const ALL_DIMENSIONS = JSON.stringify(["all", "operator", "team", "tag", "channel", "hour"]);
/** All rollups of a day. */
export const readCellsOf = (projectId: ProjectId, generation: number, day: number): Query<Cell[]> =>
  query(
    sql`SELECT ${columns({ r: "report_rollups" }, "r.dimension, r.day, r.key, r.measure, r.bucket, r.count, r.total")}
      FROM json_each(${ALL_DIMENSIONS}) k CROSS JOIN report_rollups r ON r.project_id = ${projectId} AND r.generation = ${generation} AND r.dimension = k.value AND r.day = ${day}`,
    (rows) => rows.map((row) => ({ ...row, dimension: row.dimension as Cell["dimension"], measure: row.measure as Cell["measure"] })),
  );
/** Removes up to `limit` rollups of a generation that is not in force. */
export const writeOtherGenerationGone = (projectId: ProjectId, generation: number, limit: number, when: SQL = sql`1`): SQL => sql`
  DELETE FROM report_rollups WHERE (project_id, generation, dimension, day, key, measure, bucket) IN
    (SELECT project_id, generation, dimension, day, key, measure, bucket FROM report_rollups WHERE project_id = ${projectId} AND generation = ${generation} LIMIT ${limit})
    AND NOT EXISTS (SELECT 1 FROM report_states s WHERE s.project_id = ${projectId} AND s.generation = ${generation}) AND ${when}`;

// --- what is too old ------------------------------------------------------------------------------------

/** Removes facts, conversations and rollups that are kept no longer; a page of each. */
export const writeOldGone = (projectId: ProjectId, generation: number, before: number, beforeDay: number, limit: number): SQL[] => [
  sql`DELETE FROM report_facts WHERE (project_id, conversation_id, id) IN (SELECT project_id, conversation_id, id FROM report_facts INDEXED BY report_facts_time WHERE project_id = ${projectId} AND at < ${before} LIMIT ${limit})`,
  sql`DELETE FROM report_conversations WHERE (project_id, conversation_id) IN (SELECT project_id, conversation_id FROM report_conversations INDEXED BY report_conversations_old WHERE project_id = ${projectId} AND counted_at < ${before} LIMIT ${limit})`,
  sql`DELETE FROM report_rollups WHERE (project_id, generation, dimension, day, key, measure, bucket) IN
    (SELECT r.project_id, r.generation, r.dimension, r.day, r.key, r.measure, r.bucket FROM json_each(${ALL_DIMENSIONS}) k CROSS JOIN report_rollups r ON r.project_id = ${projectId} AND r.generation = ${generation} AND r.dimension = k.value AND r.day < ${beforeDay} LIMIT ${limit})`,
];
export const writeStateGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM report_states WHERE project_id = ${projectId} AND ${when}`;
export const hasState = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM report_states WHERE project_id = ${projectId})`;
/** Removes one page of everything of a project that is gone. */
export const writeAllGone = (projectId: ProjectId, limit: number): SQL[] =>
  (
    [
      ["report_facts", "project_id, conversation_id, id"],
      ["report_conversations", "project_id, conversation_id"],
      ["report_rollups", "project_id, generation, dimension, day, key, measure, bucket"],
    ] as const
  ).map(
    ([table, key]) =>
      sql`DELETE FROM ${sql.raw(table)} WHERE (${sql.raw(key)}) IN (SELECT ${sql.raw(key)} FROM ${sql.raw(table)} WHERE project_id = ${projectId} LIMIT ${limit})`,
  );

// --- the hourly look ----------------------------------------------------------------------------------------

export interface Looked {
  readonly projectId: ProjectId;
  /** Whether anything of it was counted. */
  readonly isCounted: boolean;
  readonly isBehind: boolean;
  readonly zone: string;
  readonly checkedAt: number | null;
}
/** The next projects that are not deleted, and whether they have events that are not counted. */
export const readProjects = (after: string, limit: number): Query<Looked[]> =>
  query(
    sql`SELECT ${columns({ p: "projects", s: "report_states?" }, "p.id, s.zone, s.checked_at, s.building")},
        coalesce((SELECT max(e.sequence) FROM conversation_events e WHERE e.project_id = p.id), 0) > coalesce(s.sequence, 0) ${as.number("behind")}
      FROM projects p LEFT JOIN report_states s ON s.project_id = p.id WHERE p.id > ${after} AND p.deleted_at IS NULL ORDER BY p.id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{
          projectId: row.id as ProjectId,
          isCounted: row.zone !== null,
          isBehind: row.behind !== 0 || row.building !== null,
          zone: row.zone ?? "UTC",
          checkedAt: row.checked_at,
        },
      })),
  );
