// All SQL of proposals.
import { columnList, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ModelCallId, ProjectId, QuestionProposalId, QuestionSetId } from "#kernel/ids/index.ts";
import type { PublishedText } from "#modules/articles";
import { isBelowShare } from "#modules/ai";
import { stillMay } from "#modules/projects";
import type { Config } from "#kernel/config/index.ts";
import type { QuestionProposal } from "../contract.ts";
import { PURPOSE, SHARE } from "../rules.ts";

const PROPOSAL = columnList`${columns("question_proposals", "id, article_id, title, locale, question, facts, method")}`;
/** Those that nobody has decided, after one of them. */
export const readOpenProposals = (
  projectId: ProjectId,
  setId: QuestionSetId,
  after: string | undefined,
  limit: number,
): Query<QuestionProposal[]> =>
  query(
    sql`SELECT ${PROPOSAL} FROM question_proposals WHERE project_id = ${projectId} AND set_id = ${setId} AND state = 'open' AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, articleId: row.article_id, title: row.title, locale: row.locale, question: row.question, method: row.method },
        facts: JSON.parse(row.facts) as string[],
      })),
  );
/** Those among the ids that nobody has decided. */
export const readOpenAmong = (
  projectId: ProjectId,
  setId: QuestionSetId,
  ids: readonly QuestionProposalId[],
): Query<ReadonlyMap<string, { readonly title: string; readonly locale: string }>> =>
  query(
    sql`SELECT ${columns("question_proposals", "id, title, locale")} FROM question_proposals WHERE project_id = ${projectId} AND set_id = ${setId} AND state = 'open' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => new Map(rows.map((row) => [row.id, { title: row.title, locale: row.locale }])),
  );

export interface NewProposal {
  readonly id: QuestionProposalId;
  readonly wording: string;
  readonly question: string;
  readonly facts: readonly string[];
}
export interface From {
  readonly projectId: ProjectId;
  readonly setId: QuestionSetId;
  readonly articleId: string;
  readonly text: PublishedText;
  readonly method: QuestionProposal["method"];
  readonly by: AccountId;
  readonly now: number;
}
/** Stores proposals that were not made before from the same text. */
export const writeProposals = ({ projectId, setId, articleId, text, method, by, now }: From, proposals: readonly NewProposal[]): SQL => sql`
  INSERT INTO question_proposals (id, project_id, set_id, article_id, locale, version, wording, title, question, facts, method, state, created_by, created_at)
  SELECT value ->> 'id', ${projectId}, ${setId}, ${articleId}, ${text.locale}, ${text.version}, value ->> 'wording', ${text.title}, value ->> 'question', value -> 'facts', ${method}, 'open', ${by}, ${now}
  FROM json_each(${JSON.stringify(proposals)}) WHERE ${stillMay(projectId, by, "admin")} ON CONFLICT DO NOTHING`;
/** How many of these were stored. */
export const readStored = (projectId: ProjectId, ids: readonly QuestionProposalId[]): Query<number> =>
  query(
    sql`SELECT ${columns("question_proposals", "id")} FROM question_proposals WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => rows.length,
  );
/** Proposals whose question the set got, and those that were refused. */
export const writeAccepted = (projectId: ProjectId, setId: QuestionSetId, ids: readonly string[], now: number): SQL => sql`
  UPDATE question_proposals SET state = 'accepted', decided_at = ${now} WHERE project_id = ${projectId} AND set_id = ${setId} AND state = 'open' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND EXISTS (SELECT 1 FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.client_id = question_proposals.id)`;
export const writeRefused = (projectId: ProjectId, setId: QuestionSetId, ids: readonly string[], by: AccountId, now: number): SQL => sql`
  UPDATE question_proposals SET state = 'refused', decided_at = ${now} WHERE project_id = ${projectId} AND set_id = ${setId} AND state = 'open' AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND ${stillMay(projectId, by, "admin")}`;

export interface ProposalCall {
  readonly setId: QuestionSetId;
  readonly callId: ModelCallId;
  readonly done: boolean;
  readonly added: number;
  readonly cost: number;
}
export const readProposalCall = (projectId: ProjectId, clientId: string): Query<ProposalCall | undefined> =>
  queryOne(
    sql`SELECT ${columns("question_proposal_calls", "set_id, call_id, state, added, cost")} FROM question_proposal_calls WHERE project_id = ${projectId} AND client_id = ${clientId}`,
    (row) => ({ setId: row.set_id, callId: row.call_id, done: row.state === "done", added: row.added, cost: row.cost }),
  );
interface Asking {
  readonly projectId: ProjectId;
  readonly setId: QuestionSetId;
  readonly clientId: string;
  readonly call: ModelCallId;
  /** The most that it may cost, in millionths of a US dollar. */
  readonly most: number;
}
/** Notes the call that begins, unless this request has asked before or evaluation has spent its half of the day. */
export const writeAskingForProposals = (
  { projectId, setId, clientId, call, most }: Asking,
  config: Config,
  now: number,
  begun: SQL,
): SQL => sql`
  INSERT INTO question_proposal_calls (project_id, client_id, set_id, call_id, state, added, cost, created_at)
  SELECT ${projectId}, ${clientId}, ${setId}, ${call}, 'asking', 0, 0, ${now} WHERE ${begun} AND ${isBelowShare({ projectId, purpose: PURPOSE, share: SHARE, most }, config, now)} ON CONFLICT DO NOTHING`;
export const writeAnswered = (projectId: ProjectId, clientId: string, added: SQL, cost: number): SQL =>
  sql`UPDATE question_proposal_calls SET state = 'done', added = ${added}, cost = ${cost} WHERE project_id = ${projectId} AND client_id = ${clientId} AND state = 'asking'`;
/** SQL of the number of these that are stored. */
export const storedOf = (projectId: ProjectId, ids: readonly QuestionProposalId[]): SQL =>
  sql`(SELECT count(*) FROM question_proposals WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
/** Forgets a request whose call was refused: the model did not answer, and that is known. */
export const writeNotAsked = (projectId: ProjectId, clientId: string): SQL =>
  sql`DELETE FROM question_proposal_calls WHERE project_id = ${projectId} AND client_id = ${clientId} AND state = 'asking'`;
