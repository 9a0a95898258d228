// All SQL of followers.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { MAX_LISTED } from "./contract.ts";

/** Who follows a conversation of the project; undefined where there is no such conversation. */
export const readFollowersOf = (projectId: ProjectId, id: ConversationId): Query<AccountId[] | undefined> =>
  query(
    sql`SELECT ${columns({ f: "conversation_followers?" }, "f.account_id")} FROM conversations c LEFT JOIN conversation_followers f ON f.project_id = c.project_id AND f.conversation_id = c.id
      WHERE c.project_id = ${projectId} AND c.id = ${id} LIMIT ${MAX_LISTED}`,
    (rows) => (rows.length === 0 ? undefined : rows.flatMap(({ account_id: account }) => account ?? [])),
  );
/** Who follows these conversations: what the notifications ask. */
export const readFollowing = (
  places: readonly { readonly projectId: ProjectId; readonly conversationId: ConversationId }[],
): Query<{ conversationId: ConversationId; accountId: AccountId }[]> =>
  query(
    sql`SELECT ${columns({ f: "conversation_followers" }, "f.conversation_id, f.account_id")} FROM json_each(${JSON.stringify(places)}) k
      CROSS JOIN conversation_followers f ON f.project_id = k.value ->> 'projectId' AND f.conversation_id = k.value ->> 'conversationId'`,
    (rows) => rows.map((row) => ({ conversationId: row.conversation_id, accountId: row.account_id })),
  );
/** Makes a member follow, where `when` holds. */
export const writeFollower = (projectId: ProjectId, id: ConversationId, accountId: AccountId, when: SQL): SQL => sql`
  INSERT INTO conversation_followers (project_id, conversation_id, account_id) SELECT ${projectId}, ${id}, ${accountId} WHERE ${when} ON CONFLICT DO NOTHING`;
/** Makes those who follow one conversation follow another one, too. */
export const writeFollowersAlong = (projectId: ProjectId, from: ConversationId, into: ConversationId, when: SQL): SQL => sql`
  INSERT INTO conversation_followers (project_id, conversation_id, account_id)
  SELECT project_id, ${into}, account_id FROM conversation_followers WHERE project_id = ${projectId} AND conversation_id = ${from} AND ${when} ON CONFLICT DO NOTHING`;
export const writeNoFollower = (projectId: ProjectId, id: ConversationId, accountId: AccountId): SQL =>
  sql`DELETE FROM conversation_followers WHERE project_id = ${projectId} AND conversation_id = ${id} AND account_id = ${accountId}`;

/** Condition: what the member does in conversations makes them follow. */
export const followsAutomatically = (projectId: ProjectId, accountId: AccountId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM follower_settings WHERE project_id = ${projectId} AND account_id = ${accountId} AND automatic = 0)`;
export const readAutomatic = (projectId: ProjectId, accountId: AccountId): Query<boolean> =>
  query(sql`SELECT ${followsAutomatically(projectId, accountId)} ${as.number("automatic")}`, ([row]) => row?.automatic !== 0);
export const writeAutomatic = (projectId: ProjectId, accountId: AccountId, automatic: boolean, when: SQL): SQL => sql`
  INSERT INTO follower_settings (project_id, account_id, automatic) SELECT ${projectId}, ${accountId}, ${automatic ? 1 : 0} WHERE ${when}
  ON CONFLICT (project_id, account_id) DO UPDATE SET automatic = excluded.automatic`;

/** One page of what is left of somebody who is no member any more. */
export const writeMemberForgotten = (projectId: ProjectId, accountId: AccountId, limit: number, when: SQL): SQL => sql`
  DELETE FROM conversation_followers WHERE project_id = ${projectId} AND account_id = ${accountId} AND ${when}
    AND conversation_id IN (SELECT conversation_id FROM conversation_followers INDEXED BY conversation_followers_account WHERE project_id = ${projectId} AND account_id = ${accountId} LIMIT ${limit})`;
export const writeSettingsForgotten = (projectId: ProjectId, accountId: AccountId, when: SQL): SQL =>
  sql`DELETE FROM follower_settings WHERE project_id = ${projectId} AND account_id = ${accountId} AND ${when}`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM follower_settings WHERE project_id = ${projectId} AND ${when}`,
];
