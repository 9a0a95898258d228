// All SQL of shared drafts.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ApiTokenId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { apiTokenHolds } from "#modules/api-tokens";
import { isActive } from "#modules/contacts";
import { isMember } from "#modules/projects";
import { MAX_DRAFTS } from "./contract.ts";

interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
export const readOwnDrafts = (projectId: ProjectId, accountId: AccountId): Query<ConversationId[]> =>
  query(
    sql`SELECT DISTINCT ${columns({ d: "drafts" }, "d.conversation_id")} FROM drafts d INDEXED BY drafts_account WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} LIMIT ${MAX_DRAFTS}`,
    (rows) => rows.map((row) => row.conversation_id),
  );
export interface SharedDraft {
  readonly accountId: AccountId;
  readonly content: string;
  readonly files: number;
  readonly updatedAt: string;
}
export interface ProgramDraft {
  readonly tokenId: ApiTokenId;
  /** The token's name. */
  readonly name: string;
  readonly content: string;
  readonly updatedAt: string;
  /** The customer wrote after what the program had read. */
  readonly isBehind: boolean;
}
export interface Shared {
  readonly members: SharedDraft[];
  readonly programs: ProgramDraft[];
}
/** As a list of rows has it: the time as a number. */
type Stored<T> = Omit<T, "updatedAt"> & { readonly at: number };

/** Condition: a customer's message is newer than what the program of the draft `d` had read. */
const isBehind = sql`EXISTS (SELECT 1 FROM conversation_events e INDEXED BY conversation_events_visible WHERE e.project_id = d.project_id AND e.conversation_id = d.conversation_id
  AND e.revision > d.revision AND e.visible = 1 AND e.kind = 'message' AND e.actor_role = 'visitor')`;
/** Those of members and of tokens that hold; undefined where there is no such conversation. */
export const readShared = ({ projectId, conversationId }: Place): Query<Shared | undefined> =>
  queryOne(
    sql`SELECT (SELECT json_group_array(json_object('accountId', s.account_id, 'content', d.content, 'files', json_array_length(d.file_ids), 'at', d.updated_at))
        FROM shared_drafts s CROSS JOIN drafts d ON d.project_id = s.project_id AND d.conversation_id = s.conversation_id AND d.account_id = s.account_id AND d.kind = 'reply'
        WHERE s.project_id = c.project_id AND s.conversation_id = c.id AND ${isMember(projectId, sql`s.account_id`)}) ${as.text("members")},
      (SELECT json_group_array(json_object('tokenId', d.token_id, 'name', t.name, 'content', d.content, 'at', d.updated_at, 'isBehind', json(iif(${isBehind}, 'true', 'false'))))
        FROM program_drafts d CROSS JOIN api_tokens t ON t.id = d.token_id AND t.project_id = d.project_id
        WHERE d.project_id = c.project_id AND d.conversation_id = c.id AND d.discarded_at IS NULL) ${as.text("programs")}
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    (row) => ({
      members: (JSON.parse(row.members) as Stored<SharedDraft>[]).map(({ at, ...draft }) => ({ ...draft, updatedAt: iso(at) })),
      programs: (JSON.parse(row.programs) as Stored<ProgramDraft>[]).map(({ at, ...draft }) => ({ ...draft, updatedAt: iso(at) })),
    }),
  );
/** The conversations in which a program's draft waits for somebody. */
export const readConversationsWithProgramDrafts = (projectId: ProjectId): Query<ConversationId[]> =>
  query(
    sql`SELECT DISTINCT ${columns({ d: "program_drafts" }, "d.conversation_id")} FROM program_drafts d WHERE d.project_id = ${projectId} AND d.discarded_at IS NULL LIMIT ${MAX_DRAFTS}`,
    (rows) => rows.map((row) => row.conversation_id),
  );
/** Only in a conversation of a contact that is neither blocked nor erased, and while the token holds. */
export const writeProgramDraft = (
  { projectId, conversationId }: Place,
  d: { readonly tokenId: ApiTokenId; readonly content: string; readonly revision: number; readonly now: number },
): SQL => sql`
  INSERT INTO program_drafts (project_id, conversation_id, token_id, content, revision, updated_at)
  SELECT c.project_id, c.id, ${d.tokenId}, ${d.content}, min(${d.revision}, c.revision), ${d.now} FROM conversations c
  WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${isActive(projectId, sql`c.contact_id`)} AND ${apiTokenHolds(projectId, d.tokenId)}
  ON CONFLICT (project_id, conversation_id, token_id) DO UPDATE SET content = excluded.content, revision = excluded.revision, updated_at = excluded.updated_at, discarded_at = NULL`;
export const writeNoProgramDraft = ({ projectId, conversationId }: Place, tokenId: ApiTokenId): SQL =>
  sql`DELETE FROM program_drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND token_id = ${tokenId}`;
/** Undefined where there is no such conversation. */
export const readProgramDraft = (
  { projectId, conversationId }: Place,
  tokenId: ApiTokenId,
): Query<{ isHere: boolean; isStored: boolean; isBehind: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${isActive(projectId, sql`c.contact_id`)} ${as.number("here")}, d.token_id IS NOT NULL ${as.number("stored")}, ${isBehind} ${as.number("behind")}
      FROM conversations c LEFT JOIN program_drafts d ON d.project_id = c.project_id AND d.conversation_id = c.id AND d.token_id = ${tokenId}
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    (row) => ({ isHere: row.here !== 0, isStored: row.stored !== 0, isBehind: row.behind !== 0 }),
  );
export const writeDiscarded = ({ projectId, conversationId }: Place, tokenId: ApiTokenId, at: number | null): SQL =>
  sql`UPDATE program_drafts SET discarded_at = ${at} WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND token_id = ${tokenId}`;
/** The contact's conversations in which programs have drafts, for erasure. */
export const readProgramDraftsOf = (
  { projectId, contactId }: { readonly projectId: ProjectId; readonly contactId: string },
  after: string,
  limit: number,
): Query<{ client: string; id: ConversationId }[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND EXISTS (SELECT 1 FROM program_drafts d WHERE d.project_id = c.project_id AND d.conversation_id = c.id) ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, id: row.id })),
  );
export const writeErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL =>
  sql`DELETE FROM program_drafts WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** Shares the member's reply, if there is one. */
export const writeShared = ({ projectId, conversationId }: Place, accountId: AccountId, now: number, when: SQL): SQL => sql`
  INSERT INTO shared_drafts (project_id, conversation_id, account_id, shared_at)
  SELECT project_id, conversation_id, account_id, ${now} FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId} AND kind = 'reply' AND ${when}
  ON CONFLICT DO NOTHING`;
export const writeUnshared = ({ projectId, conversationId }: Place, accountId: AccountId): SQL =>
  sql`DELETE FROM shared_drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId}`;
/** What joins a shared reply of its author without being shared itself ends the sharing of both. Runs before the drafts go. */
export const writeUnsharedByJoining = (projectId: ProjectId, from: ConversationId, to: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM shared_drafts WHERE project_id = ${projectId} AND conversation_id = ${to} AND ${when}
    AND EXISTS (SELECT 1 FROM drafts d WHERE d.project_id = shared_drafts.project_id AND d.conversation_id = ${from} AND d.account_id = shared_drafts.account_id AND d.kind = 'reply')
    AND NOT EXISTS (SELECT 1 FROM shared_drafts f WHERE f.project_id = shared_drafts.project_id AND f.conversation_id = ${from} AND f.account_id = shared_drafts.account_id)`;
/** Those of programs go along where the program has none; it has read nothing there, so what it wrote counts as current. */
export const writesProgramDraftsAlong = (projectId: ProjectId, from: ConversationId, to: ConversationId, when: SQL): SQL[] => [
  sql`UPDATE OR IGNORE program_drafts SET conversation_id = ${to}, revision = (SELECT c.revision FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${to}) WHERE project_id = ${projectId} AND conversation_id = ${from} AND ${when}`,
];
/** Deletes those for which the condition on the row holds. */
export const writeGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM shared_drafts WHERE project_id = ${projectId} AND ${when}`;
export const writeProgramDraftsGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM program_drafts WHERE project_id = ${projectId} AND ${when}`;
