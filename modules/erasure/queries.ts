// Statements on erasures: tombstones, progress, counts, and objects to remove.
import { nameOf } from "#modules/accounts";
import { as, columns, parseJson, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ErasureId } from "#kernel/ids/index.ts";
import { isUnderWay } from "#kernel/jobs/index.ts";
import { type Clearing, contactExists, type Erased } from "#modules/contacts";

export interface ErasureRow extends Erased {
  readonly id: ErasureId;
  readonly by: string | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly removed: Readonly<Record<string, number>>;
  readonly step: string;
  readonly cursor: unknown;
}
export const readRow = ({ projectId, contactId }: Erased): Query<ErasureRow | undefined> =>
  queryOne(
    sql`SELECT ${columns("contact_erasures", "id")}, ${nameOf(sql`substr(erased_by, 10)`)} ${as.textOrNull("by")}, ${columns("contact_erasures", "started_at, finished_at, removed, step, cursor")} FROM contact_erasures WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
    (row) => ({
      projectId,
      contactId,
      id: row.id,
      by: row.by,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      removed: parseJson<Record<string, number>>(row.removed),
      step: row.step,
      cursor: parseJson<unknown>(row.cursor),
    }),
  );
/** Writes the tombstone if the contact exists and has none yet. `by` is the canonical actor. */
export const writeTombstone = (id: ErasureId, who: Erased, by: string, now: number): SQL => sql`
  INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at)
  SELECT ${id}, ${who.projectId}, ${who.contactId}, ${by}, ${now} WHERE ${contactExists(who.projectId, who.contactId)}
  ON CONFLICT (project_id, contact_id) DO NOTHING`;
/** Contacts that were merged into this one and have no tombstone yet. */
export const readAliasesLeft = ({ projectId, contactId }: Erased, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT ${columns({ a: "contacts" }, "a.id")} FROM contacts a INDEXED BY contacts_merged WHERE a.project_id = ${projectId} AND a.merged_into = ${contactId}
      AND NOT EXISTS (SELECT 1 FROM contact_erasures t WHERE t.project_id = a.project_id AND t.contact_id = a.id) LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** The tombstone of such a contact, by whoever erased the one that stays. */
export const writeAliasTombstone = (id: ErasureId, { projectId, contactId }: Erased, alias: ContactId, now: number): SQL => sql`
  INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at)
  SELECT ${id}, ${projectId}, ${alias}, t.erased_by, ${now} FROM contact_erasures t WHERE t.project_id = ${projectId} AND t.contact_id = ${contactId} AND ${contactExists(projectId, alias)}
  ON CONFLICT (project_id, contact_id) DO NOTHING`;
export const isUnfinished = ({ projectId, contactId }: Erased): SQL =>
  sql`EXISTS (SELECT 1 FROM contact_erasures WHERE project_id = ${projectId} AND contact_id = ${contactId} AND finished_at IS NULL)`;
/** Key of the erasure's job. */
export const keyOf = ({ contactId }: Erased): string => `erase:${contactId}`;
const keyIn = (contactId: SQL): SQL => sql`'erase:' || ${contactId}`;
/** Unfinished erasures without a queued job, oldest first. */
export const readInterrupted = (limit: number): Query<Erased[]> =>
  query(
    sql`SELECT ${columns("contact_erasures", "project_id, contact_id")} FROM contact_erasures WHERE finished_at IS NULL AND NOT ${isUnderWay(keyIn(sql`contact_id`))} ORDER BY started_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, contactId: row.contact_id })),
  );

const writeCount = ({ projectId, contactId }: Erased, kind: string, count: SQL): SQL => sql`
  UPDATE contact_erasures SET removed = json_set(removed, ${`$.${kind}`}, coalesce(removed ->> ${`$.${kind}`}, 0) + ${count})
  WHERE project_id = ${projectId} AND contact_id = ${contactId} AND ${count} > 0`;
/** The statements of a page: counts and objects to remove are stored in the same transaction as the clearing. */
export const statementsOf = (who: Erased, clearings: readonly Clearing[], when: SQL = sql`1`): SQL[] =>
  clearings.flatMap(({ statement, report, objects }) => [
    ...(objects
      ? [
          sql`INSERT INTO contact_erasure_objects (erasure_id, object_key) SELECT t.id, o.object_key FROM contact_erasures t JOIN (${objects}) o
            WHERE t.project_id = ${who.projectId} AND t.contact_id = ${who.contactId} AND t.finished_at IS NULL AND ${when} ON CONFLICT DO NOTHING`,
        ]
      : []),
    ...(report?.count ? [writeCount(who, report.kind, report.count)] : []),
    statement,
    ...(report && !report.count ? [writeCount(who, report.kind, sql`changes()`)] : []),
  ]);
export const writeReached = (id: ErasureId, step: string, cursor: unknown): SQL =>
  sql`UPDATE contact_erasures SET step = ${step}, cursor = ${JSON.stringify(cursor)} WHERE id = ${id} AND finished_at IS NULL`;
export const writeFinished = (id: ErasureId, now: number): SQL =>
  sql`UPDATE contact_erasures SET step = '', cursor = 'null', finished_at = ${now} WHERE id = ${id} AND finished_at IS NULL`;

/** Objects still to be removed. Read by the index of those: along the primary key the planner would pass all removed ones. */
export const readObjects = (id: ErasureId, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("contact_erasure_objects", "object_key")} FROM contact_erasure_objects INDEXED BY contact_erasure_objects_left WHERE erasure_id = ${id} AND removed_at IS NULL LIMIT ${limit}`,
    (rows) => rows.map((row) => row.object_key),
  );
/** Replaces the key of a removed object by its hash. A concurrent run may pass the same object again. */
export const writeRemoved = (id: ErasureId, hashOf: Readonly<Record<string, string>>, now: number): SQL => sql`
  UPDATE OR REPLACE contact_erasure_objects SET removed_at = ${now}, object_key = ${JSON.stringify(hashOf)} ->> object_key
  WHERE erasure_id = ${id} AND object_key IN (SELECT key FROM json_each(${JSON.stringify(hashOf)}))`;
