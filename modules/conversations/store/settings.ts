// Reads and writes how a project works on its conversations. A project without a row has the defaults.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { InboxSettings } from "../contract.ts";

/** Holds unless the project has turned it off that a reply assigns the conversation to its author. */
export const assignsOnReply = (projectId: ProjectId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM conversation_settings WHERE project_id = ${projectId} AND assign_on_reply = 0)`;

export const readInboxSettings = (projectId: ProjectId): Query<InboxSettings> =>
  query(
    sql`SELECT ${columns("conversation_settings", "assign_on_reply")} FROM conversation_settings WHERE project_id = ${projectId}`,
    ([row]) => ({ assignOnReply: row === undefined || row.assign_on_reply !== 0 }),
  );
/** Applies only if it changes something. */
export const writeInboxSettings = (projectId: ProjectId, { assignOnReply }: InboxSettings): SQL => sql`
  INSERT INTO conversation_settings (project_id, assign_on_reply) SELECT ${projectId}, ${assignOnReply ? 1 : 0} WHERE ${assignsOnReply(projectId)} <> ${assignOnReply ? 1 : 0}
  ON CONFLICT (project_id) DO UPDATE SET assign_on_reply = excluded.assign_on_reply`;
