// All SQL of uploaded exports.
import { iso } from "#kernel/clock/index.ts";
import { columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import type { DeskExport, ExportPlatform, Fault, FileKind } from "./contract.ts";
import type { LinePlace } from "./lines.ts";

export interface CheckPlace extends LinePlace {
  readonly kind: FileKind;
  /** A list around the records was opened, and not closed yet. */
  readonly isOpen?: boolean;
}
export interface StoredExport {
  readonly id: DeskExportId;
  readonly projectId: ProjectId;
  readonly platform: ExportPlatform;
  readonly state: DeskExport["state"] | "removing";
  readonly at: CheckPlace | null;
  readonly shown: DeskExport;
}
const COLUMNS = columns("desk_exports", "id, project_id, platform, state, at, fault, lines, created_at");
const exportOf = (row: RowIn<typeof COLUMNS>): StoredExport => ({
  ...{ id: row.id as DeskExportId, projectId: row.project_id, platform: row.platform, state: row.state },
  at: row.at === null ? null : (JSON.parse(row.at) as CheckPlace),
  shown: {
    ...{ id: row.id as DeskExportId, platform: row.platform, createdAt: iso(row.created_at) },
    state: row.state === "removing" ? "faulty" : row.state,
    fault: row.fault === null ? null : (JSON.parse(row.fault) as Fault),
    lines: JSON.parse(row.lines) as Record<string, number>,
  },
});
const of = (projectId: ProjectId, id: DeskExportId): SQL => sql`project_id = ${projectId} AND id = ${id}`;
/** One that is not being removed. */
export const readExport = (projectId: ProjectId, id: DeskExportId): Query<StoredExport | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM desk_exports WHERE ${of(projectId, id)} AND state <> 'removing'`, exportOf);
export const readExportBy = (projectId: ProjectId, clientId: string): Query<StoredExport | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM desk_exports WHERE project_id = ${projectId} AND client_id = ${clientId}`, exportOf);
/** Condition: it was found good. */
export const isChecked = (projectId: ProjectId, id: DeskExportId, platform: string): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_exports WHERE ${of(projectId, id)} AND state = 'checked' AND platform = ${platform})`;
export const isOpen = (projectId: ProjectId, id: DeskExportId): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_exports WHERE ${of(projectId, id)} AND state = 'open')`;
export const isChecking = (projectId: ProjectId, id: DeskExportId): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_exports WHERE ${of(projectId, id)} AND state = 'checking')`;
/** Uploads that the member began before and that nobody can import. `but`: the clientId of the one that begins. */
export const writeAbandoned = (projectId: ProjectId, by: AccountId, but: string, when: SQL): SQL =>
  sql`UPDATE desk_exports SET state = 'removing' WHERE project_id = ${projectId} AND created_by = ${by} AND state IN ('open', 'faulty') AND client_id <> ${but} AND ${when}`;
const MOST = 5;
/** Where there is no room: the oldest one that the member uploaded, had checked, and nobody imports from. `isUsed`: of the row `x`. */
export const writeMakesRoom = (projectId: ProjectId, by: AccountId, but: string, isUsed: SQL, when: SQL): SQL => sql`
  UPDATE desk_exports SET state = 'removing' WHERE id = (SELECT x.id FROM desk_exports x WHERE x.project_id = ${projectId} AND x.created_by = ${by} AND x.state IN ('checking', 'checked')
      AND NOT (${isUsed}) ORDER BY x.created_at, x.id LIMIT 1)
    AND (SELECT count(*) FROM desk_exports WHERE project_id = ${projectId} AND state <> 'removing') >= ${MOST}
    AND NOT EXISTS (SELECT 1 FROM desk_exports WHERE project_id = ${projectId} AND client_id = ${but}) AND ${when}`;
export const writeExport = (
  e: { id: DeskExportId; projectId: ProjectId; clientId: string; platform: ExportPlatform; by: AccountId; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO desk_exports (id, project_id, client_id, platform, state, lines, created_by, created_at)
  SELECT ${e.id}, ${e.projectId}, ${e.clientId}, ${e.platform}, 'open', '{}', ${e.by}, ${e.now}
  WHERE ${when} AND (SELECT count(*) FROM desk_exports WHERE project_id = ${e.projectId} AND state <> 'removing') < ${MOST} ON CONFLICT DO NOTHING`;
export const writePiece = (
  p: { projectId: ProjectId; id: DeskExportId; kind: Piece["kind"]; n: number; size: number; key: string },
  when: SQL,
): SQL => sql`
  INSERT INTO desk_export_pieces (export_id, kind, n, project_id, size, object_key) SELECT ${p.id}, ${p.kind}, ${p.n}, ${p.projectId}, ${p.size}, ${p.key} WHERE ${when}
  ON CONFLICT (export_id, kind, n) DO UPDATE SET size = excluded.size, object_key = excluded.object_key`;
/** A piece of a file, the people of the team that the check has found, or (`pending`) an object that is on its way or to be removed. */
export interface Piece {
  readonly kind: FileKind | "team" | "pending";
  readonly n: number;
  readonly size: number;
  readonly key: string;
}
export const readPieces = (projectId: ProjectId, id: DeskExportId): Query<Piece[]> =>
  query(
    sql`SELECT ${columns("desk_export_pieces", "kind, n, size, object_key")} FROM desk_export_pieces WHERE export_id = ${id} AND project_id = ${projectId} ORDER BY kind, n`,
    (rows) => rows.map((row) => ({ kind: row.kind as Piece["kind"], n: row.n, size: row.size, key: row.object_key })),
  );
/** Names the object of a piece, which is about to be replaced, as one that is to be removed. */
export const writeReplaced = (
  p: { projectId: ProjectId; id: DeskExportId; kind: Piece["kind"]; n: number; key: string },
  attempt: number,
  when: SQL,
): SQL => sql`
  INSERT INTO desk_export_pieces (export_id, kind, n, project_id, size, object_key)
  SELECT export_id, 'pending', ${attempt}, project_id, size, object_key FROM desk_export_pieces WHERE export_id = ${p.id} AND project_id = ${p.projectId} AND kind = ${p.kind} AND n = ${p.n} AND object_key <> ${p.key} AND ${when}
  ON CONFLICT (export_id, kind, n) DO NOTHING`;
/** An object is pending no longer; only while a piece names it with `asPiece`. */
export const writeSettled = (projectId: ProjectId, id: DeskExportId, key: string, asPiece: boolean): SQL =>
  sql`DELETE FROM desk_export_pieces WHERE export_id = ${id} AND project_id = ${projectId} AND kind = 'pending' AND object_key = ${key}
    ${asPiece ? sql`AND EXISTS (SELECT 1 FROM desk_export_pieces o WHERE o.export_id = ${id} AND o.project_id = ${projectId} AND o.kind <> 'pending' AND o.object_key = ${key})` : sql``}`;
export const writeChecking = (projectId: ProjectId, id: DeskExportId, when: SQL): SQL =>
  sql`UPDATE desk_exports SET state = 'checking', at = NULL, lines = '{}' WHERE ${of(projectId, id)} AND state = 'open' AND ${when}`;
/** Stores how far the check is, if it is still where the caller saw it. */
export const writeChecked = (
  e: StoredExport,
  to: {
    readonly at: CheckPlace | null;
    readonly lines: Readonly<Record<string, number>>;
    readonly state: "checking" | "checked" | "faulty";
    readonly fault: Fault | null;
  },
): SQL =>
  sql`UPDATE desk_exports SET state = ${to.state}, at = ${to.at === null ? null : JSON.stringify(to.at)}, lines = ${JSON.stringify(to.lines)}, fault = ${to.fault === null ? null : JSON.stringify(to.fault)}
    WHERE ${of(e.projectId, e.id)} AND state = 'checking' AND at IS ${e.at === null ? null : JSON.stringify(e.at)}`;
export interface FoundLine {
  readonly sourceId: string;
  readonly piece: number;
  readonly at: number;
  readonly size: number;
}
export const writeLines = (e: StoredExport, kind: FileKind, lines: readonly FoundLine[]): SQL => sql`
  INSERT INTO desk_export_lines (export_id, kind, source_id, project_id, piece, at, size)
  SELECT ${e.id}, ${kind}, k.value ->> 'sourceId', ${e.projectId}, k.value ->> 'piece', k.value ->> 'at', k.value ->> 'size' FROM json_each(${JSON.stringify(lines)}) k
  WHERE ${isChecking(e.projectId, e.id)} ON CONFLICT (project_id, export_id, kind, source_id) DO UPDATE SET piece = excluded.piece, at = excluded.at, size = excluded.size`;
export const readLines = (projectId: ProjectId, id: DeskExportId, kind: FileKind, sourceIds: readonly string[]): Query<FoundLine[]> =>
  query(
    sql`SELECT ${columns("desk_export_lines", "source_id, piece, at, size")} FROM desk_export_lines WHERE project_id = ${projectId} AND export_id = ${id} AND kind = ${kind} AND source_id IN (SELECT value FROM json_each(${JSON.stringify(sourceIds)}))`,
    (rows) => rows.map((row) => ({ sourceId: row.source_id, piece: row.piece, at: row.at, size: row.size })),
  );

// --- removal ---------------------------------------------------------------------

export const writeRemoving = (projectId: ProjectId, id: DeskExportId, when: SQL): SQL =>
  sql`UPDATE desk_exports SET state = 'removing' WHERE ${of(projectId, id)} AND ${when}`;
/** Those that a person, an import, time or a project's deletion ended. */
export const writeOldRemoving = (before: number, limit: number): SQL =>
  sql`UPDATE desk_exports SET state = 'removing' WHERE id IN (SELECT id FROM desk_exports WHERE created_at < ${before} AND state <> 'removing' ORDER BY created_at LIMIT ${limit})`;
export const readRemoving = (
  projectId: ProjectId | null,
  before: number,
  limit: number,
): Query<{ id: DeskExportId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("desk_exports", "id, project_id")} FROM desk_exports WHERE ${projectId === null ? sql`created_at < ${before}` : sql`project_id = ${projectId}`} AND state = 'removing' LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id as DeskExportId, projectId: row.project_id })),
  );
export const writeGone = (projectId: ProjectId, id: DeskExportId): SQL[] => [
  sql`DELETE FROM desk_export_pieces WHERE export_id = ${id} AND project_id = ${projectId}`,
  sql`DELETE FROM desk_exports WHERE ${of(projectId, id)} AND state = 'removing'`,
];
/** A page of where its lines are. Fewer changes than the limit: it was the last one. */
export const writeLinesGone = (projectId: ProjectId, id: DeskExportId, limit: number): SQL =>
  sql`DELETE FROM desk_export_lines WHERE project_id = ${projectId} AND export_id = ${id} AND (kind, source_id) IN (SELECT kind, source_id FROM desk_export_lines WHERE project_id = ${projectId} AND export_id = ${id} LIMIT ${limit})`;
export const hasExports = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM desk_exports WHERE project_id = ${projectId})`;
export const writeAllRemoving = (projectId: ProjectId, when: SQL): SQL =>
  sql`UPDATE desk_exports SET state = 'removing' WHERE project_id = ${projectId} AND ${when}`;
/** Pieces of the project's exports, for an erasure: they hold everybody's data. */
export const readPieceKeys = (projectId: ProjectId, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("desk_export_pieces", "object_key")} FROM desk_export_pieces INDEXED BY desk_export_pieces_project WHERE project_id = ${projectId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.object_key),
  );
const piecesOf = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`project_id = ${projectId} AND object_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
export const objectsOf = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`SELECT object_key FROM desk_export_pieces WHERE ${piecesOf(projectId, keys)}`;
export const writePiecesGone = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`DELETE FROM desk_export_pieces WHERE ${piecesOf(projectId, keys)}`;
