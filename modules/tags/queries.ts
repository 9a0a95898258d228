// All SQL of tags.
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, ProjectId, TagId } from "#kernel/ids/index.ts";
import { MAX_PER_CONVERSATION, MAX_TAGS, type Tag, type TagChange, type TagHue } from "./contract.ts";
import { isNamedInView, writeConversationsChanged } from "#modules/saved-views";
import { nameKey } from "./rules.ts";

const COLUMNS = columns("tags", "id, name, hue, description, state, merged_into, conversations, to_move");
const tagOf = (row: RowIn<typeof COLUMNS>): Tag => ({
  id: row.id,
  name: row.name,
  hue: row.hue as TagHue,
  description: row.description,
  state: row.state as Tag["state"],
  mergedInto: row.merged_into as TagId | null,
  conversations: row.conversations,
  toMove: row.to_move,
});

/** The colour of tags that an import makes: grey-blue, which members change. */
const IMPORTED_HUE: TagHue = 235;
/** All tags by name, at most 500. */
export const readTags = (projectId: ProjectId): Query<Tag[]> =>
  query(sql`SELECT ${COLUMNS} FROM tags WHERE project_id = ${projectId} ORDER BY name_key LIMIT ${MAX_TAGS}`, (rows) => rows.map(tagOf));
export const readTag = (projectId: ProjectId, id: TagId): Query<Tag | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM tags WHERE project_id = ${projectId} AND id = ${id}`, tagOf);
export const readTagNamed = (projectId: ProjectId, name: string): Query<Tag | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM tags WHERE project_id = ${projectId} AND name_key = ${nameKey(name)}`, tagOf);
export const readTagBy = (projectId: ProjectId, clientId: string): Query<Tag | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM tags WHERE project_id = ${projectId} AND client_id = ${clientId}`, tagOf);
export const readTagsOf = (projectId: ProjectId, ids: readonly TagId[]): Query<Tag[]> =>
  query(sql`SELECT ${COLUMNS} FROM tags WHERE project_id = ${projectId} AND id IN ${listed(ids)}`, (rows) => rows.map(tagOf));
export const readTagCount = (projectId: ProjectId): Query<number> =>
  query(sql`SELECT count(*) ${as.number("n")} FROM tags WHERE project_id = ${projectId}`, ([row]) => row?.n ?? 0);

/** Left as it is where the name or the clientId is taken, or the project has as many tags as it may. */
export const writeTag = (
  projectId: ProjectId,
  t: { id: TagId; name: string; hue: TagHue; description: string; clientId: string; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO tags (project_id, id, name, name_key, hue, description, state, client_id, created_at)
  SELECT ${projectId}, ${t.id}, ${t.name}, ${nameKey(t.name)}, ${t.hue}, ${t.description}, 'active', ${t.clientId}, ${t.now}
  WHERE ${when} AND (SELECT count(*) FROM tags WHERE project_id = ${projectId}) < ${MAX_TAGS} ON CONFLICT DO NOTHING`;
/** A name that another tag has, and a tag that is being merged, leave it as it is. */
export const writeChangedTag = (
  projectId: ProjectId,
  id: TagId,
  t: { name: string; hue: TagHue; description: string; archived: boolean },
  when: SQL,
): SQL => sql`
  UPDATE tags SET name = ${t.name}, name_key = ${nameKey(t.name)}, hue = ${t.hue}, description = ${t.description}, state = ${t.archived ? "archived" : "active"}
  WHERE project_id = ${projectId} AND id = ${id} AND state IN ('active', 'archived') AND ${when}
    AND NOT EXISTS (SELECT 1 FROM tags o WHERE o.project_id = ${projectId} AND o.name_key = ${nameKey(t.name)} AND o.id <> ${id})`;

/** Settings; every member may create tags until somebody decides otherwise. */
export const readEverybodyCreates = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${everybodyCreates(projectId)} ${as.number("may")}`, ([row]) => row?.may !== 0);
export const everybodyCreates = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT everybody_creates FROM tag_settings WHERE project_id = ${projectId}), 1)`;
export const writeTagSettings = (projectId: ProjectId, everybody: boolean, when: SQL): SQL => sql`
  INSERT INTO tag_settings (project_id, everybody_creates) SELECT ${projectId}, ${everybody ? 1 : 0} WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET everybody_creates = excluded.everybody_creates WHERE everybody_creates <> excluded.everybody_creates`;

// --- tags of a conversation ---------------------------------------------------

/** The row's field. Its tags stand in the primary key in order, so it reads one entry of the index for each, and none without tags. */
export const TAG_IDS = sql`(SELECT group_concat(t.tag_id) FROM conversation_tags t WHERE t.project_id = c.project_id AND t.conversation_id = c.id)`;
/** The same as a JSON array, or NULL for none. A tag that is being merged counts as the one that it becomes part of. */
export const TAGS_COUNTED = sql`(SELECT nullif(json_group_array(coalesce(g.merged_into, t.tag_id)), '[]') FROM conversation_tags t LEFT JOIN tags g ON g.project_id = t.project_id AND g.id = t.tag_id WHERE t.project_id = c.project_id AND t.conversation_id = c.id)`;
/** Condition on the conversation `c`: it has the tag. */
export const hasTag = (tagId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_tags t WHERE t.project_id = c.project_id AND t.conversation_id = c.id AND t.tag_id = ${tagId})`;

const listed = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** What the tags of the conversation count as: one that is being merged as the tag that it becomes part of. */
const countsAs = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`SELECT DISTINCT coalesce(g.merged_into, g.id) AS id FROM conversation_tags t JOIN tags g ON g.project_id = t.project_id AND g.id = t.tag_id WHERE t.project_id = ${projectId} AND t.conversation_id = ${conversationId}`;
/** Condition: all of them are tags of the project. */
export const areTagsOf = (projectId: ProjectId, ids: readonly TagId[]): SQL =>
  sql`(SELECT count(*) FROM tags WHERE project_id = ${projectId} AND id IN ${listed(ids)}) = ${ids.length}`;
/** Condition: the tags can be added and removed as they are. */
export const canChangeTags = (projectId: ProjectId, conversationId: ConversationId, { added, removed }: TagChange): SQL => sql`
  (SELECT count(*) FROM json_each(${JSON.stringify(added)}) k JOIN tags g ON g.project_id = ${projectId} AND g.id = k.value AND g.state = 'active') = ${added.length}
  AND (SELECT count(*) FILTER (WHERE id IN ${listed(added)}) = 0 AND count(*) FILTER (WHERE id IN ${listed(removed)}) = ${removed.length}
    AND count(*) + ${added.length - removed.length} <= ${MAX_PER_CONVERSATION} FROM (${countsAs(projectId, conversationId)}))`;
export const readTagsOn = (projectId: ProjectId, conversationId: ConversationId): Query<string[]> =>
  query(sql`SELECT id ${as.text("tag")} FROM (${countsAs(projectId, conversationId)})`, (rows) => rows.map((row) => row.tag));

/** Removing a tag also removes what is being merged into it. */
export const writeTagChange = (
  projectId: ProjectId,
  conversationId: ConversationId,
  { added, removed }: TagChange,
  done: SQL,
): readonly SQL[] => [
  ...(removed.length === 0
    ? []
    : [
        sql`DELETE FROM conversation_tags WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${done}
        AND EXISTS (SELECT 1 FROM tags g WHERE g.project_id = ${projectId} AND g.id = conversation_tags.tag_id AND coalesce(g.merged_into, g.id) IN ${listed(removed)})`,
      ]),
  ...(added.length === 0
    ? []
    : [
        sql`INSERT INTO conversation_tags (project_id, conversation_id, tag_id) SELECT ${projectId}, ${conversationId}, k.value FROM json_each(${JSON.stringify(added)}) k WHERE ${done}`,
      ]),
];

/**
 * Gives the conversation exactly these tags of an import: makes those that the project does not have, uses for a merged one what it became
 * part of, and leaves out what is beyond the project's or the conversation's maximum. `id`: for a new tag.
 */
export function writeImportedTags(
  projectId: ProjectId,
  conversationId: ConversationId,
  tags: readonly { readonly id: TagId; readonly name: string; readonly clientId: string }[],
  now: number,
  when: SQL,
): SQL[] {
  const keys = JSON.stringify(tags.map(({ name }) => nameKey(name)));
  return [
    ...tags.map(({ id, name, clientId }) => writeTag(projectId, { id, name, hue: IMPORTED_HUE, description: "", clientId, now }, when)),
    sql`DELETE FROM conversation_tags WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}`,
    sql`INSERT INTO conversation_tags (project_id, conversation_id, tag_id)
      SELECT DISTINCT ${projectId}, ${conversationId}, coalesce(g.merged_into, g.id) FROM json_each(${keys}) k CROSS JOIN tags g ON g.project_id = ${projectId} AND g.name_key = k.value
      WHERE ${when} LIMIT ${MAX_PER_CONVERSATION}`,
  ];
}
/** Removes the tags of a conversation that is removed itself. */
export const writeNoTagsOf = (projectId: ProjectId, conversationId: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM conversation_tags WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}`;
/** Gives a conversation back the tags that it had before an import changed them, as far as they are still there. */
export const writeTagsBack = (projectId: ProjectId, conversationId: ConversationId, ids: readonly string[], when: SQL): SQL[] => [
  writeNoTagsOf(projectId, conversationId, when),
  sql`INSERT INTO conversation_tags (project_id, conversation_id, tag_id)
    SELECT DISTINCT ${projectId}, ${conversationId}, coalesce(g.merged_into, g.id) FROM tags g WHERE g.project_id = ${projectId} AND g.id IN ${listed(ids)} AND ${when}`,
];
/**
 * Removes tags that an import made, by SQL of `id` and `name`: those that no conversation, view or merged tag has, and that nobody changed.
 */
export const writeRemoveUnusedTags = (projectId: ProjectId, made: SQL, when: SQL): SQL => sql`
  DELETE FROM tags WHERE project_id = ${projectId} AND (id, name) IN (${made}) AND state = 'active' AND conversations = 0 AND hue = ${IMPORTED_HUE} AND description = ''
    AND NOT EXISTS (SELECT 1 FROM tags o WHERE o.project_id = ${projectId} AND o.merged_into = tags.id) AND NOT ${isNamedInView(projectId, sql`tags.id`)} AND ${when}`;
/** Condition: the tag is gone. */
export const tagIsGone = (projectId: ProjectId, id: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM tags WHERE project_id = ${projectId} AND id = ${id})`;

// --- merging -------------------------------------------------------------------

/** Begins to merge a tag; what was merged into it earlier goes along. */
export const writeMerge = (projectId: ProjectId, id: TagId, into: TagId, when: SQL): SQL => sql`
  UPDATE tags SET state = 'merging', merged_into = ${into}, to_move = conversations
  WHERE project_id = ${projectId} AND id = ${id} AND state IN ('active', 'archived') AND id <> ${into} AND ${when}
    AND EXISTS (SELECT 1 FROM tags i WHERE i.project_id = ${projectId} AND i.id = ${into} AND i.state = 'active')`;
export const writeAliasesMoved = (projectId: ProjectId, id: TagId, into: TagId): SQL =>
  sql`UPDATE tags SET merged_into = ${into} WHERE project_id = ${projectId} AND merged_into = ${id} AND ${isMergingInto(projectId, id, into)}`;
export const isMergingInto = (projectId: ProjectId, id: TagId, into: TagId): SQL =>
  sql`EXISTS (SELECT 1 FROM tags s WHERE s.project_id = ${projectId} AND s.id = ${id} AND s.state = 'merging' AND s.merged_into = ${into})`;
/**
 * Moves one page of conversations; the last statement answers how many. Where they go to is read in the same batch, because that tag
 * may itself have been merged since.
 */
export function writeMovedPage(projectId: ProjectId, id: TagId, limit: number): readonly [SQL, SQL, SQL] {
  const page = sql`(SELECT conversation_id FROM conversation_tags INDEXED BY conversation_tags_tag WHERE project_id = ${projectId} AND tag_id = ${id} ORDER BY conversation_id LIMIT ${limit})`;
  return [
    writeConversationsChanged(projectId, sql`SELECT conversation_id AS id FROM ${page}`),
    sql`INSERT INTO conversation_tags (project_id, conversation_id, tag_id)
      SELECT ${projectId}, p.conversation_id, g.merged_into FROM tags g CROSS JOIN ${page} p WHERE g.project_id = ${projectId} AND g.id = ${id} AND g.state = 'merging'
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM conversation_tags WHERE project_id = ${projectId} AND tag_id = ${id} AND conversation_id IN ${page}
      AND EXISTS (SELECT 1 FROM tags g WHERE g.project_id = ${projectId} AND g.id = ${id} AND g.state = 'merging')`,
  ];
}
export const writeMerged = (projectId: ProjectId, id: TagId): SQL => sql`
  UPDATE tags SET state = 'merged' WHERE project_id = ${projectId} AND id = ${id} AND state = 'merging'
    AND NOT EXISTS (SELECT 1 FROM conversation_tags t WHERE t.project_id = ${projectId} AND t.tag_id = ${id})`;

/** Project deletion. What remains is ids without a name. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`tags`, sql`tag_settings`].map((table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`);
