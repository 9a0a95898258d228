// All SQL of creating issues: drafts, and what became of each creation.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { type CodeHostFault, hasRoom, isChosen } from "#modules/code-hosting";
import { isActive } from "#modules/contacts";
import { contactOf, conversationExists, isMessageOf } from "#modules/conversations";
import { areOfMessages, listedFilesJson, parseAttachments } from "#modules/files";
import type { Attachment } from "#modules/files/contract";
import { stillMay } from "#modules/projects";
import * as v from "valibot";
import { IssueDraft, type IssueCreation, type IssueRequest } from "./contract.ts";

// --- drafts ------------------------------------------------------------------------

export interface DraftKey {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly accountId: AccountId;
}
const isDraft = ({ projectId, conversationId, accountId }: DraftKey): SQL =>
  sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId}`;
/** Undefined also for one that an older release stored in another form. */
export const readDraft = (key: DraftKey): Query<IssueDraft | undefined> =>
  queryOne(sql`SELECT ${columns("code_issue_drafts", "draft")} FROM code_issue_drafts WHERE ${isDraft(key)}`, (row) => {
    const parsed = v.safeParse(IssueDraft, JSON.parse(row.draft));
    return parsed.success ? parsed.output : undefined;
  });
export interface Shown {
  readonly request: string;
  readonly digest: string;
}
/** Without `shown` any preview of before is void; there is none while a creation is open. Of a contact who is being erased nothing is kept. */
export const writeDraft = (key: DraftKey, draft: IssueDraft, shown: Shown | null, now: number): SQL => sql`
  INSERT INTO code_issue_drafts (project_id, conversation_id, account_id, draft, saved_at, preview, digest, previewed_at)
  SELECT ${key.projectId}, ${key.conversationId}, ${key.accountId}, ${JSON.stringify(draft)}, ${now}, ${shown?.request ?? null}, ${shown?.digest ?? null}, ${shown ? now : null}
  WHERE ${conversationExists(key.projectId, key.conversationId)} AND ${isActive(key.projectId, contactOf(key.projectId, key.conversationId))}
    AND ${shown ? sql`NOT EXISTS (SELECT 1 FROM code_issue_creations o INDEXED BY code_issue_creations_open WHERE o.project_id = ${key.projectId} AND o.conversation_id = ${key.conversationId} AND o.due_at IS NOT NULL)` : sql`1`}
  ON CONFLICT (project_id, conversation_id, account_id) DO UPDATE SET draft = excluded.draft, saved_at = excluded.saved_at,
    preview = excluded.preview, digest = excluded.digest, previewed_at = excluded.previewed_at`;
export const writeNoIssueDraft = (key: DraftKey, when: SQL = sql`1`): SQL =>
  sql`DELETE FROM code_issue_drafts WHERE ${isDraft(key)} AND ${when}`;

/** The files, in their order; undefined unless all are of the conversation's messages. */
export const readChosenFiles = (
  projectId: ProjectId,
  conversationId: ConversationId,
  ids: readonly FileId[],
): Query<Attachment[] | undefined> =>
  query(
    sql`SELECT ${areOfMessages(projectId, ids, (messageId) => isMessageOf(projectId, conversationId, messageId))} ${as.number("there")},
      ${listedFilesJson(sql`${projectId}`, sql`${JSON.stringify(ids)}`)} ${as.text("files")}`,
    ([row]) => (row && row.there !== 0 ? parseAttachments(row.files) : undefined),
  );

// --- creations ---------------------------------------------------------------------

const CREATION = columns(
  "code_issue_creations",
  "project_id, id, conversation_id, account_id, repository, request, state, fault, problems, sends, looks, absent, number, url, created_at, due_at",
);
/**
 * `marker`: random; a comment in the body holds it, by which the issue is known again. `place`: what the preview showed of the repository: its
 * name in the project, GitHub's id, and who can read it; undefined of previews that an older release made.
 */
export type MarkedRequest = IssueRequest & {
  readonly marker: string;
  readonly place?: { readonly chosen: string; readonly id: number; readonly isPrivate: boolean };
};
/** The name under which the project chose the repository of a stored request. */
const chosenName = (request: SQL): SQL => sql`coalesce(${request} ->> '$.place.chosen', ${request} ->> '$.repository')`;
export interface Creation extends DraftKey {
  readonly id: string;
  readonly repository: string;
  /** Until it is settled. */
  readonly request: MarkedRequest | null;
  readonly state: IssueCreation["state"];
  readonly fault: CreationFault | null;
  readonly problems: readonly string[];
  readonly sends: number;
  readonly looks: number;
  /** Looks that GitHub answered without the issue. */
  readonly absent: number;
  readonly number: number | null;
  readonly url: string | null;
  readonly createdAt: number;
  readonly dueAt: number | null;
}
export type CreationFault = CodeHostFault | "unknown";
const creationOf = (row: RowIn<typeof CREATION>): Creation => ({
  ...{ projectId: row.project_id, id: row.id, conversationId: row.conversation_id, accountId: row.account_id },
  ...{ repository: row.repository, state: row.state as Creation["state"], fault: row.fault as Creation["fault"] },
  request: row.request === null ? null : (JSON.parse(row.request) as MarkedRequest),
  problems: row.problems === null ? [] : (JSON.parse(row.problems) as string[]),
  ...{
    sends: row.sends,
    looks: row.looks,
    absent: row.absent,
    number: row.number,
    url: row.url,
    createdAt: row.created_at,
    dueAt: row.due_at,
  },
});
export const toCreation = (c: Creation): IssueCreation => ({
  ...{ state: c.state, repository: c.repository, number: c.number, url: c.url, fault: c.fault, problems: [...c.problems] },
  ...{ accountId: c.accountId, createdAt: iso(c.createdAt), nextAt: c.dueAt === null ? null : iso(c.dueAt) },
});

export const readCreationBy = (projectId: ProjectId, accountId: AccountId, clientId: string): Query<Creation | undefined> =>
  queryOne(
    sql`SELECT ${CREATION} FROM code_issue_creations WHERE project_id = ${projectId} AND account_id = ${accountId} AND client_id = ${clientId}`,
    creationOf,
  );
export const readLatestCreation = (projectId: ProjectId, conversationId: ConversationId): Query<Creation | undefined> =>
  queryOne(
    sql`SELECT ${CREATION} FROM code_issue_creations INDEXED BY code_issue_creations_conversation WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY created_at DESC LIMIT 1`,
    creationOf,
  );
export const readLastRepository = (projectId: ProjectId, accountId: AccountId): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_issue_creations", "repository")} FROM code_issue_creations INDEXED BY code_issue_creations_account WHERE project_id = ${projectId} AND account_id = ${accountId} ORDER BY created_at DESC LIMIT 1`,
    (row) => row.repository,
  );

interface Begun extends DraftKey {
  readonly id: string;
  readonly clientId: string;
  readonly digest: string;
  readonly now: number;
  /** Previews of before are too old. */
  readonly after: number;
  readonly dueAt: number;
}
/** Since the preview nobody else has begun to create one: whoever previewed did not know of it. */
const isAlone = (
  b: DraftKey,
  since: SQL,
): SQL => sql`NOT EXISTS (SELECT 1 FROM code_issue_creations o INDEXED BY code_issue_creations_conversation
  WHERE o.project_id = ${b.projectId} AND o.conversation_id = ${b.conversationId} AND o.created_at >= ${since} AND o.account_id <> ${b.accountId} AND o.state <> 'failed')`;
/** Decides: the stored preview becomes a creation, while no other is open in the conversation. */
export const writeBegun = (b: Begun): SQL => sql`
  INSERT INTO code_issue_creations (project_id, id, conversation_id, account_id, client_id, repository, digest, request, state, created_at, due_at)
  SELECT d.project_id, ${b.id}, d.conversation_id, d.account_id, ${b.clientId}, d.preview ->> '$.repository', d.digest, d.preview, 'sending', ${b.now}, ${b.dueAt}
  FROM code_issue_drafts d WHERE d.project_id = ${b.projectId} AND d.conversation_id = ${b.conversationId} AND d.account_id = ${b.accountId}
    AND d.digest = ${b.digest} AND d.previewed_at > ${b.after} AND ${isChosen(b.projectId, chosenName(sql`d.preview`))}
    AND ${isAlone(b, sql`d.previewed_at`)} AND ${hasRoom(b.projectId, b.conversationId)} AND ${isActive(b.projectId, contactOf(b.projectId, b.conversationId))}
  ON CONFLICT DO NOTHING`;

export const readDueCreations = (now: number, limit: number): Query<Creation[]> =>
  query(
    sql`SELECT ${CREATION} FROM code_issue_creations INDEXED BY code_issue_creations_due WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`,
    (rows) => rows.map(creationOf),
  );
const isStill = (c: Creation): SQL =>
  sql`project_id = ${c.projectId} AND id = ${c.id} AND due_at = ${c.dueAt} AND sends = ${c.sends} AND looks = ${c.looks}`;
/** Claims it for one look: whoever reads it afterwards comes later. */
export const writeLooking = (c: Creation, dueAt: number): SQL =>
  sql`UPDATE code_issue_creations SET state = 'looking', looks = looks + 1, due_at = ${dueAt} WHERE ${isStill(c)}`;
/** GitHub answered a look, and the issue was not there. */
export const writeAbsent = (c: Creation): SQL => sql`UPDATE code_issue_creations SET absent = absent + 1, fault = NULL WHERE ${isStill(c)}`;
/** Claims it for sending it anew, if its member still may, the repository is still chosen, and its contact is not being erased. */
export const writeSendingAgain = (c: Creation, dueAt: number): SQL => sql`
  UPDATE code_issue_creations SET state = 'sending', sends = sends + 1, due_at = ${dueAt}
  WHERE ${isStill(c)} AND ${stillMay(c.projectId, c.accountId, "operator")} AND ${isChosen(c.projectId, chosenName(sql`code_issue_creations.request`))} AND ${isActive(c.projectId, contactOf(c.projectId, c.conversationId))}`;
export const writeLater = (c: Creation, fault: CreationFault | null, dueAt: number): SQL =>
  sql`UPDATE code_issue_creations SET fault = ${fault}, due_at = ${dueAt} WHERE ${isStill(c)}`;
/** Those that GitHub's fault keeps waiting are looked for at once. `when`: the project was connected again. */
export const writeCreationsDue = (projectId: ProjectId, now: number, when: SQL): SQL => sql`
  UPDATE code_issue_creations SET due_at = ${now} WHERE project_id = ${projectId} AND due_at > ${now} AND state = 'looking' AND fault IS NOT NULL AND ${when}`;
const isOpen = (c: Pick<Creation, "projectId" | "id">): SQL => sql`project_id = ${c.projectId} AND id = ${c.id} AND due_at IS NOT NULL`;
export const stillOpen = (c: Pick<Creation, "projectId" | "id">): SQL =>
  sql`EXISTS (SELECT 1 FROM code_issue_creations WHERE ${isOpen(c)})`;
export const writeFailed = (c: Creation, fault: CreationFault, problems: readonly string[]): SQL => sql`
  UPDATE code_issue_creations SET state = 'failed', fault = ${fault}, problems = ${problems.length > 0 ? JSON.stringify(problems) : null}, request = NULL, due_at = NULL WHERE ${isOpen(c)}`;
export const writeCreated = (c: Creation, found: { number: number; url: string; repository: string }, when: SQL): SQL => sql`
  UPDATE code_issue_creations SET state = 'created', fault = NULL, number = ${found.number}, url = ${found.url}, repository = ${found.repository}, request = NULL, due_at = NULL
  WHERE ${isOpen(c)} AND ${when}`;

// --- erasure and the end of a project ------------------------------------------------

const among = (ids: readonly ConversationId[]): SQL => sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export interface WrittenKey {
  readonly client: string;
  readonly conversationId: ConversationId;
}
/** The contact's conversations with drafts or creations. */
export const readWrittenOf = (
  { projectId, contactId }: { readonly projectId: ProjectId; readonly contactId: string },
  after: string,
  limit: number,
): Query<WrittenKey[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND (EXISTS (SELECT 1 FROM code_issue_drafts d WHERE d.project_id = c.project_id AND d.conversation_id = c.id)
        OR EXISTS (SELECT 1 FROM code_issue_creations w INDEXED BY code_issue_creations_conversation WHERE w.project_id = c.project_id AND w.conversation_id = c.id))
      ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, conversationId: row.id })),
  );
export const writeDraftsErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL =>
  sql`DELETE FROM code_issue_drafts WHERE project_id = ${projectId} AND conversation_id ${among(ids)}`;
export const writeCreationsErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL =>
  sql`DELETE FROM code_issue_creations WHERE project_id = ${projectId} AND conversation_id ${among(ids)}`;
export const writeWrittenGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM code_issue_drafts WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_issue_creations WHERE project_id = ${projectId} AND ${when}`,
];
