// All SQL of macros. Every statement names the project; a macro of another member is answered like a missing one.
import { days, isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, MacroId, MacroRunId, ProjectId } from "#kernel/ids/index.ts";
import { type Macro, type MacroFields, MAX_OWN, MAX_SHARED, type Step } from "./contract.ts";

const COLUMNS = columns("macros", "id, owner_id, title, content, content_kind, steps, version, uses, used_at");
const macro = (row: RowIn<typeof COLUMNS>): Macro => ({
  id: row.id,
  shared: row.owner_id === null,
  title: row.title,
  text: row.content,
  kind: row.content_kind as Macro["kind"],
  steps: JSON.parse(row.steps) as Step[],
  version: row.version,
  uses: row.uses,
  usedAt: isoOrNull(row.used_at),
});

/** For so long a deletion, and a macro that was applied, can be undone. */
export const KEPT = days(1);

const isVisible = (me: AccountId): SQL => sql`(owner_id IS NULL OR owner_id = ${me})`;
/** The caller may change it: it is their own, or shared and they may change those. */
const isMine = (me: AccountId, admin: SQL): SQL => sql`(owner_id = ${me} OR (owner_id IS NULL AND ${admin}))`;

/** The macros that the project shares. */
export const readShared = (projectId: ProjectId): Query<Macro[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM macros WHERE project_id = ${projectId} AND owner_id IS NULL AND deleted_at IS NULL LIMIT ${MAX_SHARED}`,
    (rows) => rows.map(macro),
  );
/** The member's own. */
export const readOwn = (projectId: ProjectId, me: AccountId): Query<Macro[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM macros WHERE project_id = ${projectId} AND owner_id = ${me} AND deleted_at IS NULL LIMIT ${MAX_OWN}`,
    (rows) => rows.map(macro),
  );
export const readMacro = (projectId: ProjectId, me: AccountId, id: MacroId): Query<Macro | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM macros WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL AND ${isVisible(me)}`,
    macro,
  );
/** The same, also if it was deleted since this time. */
export const readMacroOrDeleted = (projectId: ProjectId, me: AccountId, id: MacroId, since: number): Query<Macro | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM macros WHERE project_id = ${projectId} AND id = ${id} AND ${isVisible(me)} AND (deleted_at IS NULL OR deleted_at > ${since})`,
    macro,
  );
export const readMacroBy = (projectId: ProjectId, me: AccountId, clientId: string): Query<Macro | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM macros WHERE project_id = ${projectId} AND created_by = ${me} AND client_id = ${clientId}`, macro);

/** Condition: there is room for another macro of the scope. `owner`: null for the shared ones. */
const hasRoom = (projectId: ProjectId, owner: AccountId | null): SQL =>
  sql`(SELECT count(*) FROM macros n WHERE n.project_id = ${projectId} AND n.owner_id IS ${owner === null ? sql`NULL` : sql`${owner}`} AND n.deleted_at IS NULL) < ${owner === null ? MAX_SHARED : MAX_OWN}`;
/** Why a macro was not stored: whether there is room for it, and whether all that it names is of the project. */
export const readObstacles = (
  projectId: ProjectId,
  owner: AccountId | null,
  isOfProject: SQL,
): Query<{ room: boolean; ofProject: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${hasRoom(projectId, owner)} ${as.number("room")}, (${isOfProject}) ${as.number("of_project")}`,
    ({ room, of_project: ofProject }) => ({ room: room !== 0, ofProject: ofProject !== 0 }),
  );

/** A macro that its clientId has stored already is left as it is. */
export const writeMacro = (
  made: MacroFields & {
    readonly id: MacroId;
    readonly projectId: ProjectId;
    readonly owner: AccountId | null;
    readonly by: AccountId;
    readonly clientId: string;
    readonly now: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO macros (id, project_id, owner_id, title, content, content_kind, steps, created_by, client_id, created_at, changed_at)
  SELECT ${made.id}, ${made.projectId}, ${made.owner}, ${made.title}, ${made.text}, ${made.kind}, ${JSON.stringify(made.steps)}, ${made.by}, ${made.clientId}, ${made.now}, ${made.now}
  WHERE ${when} AND ${hasRoom(made.projectId, made.owner)} ON CONFLICT (project_id, created_by, client_id) DO NOTHING`;
export const writeChanged = (
  changed: MacroFields & {
    readonly id: MacroId;
    readonly projectId: ProjectId;
    readonly me: AccountId;
    readonly version: number;
    readonly now: number;
  },
  admin: SQL,
  when: SQL,
): SQL => sql`
  UPDATE macros SET title = ${changed.title}, content = ${changed.text}, content_kind = ${changed.kind}, steps = ${JSON.stringify(changed.steps)}, version = version + 1, changed_at = ${changed.now}
  WHERE project_id = ${changed.projectId} AND id = ${changed.id} AND version = ${changed.version} AND deleted_at IS NULL AND ${isMine(changed.me, admin)} AND ${when}`;
export const writeDeleted = (projectId: ProjectId, me: AccountId, id: MacroId, admin: SQL, now: number): SQL =>
  sql`UPDATE macros SET deleted_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL AND ${isMine(me, admin)}`;
/** Not if the list has become full meanwhile. */
export const writeRestored = (projectId: ProjectId, me: AccountId, id: MacroId, shared: boolean, admin: SQL): SQL =>
  sql`UPDATE macros SET deleted_at = NULL WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NOT NULL AND ${isMine(me, admin)} AND ${hasRoom(projectId, shared ? null : me)}`;

// --- applying ------------------------------------------------------------------------
/** A step that changes something, with the values that do it and take it back. */
export interface RunStep {
  /** Its place in the macro. */
  readonly place: number;
  readonly action: string;
  readonly value: unknown;
  /** Undefined if it can't be taken back. */
  readonly inverse?: unknown;
}
export interface MacroRun {
  readonly id: MacroRunId;
  readonly macroId: MacroId;
  readonly conversationId: ConversationId;
  readonly steps: readonly RunStep[];
}
const RUN = columns("macro_runs", "id, macro_id, conversation_id, steps");
const run = (row: RowIn<typeof RUN>): MacroRun => ({
  id: row.id,
  macroId: row.macro_id as MacroId,
  conversationId: row.conversation_id,
  steps: JSON.parse(row.steps) as RunStep[],
});
/** One of the member's own, applied since this time. */
export const readRun = (projectId: ProjectId, me: AccountId, id: MacroRunId, since: number): Query<MacroRun | undefined> =>
  queryOne(
    sql`SELECT ${RUN} FROM macro_runs WHERE project_id = ${projectId} AND id = ${id} AND account_id = ${me} AND created_at > ${since}`,
    run,
  );
export const readRunBy = (projectId: ProjectId, me: AccountId, clientId: string): Query<MacroRun | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM macro_runs WHERE project_id = ${projectId} AND account_id = ${me} AND client_id = ${clientId}`, run);
/** Stores what is about to be done, and counts the use, if the macro is still in this version. */
export const writeRun = (
  made: MacroRun & { projectId: ProjectId; me: AccountId; clientId: string; version: number; now: number },
  when: SQL,
): SQL[] => [
  sql`INSERT INTO macro_runs (id, project_id, macro_id, conversation_id, account_id, client_id, steps, created_at)
    SELECT ${made.id}, ${made.projectId}, ${made.macroId}, ${made.conversationId}, ${made.me}, ${made.clientId}, ${JSON.stringify(made.steps)}, ${made.now}
    WHERE ${when} AND EXISTS (SELECT 1 FROM macros WHERE project_id = ${made.projectId} AND id = ${made.macroId} AND version = ${made.version} AND deleted_at IS NULL AND ${isVisible(made.me)})
    ON CONFLICT (project_id, account_id, client_id) DO NOTHING`,
  sql`UPDATE macros SET uses = uses + 1, used_at = ${made.now} WHERE project_id = ${made.projectId} AND id = ${made.macroId} AND changes() > 0`,
];
/** Whether each condition on the conversation `c` holds; undefined if there is no such conversation. */
export const readHolds = (projectId: ProjectId, id: ConversationId, conditions: readonly SQL[]): Query<boolean[] | undefined> =>
  queryOne(
    sql`SELECT json_array(${sql.join(
      conditions.map((each) => sql`(${each}) <> 0`),
      sql`, `,
    )}) ${as.text("holds")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    ({ holds }) => (JSON.parse(holds) as number[]).map((each) => each === 1),
  );

// --- the end -------------------------------------------------------------------------
/** Personal macros of whoever is no longer a member. `isStillMember`: a condition on an account. */
export const writeDeletedOfFormer = (projectId: ProjectId, isStillMember: (account: SQL) => SQL, now: number, when: SQL): SQL =>
  sql`UPDATE macros SET deleted_at = ${now} WHERE project_id = ${projectId} AND owner_id IS NOT NULL AND deleted_at IS NULL AND ${when} AND NOT ${isStillMember(sql`macros.owner_id`)}`;
export const writeDeletedOfProject = (projectId: ProjectId, now: number, when: SQL): SQL =>
  sql`UPDATE macros SET deleted_at = ${now} WHERE project_id = ${projectId} AND deleted_at IS NULL AND ${when}`;
/** Of all projects: what was deleted before this time, and what was applied before it; some rows at a time. */
export const writeOldGone = (before: number, limit: number): SQL[] => [
  sql`DELETE FROM macros WHERE id IN (SELECT id FROM macros WHERE deleted_at < ${before} ORDER BY deleted_at LIMIT ${limit})`,
  sql`DELETE FROM macro_runs WHERE id IN (SELECT id FROM macro_runs WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`,
];
