// SQL of the jobs table.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly projectId: ProjectId | null;
  readonly dueAt: number;
}

/**
 * Stores the jobs if the condition holds in the same batch; a job whose key exists already is left as it is. `about`: the id of the
 * contact whose data the job is about, as an expression; erasing the contact ends the job. `first`: another condition, evaluated before
 * `when`, so that where it does not hold nothing else is read.
 */
export const writeJobs = (
  jobs: readonly NewJob[],
  now: number,
  when: SQL = sql`1`,
  about: SQL = sql`NULL`,
  first: SQL = sql`1`,
): SQL => sql`
  INSERT INTO jobs (id, project_id, contact_id, kind, key, payload, due_at, created_at)
  SELECT value ->> 'id', value ->> 'projectId', ${about}, value ->> 'kind', value ->> 'key', value ->> 'payload', value ->> 'dueAt', ${now}
  FROM (SELECT 1 WHERE ${first}) CROSS JOIN json_each(${JSON.stringify(jobs.map((j) => ({ ...j, payload: JSON.stringify(j.payload) })))})
  WHERE ${when} ON CONFLICT (key) DO NOTHING`;

export interface Claimed {
  readonly kind: string;
  readonly payload: string;
  readonly projectId: ProjectId | null;
  readonly attempts: number;
}
const claimable = (now: number): SQL => sql`(state = 'queued' AND due_at <= ${now}) OR (state = 'running' AND lease_until <= ${now})`;
/** Claims the job for the lease if it is due and unclaimed. */
export const writeClaim = (id: string, lease: string, now: number, until: number): SQL => sql`
  UPDATE jobs SET state = 'running', attempts = attempts + 1, lease = ${lease}, lease_until = ${until}
  WHERE id = ${id} AND (${claimable(now)})`;
export const readClaimed = (id: string, lease: string): Query<Claimed | undefined> =>
  queryOne(
    sql`SELECT ${columns("jobs", "kind, payload, project_id, attempts")} FROM jobs WHERE id = ${id} AND lease = ${lease} AND state = 'running'`,
    (row) => ({
      kind: row.kind,
      payload: row.payload,
      projectId: row.project_id,
      attempts: row.attempts,
    }),
  );
/** Which of the jobs `writeClaim` would claim now. */
export const readClaimable = (ids: readonly string[], now: number): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("jobs", "id")} FROM jobs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND (${claimable(now)})`,
    (rows) => new Set(rows.map((row) => row.id)),
  );
export const writeDone = (id: string, lease: string, now: number): SQL =>
  sql`UPDATE jobs SET state = 'done', finished_at = ${now}, lease = NULL, lease_until = NULL, error = NULL WHERE id = ${id} AND lease = ${lease}`;
export const writeFailed = (id: string, lease: string, again: number, error: string): SQL =>
  sql`UPDATE jobs SET state = 'queued', due_at = ${again}, lease = NULL, lease_until = NULL, error = ${error} WHERE id = ${id} AND lease = ${lease}`;
export const writeDead = (id: string, lease: string, now: number, error: string): SQL =>
  sql`UPDATE jobs SET state = 'dead', finished_at = ${now}, lease = NULL, lease_until = NULL, error = ${error} WHERE id = ${id} AND lease = ${lease}`;
/** Requeues a job that has done a part of its work. */
export const writeContinue = (id: string, lease: string, now: number): SQL =>
  sql`UPDATE jobs SET state = 'queued', attempts = 0, due_at = ${now}, lease = NULL, lease_until = NULL, error = NULL WHERE id = ${id} AND lease = ${lease}`;
/** Requeues an ended job by its key. */
export const writeRequeue = (key: string, now: number, when: SQL = sql`1`): SQL =>
  sql`UPDATE jobs SET state = 'queued', attempts = 0, due_at = ${now}, finished_at = NULL, error = NULL WHERE key = ${key} AND state IN ('done', 'dead') AND ${when}`;

/** Condition: the job of this key is waiting or running. */
export const isUnderWay = (key: SQL): SQL => sql`EXISTS (SELECT 1 FROM jobs WHERE key = ${key} AND state IN ('queued', 'running'))`;

/** Condition: a job of this kind about the contact waits. One that is running may have read what it needed before. */
export const isQueuedFor = (projectId: ProjectId, contactId: ContactId | SQL, kind: string): SQL =>
  sql`EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND contact_id = ${contactId} AND kind = ${kind} AND state = 'queued')`;

/** Due jobs and jobs whose lease has run out, oldest first. */
export const readDue = (now: number, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("jobs", "id")} FROM (SELECT id, due_at AS at FROM jobs WHERE state = 'queued' AND due_at <= ${now} ORDER BY due_at LIMIT ${limit})
      UNION ALL SELECT id FROM (SELECT id FROM jobs WHERE state = 'running' AND lease_until <= ${now} ORDER BY lease_until LIMIT ${limit})`,
    (rows) => rows.map((row) => row.id),
  );
export const writeForgetDone = (before: number, limit: number): SQL =>
  sql`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state = 'done' AND finished_at < ${before} ORDER BY finished_at LIMIT ${limit})`;
/** Ends the waiting and running jobs of a project, except the kinds in `keep`, which clean up after it. */
export const writeEndProjectJobs = (projectId: ProjectId, now: number, keep: readonly string[], when: SQL): SQL => sql`
  UPDATE jobs SET state = 'dead', finished_at = ${now}, lease = NULL, lease_until = NULL, error = 'project deleted'
  WHERE project_id = ${projectId} AND state IN ('queued', 'running') AND kind NOT IN (SELECT value FROM json_each(${JSON.stringify(keep)})) AND ${when}`;

/** Ends up to `limit` jobs about a contact and empties their payloads; a run in progress loses its lease. */
export const writeForgetContact = (projectId: ProjectId, contactId: ContactId, now: number, limit: number): SQL => sql`
  UPDATE jobs SET payload = '{}', error = NULL, contact_id = NULL, lease = NULL, lease_until = NULL, finished_at = coalesce(finished_at, ${now}),
    state = CASE WHEN state = 'done' THEN 'done' ELSE 'dead' END
  WHERE id IN (SELECT id FROM jobs WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit})`;
