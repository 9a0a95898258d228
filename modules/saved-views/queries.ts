// Statements on saved views: what people and modules keep. Those on their indexes stand in `index-queries.ts`.
import { as, columns, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId, SavedViewId, SavedViewIndexId } from "#kernel/ids/index.ts";
import { type Conditions, type Sort, sortOf } from "#modules/conversations/contract";
import type { ModuleView } from "#modules/conversations";
import { isMember } from "#modules/projects";
import { MAX_ALL, MAX_PERSONAL, MAX_SHARED, type SavedView, type ViewKind } from "./contract.ts";
import { rangeOf } from "./rules.ts";

/** Counts end here: shown as “99+”. */
const CAP = 100;
export const EDITORS = ["owner", "admin"] as const;

export interface StoredView {
  readonly id: SavedViewId;
  readonly kind: ViewKind | "module";
  readonly ownerId: AccountId | null;
  readonly name: string;
  readonly icon: string;
  readonly conditions: Conditions;
  readonly sort: Sort;
  readonly indexId: SavedViewIndexId;
  /** Null once it is filled. */
  readonly filling: { readonly lookedAt: number } | null;
  readonly conversations: number;
}
const COLUMNS = columns(
  { w: "saved_views", i: "saved_view_indexes" },
  "w.id, w.kind, w.owner_id, w.name, w.icon, w.conditions, w.sort, w.index_id, i.entered_to, i.looked_at, i.conversations",
);
const SOURCE = sql`saved_views w CROSS JOIN saved_view_indexes i ON i.project_id = w.project_id AND i.id = w.index_id`;
const stored = (row: RowIn<typeof COLUMNS>): StoredView => ({
  id: row.id as SavedViewId,
  kind: row.kind as StoredView["kind"],
  ownerId: row.owner_id as AccountId | null,
  name: row.name,
  icon: row.icon,
  conditions: JSON.parse(row.conditions) as Conditions,
  sort: row.sort as Sort,
  indexId: row.index_id as SavedViewIndexId,
  filling: row.entered_to === null ? null : { lookedAt: row.looked_at },
  conversations: row.conversations,
});
/** Holds for the views `w` that a member sees: the shared ones, those of modules, and their own. */
const isSeenBy = (me: AccountId): SQL => sql`(w.owner_id IS NULL OR w.owner_id = ${me})`;

/** The views of a member, shared ones first, each kind in its order. */
export const readViews = (projectId: ProjectId, me: AccountId): Query<StoredView[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${SOURCE} WHERE w.project_id = ${projectId} AND w.deleted_at IS NULL AND ${isSeenBy(me)} ORDER BY w.kind = 'draft', w.kind = 'personal', w.place, w.id`,
    (rows) => rows.map(stored),
  );
/** A view by its id, or by the name under which that of a module is kept. A deleted one only where `deleted` says so. */
export const readView = (projectId: ProjectId, me: AccountId, key: string, deleted = false): Query<StoredView | undefined> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${SOURCE} WHERE w.project_id = ${projectId} AND ${key.startsWith("svw_") ? sql`w.id = ${key}` : sql`w.kind = 'module' AND w.name = ${key}`}
      AND ${deleted ? sql`1` : sql`w.deleted_at IS NULL`} AND ${isSeenBy(me)}`,
    (rows) => rows.map(stored)[0],
  );
export const readViewBy = (projectId: ProjectId, me: AccountId, clientId: string): Query<StoredView | undefined> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${SOURCE} WHERE w.project_id = ${projectId} AND w.created_by = ${me} AND w.client_id = ${clientId}`,
    (rows) => rows.map(stored)[0],
  );
export const readDraft = (projectId: ProjectId, me: AccountId): Query<StoredView | undefined> =>
  query(
    sql`SELECT ${COLUMNS} FROM ${SOURCE} WHERE w.project_id = ${projectId} AND w.owner_id = ${me} AND w.kind = 'draft'`,
    (rows) => rows.map(stored)[0],
  );

/**
 * Conversations in views that compare with the current time: a range of their index, counted up to the cap. The others have their count
 * with the index.
 */
export const readRangeCounts = (
  projectId: ProjectId,
  views: readonly StoredView[],
  now: number,
): Query<ReadonlyMap<SavedViewIndexId, number>> => {
  const ranges = views.flatMap(({ indexId, conditions }) => {
    const range = rangeOf(conditions, now);
    return range === undefined ? [] : [{ indexId, ...range }];
  });
  const each = ranges.map(
    ({ indexId, key, from, to }) =>
      sql`SELECT ${indexId} ${as.text("index_id")}, (SELECT count(*) FROM (SELECT 1 FROM saved_view_rows o INDEXED BY ${sql.raw(`saved_view_rows_${key}`)} WHERE o.project_id = ${projectId} AND o.index_id = ${indexId} AND o.${sql.raw(`by_${key}`)} BETWEEN ${from} AND ${to} LIMIT ${CAP})) ${as.number("n")}`,
  );
  return query(
    ranges.length === 0 ? sql`SELECT ''  ${as.text("index_id")}, 0 ${as.number("n")} WHERE 0` : sql.join(each, sql` UNION ALL `),
    (rows) => new Map(rows.map((row) => [row.index_id as SavedViewIndexId, row.n])),
  );
};
/** The name under which a module's view is kept: one that each member has for themselves is kept for each. */
export const keptName = ({ name, conditions }: ModuleView, me: AccountId): string =>
  typeof conditions === "function" ? `${name} ${me}` : name;
/** The names of the modules' views that the member is shown. */
export const readOffered = (projectId: ProjectId, me: AccountId, views: readonly ModuleView[]): Query<string[]> =>
  query(
    views.length === 0
      ? sql`SELECT '' ${as.text("name")} WHERE 0`
      : sql.join(
          views.map(({ name, isOffered }) => sql`SELECT ${name} ${as.text("name")} WHERE ${isOffered(projectId, me)}`),
          sql` UNION ALL `,
        ),
    (rows) => rows.map(({ name }) => name),
  );
/** Condition: a view of the project, also one that was deleted or is being drafted, names the id in its conditions. */
export const isNamedInView = (projectId: ProjectId, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM saved_views WHERE project_id = ${projectId} AND instr(conditions, ${id}) > 0)`;
/** All conversations of the project, as they are counted for the views of the inbox. */
export const readTotal = (projectId: ProjectId): Query<number> =>
  query(
    sql`SELECT coalesce(sum(conversations), 0) ${as.number("n")} FROM conversation_counts WHERE project_id = ${projectId} AND list IN ('open', 'snoozed', 'closed')`,
    ([row]) => row?.n ?? 0,
  );
/** The view as it is sent. */
export const shown = (view: StoredView, counts: ReadonlyMap<SavedViewIndexId, number>, total: number): SavedView => ({
  id: view.id,
  kind: view.kind === "module" ? "shared" : view.kind,
  name: view.name,
  icon: view.icon,
  conditions: view.conditions,
  sort: sortOf(view.conditions, view.sort),
  count: Math.min(CAP, counts.get(view.indexId) ?? view.conversations),
  filling: view.filling === null ? null : { lookedAt: view.filling.lookedAt, total },
});

export interface NewView {
  readonly id: SavedViewId;
  readonly kind: ViewKind | "module";
  readonly ownerId: AccountId | null;
  readonly name: string;
  readonly icon: string;
  readonly conditions: Conditions;
  readonly sort: Sort;
  readonly indexId: SavedViewIndexId;
  readonly clientId: string;
}
const countOf = (projectId: ProjectId, kind: string, ownerId: AccountId | null): SQL =>
  sql`(SELECT count(*) FROM saved_views n WHERE n.project_id = ${projectId} AND n.deleted_at IS NULL AND n.kind = ${kind} AND n.owner_id IS ${ownerId})`;
/** Holds while there is room for another view of the kind. */
const hasRoom = (projectId: ProjectId, kind: NewView["kind"], ownerId: AccountId | null): SQL =>
  kind === "module"
    ? sql`1`
    : sql`(SELECT count(*) FROM saved_views n WHERE n.project_id = ${projectId} AND n.deleted_at IS NULL) < ${MAX_ALL}${kind === "draft" ? sql`` : sql` AND ${countOf(projectId, kind, ownerId)} < ${kind === "shared" ? MAX_SHARED : MAX_PERSONAL}`}`;
/** Holds while the member may keep views of the kind. */
const mayKeep = (projectId: ProjectId, by: AccountId, kind: NewView["kind"]): SQL =>
  kind === "shared" ? isMember(projectId, by, EDITORS) : isMember(projectId, by);

/** Stores the view, unless its clientId, the module's name, or another draft of the member exists. */
export const writeView = (projectId: ProjectId, by: AccountId, view: NewView, now: number): SQL => sql`
  INSERT INTO saved_views (project_id, id, kind, owner_id, name, icon, place, conditions, sort, index_id, client_id, created_by, created_at, changed_at)
  SELECT ${projectId}, ${view.id}, ${view.kind}, ${view.ownerId}, ${view.name}, ${view.icon}, coalesce((SELECT max(n.place) FROM saved_views n WHERE n.project_id = ${projectId}), 0) + 1,
    ${JSON.stringify(view.conditions)}, ${view.sort}, ${view.indexId}, ${view.clientId}, ${by}, ${now}, ${now}
  WHERE ${mayKeep(projectId, by, view.kind)} AND ${hasRoom(projectId, view.kind, view.ownerId)} ON CONFLICT DO NOTHING`;

export type Change = Partial<Pick<NewView, "name" | "icon" | "conditions" | "sort" | "indexId" | "ownerId">> & { readonly kind?: ViewKind };
/** Changes the view where it is as it was read. Moving it to another kind needs room there. */
export function writeChange(projectId: ProjectId, by: AccountId, was: StoredView, to: Change, now: number): SQL {
  const set: SQL[] = [sql`changed_at = ${now}`];
  if (to.name !== undefined) set.push(sql`name = ${to.name}`);
  if (to.icon !== undefined) set.push(sql`icon = ${to.icon}`);
  if (to.conditions !== undefined) set.push(sql`conditions = ${JSON.stringify(to.conditions)}`);
  if (to.sort !== undefined) set.push(sql`sort = ${to.sort}`);
  if (to.indexId !== undefined) set.push(sql`index_id = ${to.indexId}`);
  const moves = to.kind !== undefined && to.kind !== was.kind;
  const ownerId = to.ownerId ?? null;
  if (moves) set.push(sql`kind = ${to.kind}`, sql`owner_id = ${ownerId}`);
  const room =
    moves && to.kind
      ? sql` AND ${mayKeep(projectId, by, to.kind)} AND ${countOf(projectId, to.kind, ownerId)} < ${to.kind === "shared" ? MAX_SHARED : MAX_PERSONAL}`
      : sql``;
  return sql`UPDATE saved_views SET ${sql.join(set, sql`, `)} WHERE project_id = ${projectId} AND id = ${was.id} AND index_id = ${was.indexId} AND kind = ${was.kind} AND deleted_at IS NULL AND ${mayChange(projectId, by, was)}${room}`;
}
/** Holds while the member may change the view: their own, or a shared one by its editors. */
const mayChange = (projectId: ProjectId, by: AccountId, was: Pick<StoredView, "kind">): SQL => mayKeep(projectId, by, was.kind);

export const writeDeleted = (projectId: ProjectId, by: AccountId, was: StoredView, now: number): SQL =>
  sql`UPDATE saved_views SET deleted_at = ${now} WHERE project_id = ${projectId} AND id = ${was.id} AND deleted_at IS NULL AND ${mayChange(projectId, by, was)}`;
export const writeRestored = (projectId: ProjectId, by: AccountId, was: StoredView): SQL =>
  sql`UPDATE saved_views SET deleted_at = NULL WHERE project_id = ${projectId} AND id = ${was.id} AND deleted_at IS NOT NULL AND ${mayChange(projectId, by, was)} AND ${hasRoom(projectId, was.kind, was.ownerId)}`;
/** Gives the views their places by the order of ids. */
export const writeOrder = (projectId: ProjectId, by: AccountId, kind: "personal" | "shared", ids: readonly SavedViewId[]): SQL => {
  const place = sql`coalesce((SELECT k.key + 1 FROM json_each(${JSON.stringify(ids)}) k WHERE k.value = saved_views.id), ${MAX_ALL} + place)`;
  return sql`
  UPDATE saved_views SET place = ${place} WHERE project_id = ${projectId} AND kind = ${kind} AND owner_id IS ${kind === "shared" ? null : by} AND deleted_at IS NULL
    AND place <> ${place} AND ${mayKeep(projectId, by, kind)}`;
};

// --- what ends ------------------------------------------------------------------

/** Views of members who left, and of deleted projects, cannot be restored. */
export const writeOrphansDeleted = (projectId: ProjectId, when: SQL, now: number): SQL =>
  sql`UPDATE saved_views SET deleted_at = ${now} WHERE project_id = ${projectId} AND owner_id IS NOT NULL AND NOT ${isMember(projectId, sql`saved_views.owner_id`)} AND ${when}`;
export const writeAllDeleted = (projectId: ProjectId, when: SQL, now: number): SQL =>
  sql`UPDATE saved_views SET deleted_at = ${now} WHERE project_id = ${projectId} AND ${when}`;
/** Drafts that were not used for long, and views that can no longer be restored. */
export const readEnded = (
  draftsBefore: number,
  deletedBefore: number,
  limit: number,
): Query<{ projectId: ProjectId; id: SavedViewId; indexId: SavedViewIndexId }[]> =>
  query(
    sql`SELECT ${columns("saved_views", "project_id, id, index_id")} FROM saved_views INDEXED BY saved_views_old_drafts WHERE kind = 'draft' AND changed_at < ${draftsBefore} UNION ALL
      SELECT ${columns("saved_views", "project_id, id, index_id")} FROM saved_views INDEXED BY saved_views_deleted WHERE deleted_at IS NOT NULL AND deleted_at < ${deletedBefore} LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, id: row.id as SavedViewId, indexId: row.index_id as SavedViewIndexId })),
  );
export const writeGone = (projectId: ProjectId, id: SavedViewId): SQL =>
  sql`DELETE FROM saved_views WHERE project_id = ${projectId} AND id = ${id}`;
