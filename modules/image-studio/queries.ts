// All SQL of the image studio.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, FileId, ImageRunId, ModelCallId, ProjectId, StudioImageId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { writeRemoveKeptAmong } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { stillMay } from "#modules/projects";
import { DEFAULT_KEEP_DAYS, type ImagePurpose, type ImageRun, type Look, type RunReason, type StudioImage } from "./contract.ts";
import { INTERRUPTED_AFTER, KEEP_EMPTY } from "./rules.ts";

const DAY = 86_400_000;

// --- the look ------------------------------------------------------------------

const INITIAL: Look = { colors: [], tone: "", keepDays: DEFAULT_KEEP_DAYS, revision: 0 };
export const readLook = (projectId: ProjectId): Query<Look> =>
  query(
    sql`SELECT ${columns("image_looks", "colors, tone, keep_days, revision")} FROM image_looks WHERE project_id = ${projectId}`,
    ([row]) =>
      row ? { colors: JSON.parse(row.colors) as string[], tone: row.tone, keepDays: row.keep_days, revision: row.revision } : INITIAL,
  );
/** Saves the look unless it was saved after its revision, and gives unused images their new end. */
export const writeLook = (projectId: ProjectId, look: Look, by: AccountId, now: number): SQL[] => [
  sql`INSERT INTO image_looks (project_id, colors, tone, keep_days, revision, updated_by, updated_at)
    SELECT ${projectId}, ${JSON.stringify(look.colors)}, ${look.tone}, ${look.keepDays}, ${look.revision + 1}, ${by}, ${now} WHERE ${stillMay(projectId, by, "admin")}
      AND ${look.revision} = coalesce((SELECT revision FROM image_looks WHERE project_id = ${projectId}), 0)
    ON CONFLICT (project_id) DO UPDATE SET colors = excluded.colors, tone = excluded.tone, keep_days = excluded.keep_days, revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
  // What has waited longer than the new time is removed a day later, so that it can still be saved.
  sql`UPDATE studio_images SET sweep_at = ${look.keepDays === null ? null : sql`max(created_at + ${look.keepDays * DAY}, ${now + DAY})`} WHERE project_id = ${projectId} AND kept = 0 AND changes() > 0`,
];

// --- runs ----------------------------------------------------------------------

export interface NewRun {
  readonly id: ImageRunId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly parentId: StudioImageId | null;
  readonly purpose: ImagePurpose;
  readonly prompt: string;
  readonly wanted: number;
  readonly model: string;
  readonly size: string;
  readonly quality: string;
  readonly by: AccountId;
  readonly now: number;
}
export const imageIsThere = (projectId: ProjectId, id: StudioImageId): SQL =>
  sql`EXISTS (SELECT 1 FROM studio_images WHERE id = ${id} AND project_id = ${projectId})`;
/** Condition: the run is under way. */
export const isOpen = ({ id, projectId }: Pick<NewRun, "id" | "projectId">): SQL =>
  sql`EXISTS (SELECT 1 FROM image_runs WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL)`;
/** Starts a run unless one is under way, in the look of this moment. One that was interrupted ends, and old ones without an image go. */
export const writeRun = (run: NewRun, when: SQL): SQL[] => {
  const may = sql`${stillMay(run.projectId, run.by, "admin")} AND ${run.parentId === null ? sql`1` : imageIsThere(run.projectId, run.parentId)} AND ${when}`;
  return [
    sql`DELETE FROM image_runs WHERE project_id = ${run.projectId} AND made = 0 AND ended_at < ${run.now - KEEP_EMPTY}`,
    sql`UPDATE image_runs SET state = 'failed', reason = 'interrupted', ended_at = ${run.now}, updated_at = ${run.now} WHERE project_id = ${run.projectId} AND ended_at IS NULL AND updated_at < ${run.now - INTERRUPTED_AFTER} AND ${may}`,
    sql`INSERT INTO image_runs (id, project_id, client_id, parent_id, purpose, prompt, colors, tone, wanted, made, state, model, size, quality, cost, created_by, created_at, updated_at)
      SELECT ${run.id}, ${run.projectId}, ${run.clientId}, ${run.parentId}, ${run.purpose}, ${run.prompt}, coalesce(l.colors, '[]'), coalesce(l.tone, ''), ${run.wanted}, 0, 'running', ${run.model}, ${run.size}, ${run.quality}, 0, ${run.by}, ${run.now}, ${run.now}
      FROM (SELECT 1) LEFT JOIN image_looks l ON l.project_id = ${run.projectId} WHERE ${may} ON CONFLICT DO NOTHING`,
  ];
};
export const readRunBy = (projectId: ProjectId, clientId: string): Query<ImageRunId | undefined> =>
  queryOne(
    sql`SELECT ${columns("image_runs", "id")} FROM image_runs WHERE project_id = ${projectId} AND client_id = ${clientId}`,
    ({ id }) => id,
  );
export const readHasOpen = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("held")} FROM image_runs WHERE project_id = ${projectId} AND ended_at IS NULL LIMIT 1`,
    (rows) => rows.length > 0,
  );
/** Whether a condition holds. */
export const readCondition = (condition: SQL): Query<boolean> =>
  query(sql`SELECT ${condition} ${as.number("held")}`, ([row]) => row?.held === 1);
export const readNewest = (projectId: ProjectId): Query<ImageRun | undefined> =>
  queryOne(
    sql`SELECT ${columns("image_runs", "id, purpose, prompt, parent_id, wanted, made, state, reason, detail, cost, created_at, ended_at")} FROM image_runs WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 1`,
    (row) => ({
      ...{
        id: row.id,
        purpose: row.purpose as ImagePurpose,
        prompt: row.prompt,
        parentId: row.parent_id,
        wanted: row.wanted,
        made: row.made,
      },
      ...{ state: row.state, reason: row.reason as RunReason | null, detail: row.detail, costUsd: row.cost / 1e6 },
      ...{ startedAt: iso(row.created_at), endedAt: row.ended_at === null ? null : iso(row.ended_at) },
    }),
  );

/** A run as its job knows it. */
export interface Work {
  readonly id: ImageRunId;
  readonly projectId: ProjectId;
  readonly parentId: StudioImageId | null;
  readonly purpose: ImagePurpose;
  readonly prompt: string;
  readonly colors: readonly string[];
  readonly tone: string;
  readonly wanted: number;
  readonly made: number;
  readonly model: string;
  readonly size: string;
  readonly quality: string;
  readonly callId: ModelCallId | null;
  readonly by: AccountId;
}
/** Undefined once it has ended. */
export const readWork = (projectId: ProjectId, id: ImageRunId): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns("image_runs", "id, project_id, parent_id, purpose, prompt, colors, tone, wanted, made, model, size, quality, call_id, created_by")} FROM image_runs WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`,
    (row) => ({
      ...{ id: row.id, projectId: row.project_id, parentId: row.parent_id, purpose: row.purpose as ImagePurpose, prompt: row.prompt },
      ...{ colors: JSON.parse(row.colors) as string[], tone: row.tone, wanted: row.wanted, made: row.made, model: row.model },
      ...{ size: row.size, quality: row.quality, callId: row.call_id, by: row.created_by },
    }),
  );
/** Notes the call that begins, of an image that nobody is making yet. */
export const writeCalling = ({ id, projectId, made }: Work, call: ModelCallId, now: number, begun: SQL): SQL =>
  sql`UPDATE image_runs SET call_id = ${call}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND made = ${made} AND ended_at IS NULL AND call_id IS NULL AND ${begun}`;
const isCalling = ({ id, projectId }: Work, call: ModelCallId): SQL =>
  sql`EXISTS (SELECT 1 FROM image_runs WHERE id = ${id} AND project_id = ${projectId} AND call_id = ${call} AND ended_at IS NULL)`;
export const readIsCalling = (run: Work, call: ModelCallId): Query<boolean> => readCondition(isCalling(run, call));

interface Ended {
  readonly state: "failed" | "cancelled";
  readonly reason?: RunReason;
  readonly detail?: string;
}
export const writeEnded = ({ id, projectId }: Pick<Work, "id" | "projectId">, { state, reason, detail }: Ended, now: number): SQL =>
  sql`UPDATE image_runs SET state = ${state}, reason = ${reason ?? null}, detail = ${detail ?? null}, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`;
/** What a call cost, also of a run that ended meanwhile. The call counts once: it is forgotten here. */
export const writeCost = ({ id, projectId }: Work, call: ModelCallId, cost: number, now: number): SQL =>
  sql`UPDATE image_runs SET cost = cost + ${cost}, call_id = NULL, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND call_id = ${call}`;
export const readHasRun = (projectId: ProjectId, id: ImageRunId): Query<boolean> =>
  query(sql`SELECT 1 ${as.number("held")} FROM image_runs WHERE id = ${id} AND project_id = ${projectId}`, (rows) => rows.length > 0);

// --- images --------------------------------------------------------------------

export interface NewImage {
  readonly id: StudioImageId;
  readonly fileId: FileId;
  readonly type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly signed: boolean;
  readonly cost: number;
}
/** Stores an image of the run, whose call it is of; the last one ends the run. Before `writeCost`. */
export const writeImage = (run: Work, call: ModelCallId, image: NewImage, now: number): SQL[] => [
  sql`INSERT INTO studio_images (id, project_id, run_id, place, parent_id, version, file_id, type, size, width, height, signed, alt, kept, cost, revision, created_at, sweep_at)
    SELECT ${image.id}, ${run.projectId}, ${run.id}, ${run.made}, ${run.parentId}, 1 + coalesce((SELECT version FROM studio_images WHERE id = ${run.parentId} AND project_id = ${run.projectId}), 0),
      ${image.fileId}, ${image.type}, ${image.size}, ${image.width}, ${image.height}, ${image.signed ? 1 : 0}, '', 0, ${image.cost}, 1, ${now},
      ${now} + (CASE WHEN EXISTS (SELECT 1 FROM image_looks WHERE project_id = ${run.projectId}) THEN (SELECT keep_days FROM image_looks WHERE project_id = ${run.projectId}) ELSE ${DEFAULT_KEEP_DAYS} END) * ${DAY}
    WHERE ${isCalling(run, call)} ON CONFLICT DO NOTHING`,
  sql`UPDATE image_runs SET made = made + 1, state = CASE WHEN made + 1 >= wanted THEN 'done' ELSE state END, ended_at = CASE WHEN made + 1 >= wanted THEN ${now} END, updated_at = ${now}
    WHERE id = ${run.id} AND project_id = ${run.projectId} AND ended_at IS NULL AND ${imageIsThere(run.projectId, image.id)} AND made = ${run.made}`,
];

const IMAGE = columnList`${columns(
  { i: "studio_images", r: "image_runs" },
  "i.id, i.file_id, i.type, i.width, i.height, i.alt, i.kept, i.sweep_at, i.version, i.parent_id, i.signed, i.cost, i.created_at, i.revision, r.purpose, r.prompt, r.model, r.size, r.quality",
)}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("maker")}`;
const imageOf = (row: RowIn<typeof IMAGE>): StudioImage => ({
  ...{ id: row.id, fileId: row.file_id, url: filePath(row.file_id), type: row.type, width: row.width, height: row.height, alt: row.alt },
  ...{ kept: row.kept === 1, removedAt: row.sweep_at === null ? null : iso(row.sweep_at), version: row.version, parentId: row.parent_id },
  ...{ purpose: row.purpose as ImagePurpose, prompt: row.prompt, model: row.model, size: row.size, quality: row.quality },
  ...{ signed: row.signed === 1, costUsd: row.cost / 1e6, madeBy: row.maker, madeAt: iso(row.created_at), revision: row.revision },
});
const FROM = sql`FROM studio_images i JOIN image_runs r ON r.id = i.run_id AND r.project_id = i.project_id`;
/** The newest first; `before`: the last one of the page before. */
export const readImages = (projectId: ProjectId, before: string | undefined, limit: number): Query<StudioImage[]> =>
  query(
    sql`SELECT ${IMAGE} ${FROM} WHERE i.project_id = ${projectId} ${before === undefined ? sql`` : sql`AND i.id < ${before}`} ORDER BY i.id DESC LIMIT ${limit}`,
    (rows) => rows.map(imageOf),
  );
export const readImage = (projectId: ProjectId, id: StudioImageId): Query<StudioImage | undefined> =>
  queryOne(sql`SELECT ${IMAGE} ${FROM} WHERE i.id = ${id} AND i.project_id = ${projectId}`, imageOf);
export interface Change {
  readonly revision: number;
  readonly alt: string;
  readonly kept: boolean;
}
/** Changes an image. One that is not kept any more gets its whole time again. */
export const writeChange = (projectId: ProjectId, id: StudioImageId, { revision, alt, kept }: Change, now: number): SQL => sql`
  UPDATE studio_images SET alt = ${alt}, kept = ${kept ? 1 : 0}, revision = revision + 1,
    sweep_at = CASE WHEN ${kept ? 1 : 0} = 1 THEN NULL WHEN kept = 0 THEN sweep_at
      ELSE ${now} + (CASE WHEN EXISTS (SELECT 1 FROM image_looks WHERE project_id = ${projectId}) THEN (SELECT keep_days FROM image_looks WHERE project_id = ${projectId}) ELSE ${DEFAULT_KEEP_DAYS} END) * ${DAY} END
  WHERE id = ${id} AND project_id = ${projectId} AND revision = ${revision}`;

export interface Doomed {
  readonly id: StudioImageId;
  readonly projectId: ProjectId;
}
/** Images whose time is over and that nobody keeps. */
export const readToSweep = (now: number, limit: number): Query<Doomed[]> =>
  query(
    sql`SELECT ${columns("studio_images", "id, project_id")} FROM studio_images WHERE sweep_at < ${now} ORDER BY sweep_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );
/** Removes an image, the run of which it was the last, and its file. `when`: of the image `i`. */
export const writeImageGone = ({ id, projectId }: Doomed, when: SQL = sql`1`): SQL[] => {
  const it = sql`FROM studio_images i WHERE i.id = ${id} AND i.project_id = ${projectId} AND ${when}`;
  return [
    writeRemoveKeptAmong(projectId, sql`SELECT i.file_id ${it}`, sql`1`),
    sql`DELETE FROM image_runs WHERE project_id = ${projectId} AND ended_at IS NOT NULL AND id IN (SELECT i.run_id ${it} AND NOT EXISTS (SELECT 1 FROM studio_images o WHERE o.run_id = i.run_id AND o.id <> i.id))`,
    sql`DELETE FROM studio_images WHERE project_id = ${projectId} AND id IN (SELECT i.id ${it})`,
  ];
};
/** Condition of the image `i`: its time is over. */
export const isOver = (now: number): SQL => sql`i.kept = 0 AND i.sweep_at < ${now}`;

export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  writeRemoveKeptAmong(projectId, sql`SELECT file_id FROM studio_images WHERE project_id = ${projectId}`, when),
  ...["studio_images", "image_runs", "image_looks"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  ),
];
