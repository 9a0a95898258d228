// All SQL of the attributes of contacts. Their values are columns of `contacts`.
import { columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactAttributeId, ProjectId } from "#kernel/ids/index.ts";
import { type Attribute, type AttributeType, MAX_ATTRIBUTES } from "./contract.ts";

const COLUMNS = columns("contact_attributes", "id, key, label, type, choices, archived");
const attributeOf = (row: RowIn<typeof COLUMNS>): Attribute => ({
  id: row.id,
  key: row.key,
  label: row.label,
  type: row.type as AttributeType,
  choices: parseJson<string[]>(row.choices),
  archived: row.archived !== 0,
});

/** All attributes in their order, at most 50. */
export const readAttributes = (projectId: ProjectId): Query<Attribute[]> =>
  query(sql`SELECT ${COLUMNS} FROM contact_attributes WHERE project_id = ${projectId} ORDER BY place, id LIMIT ${MAX_ATTRIBUTES}`, (rows) =>
    rows.map(attributeOf),
  );
export const readAttribute = (projectId: ProjectId, id: ContactAttributeId): Query<Attribute | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM contact_attributes WHERE project_id = ${projectId} AND id = ${id}`, attributeOf);
export const readAttributeBy = (projectId: ProjectId, clientId: string): Query<Attribute | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM contact_attributes WHERE project_id = ${projectId} AND client_id = ${clientId}`, attributeOf);

/** Comes last. Left as it is where the key or the clientId is taken, or the project has as many attributes as it may. */
export const writeAttribute = (
  projectId: ProjectId,
  a: Pick<Attribute, "id" | "key" | "label" | "type" | "choices"> & { readonly clientId: string; readonly now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO contact_attributes (project_id, id, key, label, type, choices, place, client_id, created_at)
  SELECT ${projectId}, ${a.id}, ${a.key}, ${a.label}, ${a.type}, ${JSON.stringify(a.choices)},
    coalesce((SELECT max(place) + 1 FROM contact_attributes WHERE project_id = ${projectId}), 1), ${a.clientId}, ${a.now}
  WHERE ${when} AND (SELECT count(*) FROM contact_attributes WHERE project_id = ${projectId}) < ${MAX_ATTRIBUTES} ON CONFLICT DO NOTHING`;
export const writeChangedAttribute = (
  projectId: ProjectId,
  id: ContactAttributeId,
  a: Pick<Attribute, "label" | "choices" | "archived">,
  when: SQL,
): SQL => sql`
  UPDATE contact_attributes SET label = ${a.label}, choices = ${JSON.stringify(a.choices)}, archived = ${a.archived ? 1 : 0}
  WHERE project_id = ${projectId} AND id = ${id} AND ${when} AND (type = 'choice') = ${a.choices.length > 0 ? 1 : 0}`;
/** Those that the order leaves out follow it. */
export const writeOrder = (projectId: ProjectId, ids: readonly ContactAttributeId[], when: SQL): SQL => {
  const place = sql`coalesce((SELECT o.key + 1 FROM json_each(${JSON.stringify(ids)}) o WHERE o.value = contact_attributes.id), place + ${MAX_ATTRIBUTES})`;
  return sql`UPDATE contact_attributes SET place = ${place} WHERE project_id = ${projectId} AND place <> ${place} AND ${when}`;
};
/** Project deletion. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM contact_attributes WHERE project_id = ${projectId} AND ${when}`;
