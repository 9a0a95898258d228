// Statements on proposals, and what they are made from.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type {
  AccountId,
  ArticleId,
  ContactId,
  ConversationId,
  KnowledgeItemId,
  KnowledgeSourceId,
  ProjectId,
  ProposalId,
  RoundId,
} from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { joinContact, notErased } from "#modules/contacts";
import type { CAUSES, Proposal, STATES } from "./contract.ts";

export interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}

// --- what a proposal is made from ----------------------------------------------------

/** Messages that are read, the newest, and characters of each. */
const MOST_MESSAGES = 50;
const LENGTH = 8000;
export interface Said {
  readonly byTeam: boolean;
  readonly at: number;
  readonly text: string;
}
/** What customer and people of the team wrote, oldest first. */
export const readSaid = ({ projectId, conversationId }: Place): Query<Said[]> =>
  query(
    sql`SELECT m.author_role = 'operator' ${as.number("by_team")}, m.created_at ${as.number("created_at")}, substr(m.content, 1, ${LENGTH}) ${as.text("content")} FROM messages m
      WHERE m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.kind = 'message' AND m.author_role IN ('operator', 'visitor') AND m.erased_at IS NULL
        AND m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.door' <> 'import' AND m.origin ->> '$.differentSender' IS NOT 1 ORDER BY m.revision DESC LIMIT ${MOST_MESSAGES}`,
    (rows) => rows.map((row) => ({ byTeam: row.by_team === 1, at: row.created_at, text: row.content })).toReversed(),
  );
export interface Customer {
  readonly id: ContactId;
  readonly name: string | null;
  readonly email: string | null;
  readonly identifier: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}
/** The customer of a conversation without a proposal, unless they are erased. */
export const readCustomer = ({ projectId, conversationId }: Place): Query<Customer | undefined> =>
  queryOne(
    sql`SELECT ${columns({ ct: "contacts" }, "ct.id, ct.name, ct.email, ct.identifier, ct.metadata")} FROM conversations c ${joinContact(sql`c.project_id`, sql`c.contact_id`)}
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${notErased(projectId, sql`c.contact_id`)}
        AND NOT EXISTS (SELECT 1 FROM learning_proposals p WHERE p.project_id = ${projectId} AND p.conversation_id = ${conversationId})`,
    (row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      identifier: row.identifier,
      metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    }),
  );
/** The article and language whose search document it is. */
export const readArticleOf = (projectId: ProjectId, documentId: string): Query<{ articleId: ArticleId; locale: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ d: "knowledge_documents" }, "d.key, d.locale")} FROM knowledge_documents d JOIN knowledge_sources s ON s.id = d.source_id AND s.project_id = d.project_id
      WHERE d.id = ${documentId} AND d.project_id = ${projectId} AND s.kind = 'articles'`,
    (row) => ({ articleId: (row.key.split("/")[0] ?? "") as ArticleId, locale: row.locale }),
  );
export interface Present {
  readonly title: string;
  readonly content: string;
  readonly summary: string;
  readonly revision: number;
}
/** The draft of an article that is not archived. */
export const readPresent = (projectId: ProjectId, articleId: ArticleId | null, locale: string): Query<Present | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "help_article_texts" }, "t.title, t.content, t.summary, t.revision")} FROM help_article_texts t JOIN help_articles a ON a.project_id = t.project_id AND a.id = t.article_id
      WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${locale} AND a.archived_at IS NULL`,
    (row) => ({ title: row.title, content: row.content, summary: row.summary, revision: row.revision }),
  );

// --- proposals ------------------------------------------------------------------------

export interface NewProposal extends Place {
  readonly id: ProposalId;
  readonly contactId: ContactId;
  readonly roundId: RoundId | null;
  readonly cause: (typeof CAUSES)[number];
  readonly articleId: ArticleId | null;
  readonly snippet: Proposal["snippet"];
  readonly locale: string;
  readonly question: string;
  readonly answer: string;
  readonly title: string;
  readonly content: string;
  readonly worded: "model" | "reply";
  readonly model: string | null;
  readonly cost: number;
  readonly now: number;
}
/** Stores it, unless the conversation has one or its contact is erased. */
export const writeProposal = (p: NewProposal): SQL => sql`
  INSERT INTO learning_proposals (id, project_id, conversation_id, contact_id, round_id, cause, article_id, item_id, source_id, locale, question, answer, title, content, worded, model, cost, state, created_at)
  SELECT ${p.id}, ${p.projectId}, ${p.conversationId}, ${p.contactId}, ${p.roundId}, ${p.cause}, ${p.articleId}, ${p.snippet?.id ?? null}, ${p.snippet?.sourceId ?? null}, ${p.locale}, ${p.question}, ${p.answer}, ${p.title}, ${p.content}, ${p.worded}, ${p.model}, ${p.cost}, 'open', ${p.now}
  WHERE ${notErased(p.projectId, sql`${p.contactId}`)} AND EXISTS (SELECT 1 FROM projects WHERE id = ${p.projectId}) ON CONFLICT DO NOTHING`;

const COLUMNS = columnList`${columns({ p: "learning_proposals" }, "p.id, p.state, p.cause, p.conversation_id, p.round_id, p.article_id, p.item_id, p.source_id, p.locale, p.question, p.title, p.worded, p.model, p.cost, p.created_at, p.decided_at")}, ${nameOf(sql`p.decided_by`)} ${as.textOrNull("decided_by_name")}`;
const proposalOf = (row: RowIn<typeof COLUMNS>): Proposal => ({
  id: row.id,
  state: row.state,
  cause: row.cause,
  conversationId: row.conversation_id,
  roundId: row.round_id,
  articleId: row.article_id,
  snippet:
    row.item_id === null || row.source_id === null
      ? null
      : { id: row.item_id as KnowledgeItemId, sourceId: row.source_id as KnowledgeSourceId },
  locale: row.locale,
  question: row.question,
  title: row.title,
  worded: row.worded,
  model: row.model,
  costUsd: row.cost / 1e6,
  createdAt: iso(row.created_at),
  decidedByName: row.decided_by_name,
  decidedAt: isoOrNull(row.decided_at),
});
export const readProposals = (
  projectId: ProjectId,
  state: (typeof STATES)[number],
  before: { at: number; id: string } | undefined,
  limit: number,
): Query<Proposal[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM learning_proposals p WHERE p.project_id = ${projectId} AND p.state = ${state}
      ${before === undefined ? sql`` : sql`AND (p.created_at, p.id) < (${before.at}, ${before.id})`} ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`,
    (rows) => rows.map(proposalOf),
  );
export const readOne = (projectId: ProjectId, id: ProposalId): Query<{ proposal: Proposal; answer: string; content: string } | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS}, ${columns({ p: "learning_proposals" }, "p.answer, p.content")} FROM learning_proposals p WHERE p.project_id = ${projectId} AND p.id = ${id}`,
    (row) => ({ proposal: proposalOf(row), answer: row.answer, content: row.content }),
  );
/** Condition: it waits for a decision, and its customer is not erased. */
export const isOpen = (projectId: ProjectId, id: ProposalId): SQL =>
  sql`EXISTS (SELECT 1 FROM learning_proposals p WHERE p.project_id = ${projectId} AND p.id = ${id} AND p.state = 'open' AND ${notErased(projectId, sql`p.contact_id`)})`;
export const writeAccepted = (
  projectId: ProjectId,
  id: ProposalId,
  articleId: ArticleId | null,
  by: AccountId,
  now: number,
  when: SQL,
): SQL =>
  sql`UPDATE learning_proposals SET state = 'accepted', article_id = ${articleId}, decided_by = ${by}, decided_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND state = 'open' AND ${when}`;
/** Rejects an open one, or opens a rejected one again. */
export const writeRejected = (projectId: ProjectId, id: ProposalId, to: "rejected" | "open", by: AccountId, now: number): SQL => {
  const [who, at, from] = to === "rejected" ? [by, now, "open"] : [null, null, "rejected"];
  return sql`UPDATE learning_proposals SET state = ${to}, decided_by = ${who}, decided_at = ${at} WHERE project_id = ${projectId} AND id = ${id} AND state = ${from}`;
};
/** Condition: the draft is the next revision after the one that was seen, with this text. */
export const hasDraft = (projectId: ProjectId, articleId: ArticleId, locale: string, revision: number, content: string): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale} AND revision = ${revision} AND content = ${content})`;

// --- erasure, cleanup --------------------------------------------------------------------

export const readProposalsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: ProposalId | undefined,
  limit: number,
): Query<ProposalId[]> =>
  query(
    sql`SELECT ${columns("learning_proposals", "id")} FROM learning_proposals WHERE project_id = ${projectId} AND contact_id = ${contactId} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Empties them; one that was open can't be accepted any more. */
export const writeErased = (projectId: ProjectId, ids: readonly ProposalId[]): SQL => sql`
  UPDATE learning_proposals SET question = '', answer = '', title = '', content = '', state = CASE state WHEN 'accepted' THEN 'accepted' ELSE 'erased' END
  WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const writeOldDeleted = (before: number, limit: number): SQL =>
  sql`DELETE FROM learning_proposals WHERE id IN (SELECT id FROM learning_proposals WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM learning_proposals WHERE project_id = ${projectId} AND ${when}`;
