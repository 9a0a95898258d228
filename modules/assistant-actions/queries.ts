// Statements on actions and on the hosts that they may call.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AssistantActionId, ProjectId } from "#kernel/ids/index.ts";
import type { Action } from "./contract.ts";
import { toolNameOf } from "./definition/inputs.ts";
import { type ActionDefinition, MAX_ACTIONS } from "./contract/schema.ts";

export interface StoredAction {
  readonly id: AssistantActionId;
  readonly projectId: ProjectId;
  readonly host: string;
  readonly definition: ActionDefinition;
  /** Secret headers that have a value. */
  readonly secretNames: readonly string[];
  /** Encrypted. */
  readonly secrets: string | null;
  readonly enabled: boolean;
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The hosts that the project allows now. */
  readonly hosts: readonly string[];
}
const hostsOf = (projectId: SQL): SQL => sql`(SELECT h.hosts FROM assistant_action_hosts h WHERE h.project_id = ${projectId})`;
const STORED = columnList`${columns({ a: "assistant_actions" }, "a.id, a.project_id, a.host, a.definition, a.secret_names, a.secrets, a.enabled, a.revision, a.created_at, a.updated_at")}, ${hostsOf(sql`a.project_id`)} ${as.textOrNull("hosts")}`;
const storedAction = (row: RowIn<typeof STORED>): StoredAction => ({
  id: row.id,
  projectId: row.project_id,
  host: row.host,
  definition: parseJson<ActionDefinition>(row.definition),
  secretNames: parseJson<string[]>(row.secret_names),
  secrets: row.secrets,
  enabled: row.enabled !== 0,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  hosts: JSON.parse(row.hosts ?? "[]") as string[],
});
/** As the settings show it: without secrets. */
export const toAction = ({ id, definition, host, secretNames, enabled, revision, createdAt, updatedAt }: StoredAction): Action => ({
  ...definition,
  id,
  host,
  toolName: toolNameOf({ id, name: definition.name }),
  headers: definition.headers.map((name) => ({ name, set: secretNames.includes(name) })),
  enabled,
  revision,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

export const readActions = (projectId: ProjectId): Query<StoredAction[]> =>
  query(sql`SELECT ${STORED} FROM assistant_actions a WHERE a.project_id = ${projectId} ORDER BY a.id LIMIT ${MAX_ACTIONS}`, (rows) =>
    rows.map(storedAction),
  );
export const readStoredAction = (projectId: ProjectId, id: AssistantActionId): Query<StoredAction | undefined> =>
  queryOne(sql`SELECT ${STORED} FROM assistant_actions a WHERE a.project_id = ${projectId} AND a.id = ${id}`, storedAction);
export const readActionBy = (projectId: ProjectId, clientId: string): Query<StoredAction | undefined> =>
  queryOne(sql`SELECT ${STORED} FROM assistant_actions a WHERE a.project_id = ${projectId} AND a.client_id = ${clientId}`, storedAction);
export const readHosts = (projectId: ProjectId): Query<string[]> =>
  query(sql`SELECT ${columns("assistant_action_hosts", "hosts")} FROM assistant_action_hosts WHERE project_id = ${projectId}`, ([row]) =>
    row === undefined ? [] : parseJson<string[]>(row.hosts),
  );
export const writeHosts = (projectId: ProjectId, hosts: readonly string[]): SQL => sql`
  INSERT INTO assistant_action_hosts (project_id, hosts) VALUES (${projectId}, ${JSON.stringify(hosts)})
  ON CONFLICT (project_id) DO UPDATE SET hosts = excluded.hosts`;
/** The stored hosts as a text, for the audit log. */
export const hostsText = (projectId: ProjectId): SQL =>
  sql`(SELECT group_concat(j.value, ', ') FROM assistant_action_hosts h, json_each(h.hosts) j WHERE h.project_id = ${projectId})`;

/** Condition: the host is still allowed when the action is written. */
const hostAllowed = (projectId: ProjectId, host: string): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_action_hosts h, json_each(h.hosts) j WHERE h.project_id = ${projectId} AND j.value = ${host})`;

interface Written {
  readonly id: AssistantActionId;
  readonly projectId: ProjectId;
  readonly host: string;
  readonly definition: ActionDefinition;
  readonly secretNames: readonly string[];
  readonly secrets: string | null;
  readonly now: number;
}
export const writeAction = (a: Written & { readonly clientId: string }): SQL => sql`
  INSERT INTO assistant_actions (id, project_id, name, host, definition, secret_names, secrets, enabled, revision, client_id, created_at, updated_at)
  SELECT ${a.id}, ${a.projectId}, ${a.definition.name}, ${a.host}, ${JSON.stringify(a.definition)}, ${JSON.stringify(a.secretNames)}, ${a.secrets}, 0, 1, ${a.clientId}, ${a.now}, ${a.now}
  WHERE ${hostAllowed(a.projectId, a.host)} AND (SELECT count(*) FROM assistant_actions WHERE project_id = ${a.projectId}) < ${MAX_ACTIONS}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
export const writeChangedAction = (a: Written & { readonly revision: number }): SQL => sql`
  UPDATE assistant_actions SET name = ${a.definition.name}, host = ${a.host}, definition = ${JSON.stringify(a.definition)}, secret_names = ${JSON.stringify(a.secretNames)}, secrets = ${a.secrets}, revision = revision + 1, updated_at = ${a.now}
  WHERE project_id = ${a.projectId} AND id = ${a.id} AND revision = ${a.revision} AND ${hostAllowed(a.projectId, a.host)}`;
export const writeSwitch = (projectId: ProjectId, id: AssistantActionId, enabled: boolean, now: number): SQL => sql`
  UPDATE assistant_actions SET enabled = ${enabled ? 1 : 0}, updated_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND enabled <> ${enabled ? 1 : 0}`;
export const writeRemoveAction = (projectId: ProjectId, id: AssistantActionId): SQL =>
  sql`DELETE FROM assistant_actions WHERE project_id = ${projectId} AND id = ${id}`;
/** SQL of the name; null if there is no such action. */
export const actionName = (projectId: ProjectId, id: AssistantActionId): SQL =>
  sql`(SELECT name FROM assistant_actions WHERE project_id = ${projectId} AND id = ${id})`;

/** Condition: the action is on, unchanged since this revision, and its host is allowed. */
export const actionHolds = (projectId: ProjectId, id: AssistantActionId | SQL, revision: number | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_actions a, json_each(${hostsOf(sql`a.project_id`)}) j WHERE a.project_id = ${projectId} AND a.id = ${id} AND a.enabled = 1 AND a.revision = ${revision} AND j.value = a.host)`;

/** Deletes what a deleted project had set up. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  (["assistant_actions", "assistant_action_hosts", "assistant_action_requests", "assistant_action_runs"] as const).map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
