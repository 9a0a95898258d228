// All SQL of promotion.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, EvaluationRunId, ProjectId, PromotionId, QuestionSetId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { chosenText } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { type OtherConfiguration, versionColumns, versionInForce, versionOf } from "#modules/assistant";
import { stillMay } from "#modules/projects";
import { MOST_COUNTED, type Promotion, type SideOutcomes } from "./contract.ts";

export interface Key {
  readonly projectId: ProjectId;
  readonly id: PromotionId;
}
/** A model and a version of the guidance, with the hash of both. */
export interface Stored {
  readonly model: string;
  readonly version: number;
  readonly hash: string;
}
export interface StoredPromotion {
  readonly wire: Promotion;
  readonly from: Stored;
  readonly to: Stored;
}

const PROMOTION = columnList`${columns(
  { p: "promotions" },
  "p.id, p.kind, p.state, p.share, p.run_id, p.compared_run_id, p.worse, p.from_model, p.from_version, p.from_hash, p.to_model, p.to_version, p.to_hash, p.created_at, p.ended_at",
)}, ${nameOf(sql`p.created_by`)} ${as.textOrNull("author")}`;
const promotionOf = (row: RowIn<typeof PROMOTION>): StoredPromotion => ({
  from: { model: row.from_model, version: row.from_version, hash: row.from_hash },
  to: { model: row.to_model, version: row.to_version, hash: row.to_hash },
  wire: {
    ...{ id: row.id, kind: row.kind, state: row.state, share: row.share, runId: row.run_id, comparedRunId: row.compared_run_id },
    ...{ worse: row.worse, by: row.author, at: iso(row.created_at), endedAt: isoOrNull(row.ended_at) },
    from: { model: row.from_model, guidanceVersion: row.from_version },
    to: { model: row.to_model, guidanceVersion: row.to_version },
  },
});
export const readOne = ({ projectId, id }: Key): Query<StoredPromotion | undefined> =>
  queryOne(sql`SELECT ${PROMOTION} FROM promotions p WHERE p.id = ${id} AND p.project_id = ${projectId}`, promotionOf);
export const readBy = (projectId: ProjectId, kind: Promotion["kind"], clientId: string): Query<StoredPromotion | undefined> =>
  queryOne(
    sql`SELECT ${PROMOTION} FROM promotions p WHERE p.project_id = ${projectId} AND p.kind = ${kind} AND p.client_id = ${clientId}`,
    promotionOf,
  );
/** The newest first. */
export const readNewest = (projectId: ProjectId, limit: number): Query<StoredPromotion[]> =>
  query(sql`SELECT ${PROMOTION} FROM promotions p WHERE p.project_id = ${projectId} ORDER BY p.id DESC LIMIT ${limit}`, (rows) =>
    rows.map(promotionOf),
  );
const isRollingIn = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM promotions WHERE project_id = ${projectId} AND state = 'rolling')`;
export const readIsRolling = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${isRollingIn(projectId)} ${as.number("rolling")}`, ([row]) => row?.rolling === 1);

export interface NewPromotion extends Key {
  readonly clientId: string;
  readonly kind: Promotion["kind"];
  readonly share: number;
  readonly runId: EvaluationRunId | null;
  readonly comparedRunId: EvaluationRunId | null;
  readonly worse: number;
  readonly from: Stored;
  readonly to: Stored;
  readonly by: AccountId;
  readonly now: number;
}
/** What is in force, as it was read: the decision holds only for it. */
export interface InForce {
  readonly model: string;
  readonly version: number;
}
const isStill = (projectId: ProjectId, { model, version }: InForce): SQL =>
  sql`${chosenText(projectId, "reply")} = ${model} AND ${versionInForce(projectId)} = ${version}`;
/** The newest that came into force. */
const newestDone = (projectId: ProjectId): SQL =>
  sql`(SELECT id FROM promotions WHERE project_id = ${projectId} AND state = 'done' ORDER BY id DESC LIMIT 1)`;
/**
 * Stores it, unless model or guidance are not what they were any more, another one is being rolled out, or the member may not any more. `undoes`:
 * only while that one is the newest in force. Its own id is the decision, for which the other statements of the batch ask.
 */
export const writePromotion = (p: NewPromotion, inForce: InForce, undoes?: PromotionId): SQL => sql`
  INSERT INTO promotions (id, project_id, client_id, kind, state, share, run_id, compared_run_id, worse, from_model, from_version, from_hash, to_model, to_version, to_hash, decision, created_by, created_at, ended_at)
  SELECT ${p.id}, ${p.projectId}, ${p.clientId}, ${p.kind}, ${p.share < 100 ? "rolling" : "done"}, ${p.share}, ${p.runId}, ${p.comparedRunId}, ${p.worse},
    ${p.from.model}, ${p.from.version}, ${p.from.hash}, ${p.to.model}, ${p.to.version}, ${p.to.hash}, ${p.id}, ${p.by}, ${p.now}, ${p.share < 100 ? null : p.now}
  WHERE ${isStill(p.projectId, inForce)} AND NOT ${isRollingIn(p.projectId)} AND ${stillMay(p.projectId, p.by, "admin")}
    AND ${undoes === undefined ? sql`1` : sql`${newestDone(p.projectId)} = ${undoes}`} ON CONFLICT DO NOTHING`;
/** Condition: this request has decided about the promotion. */
export const isDecided = ({ projectId, id }: Key, decision: string): SQL =>
  sql`EXISTS (SELECT 1 FROM promotions WHERE id = ${id} AND project_id = ${projectId} AND decision = ${decision})`;

interface Change {
  readonly decision: string;
  readonly by: AccountId;
  readonly now: number;
}
/** Raises the share while it is rolling; 100 ends the roll-out, if what it replaces is in force still. */
export const writeShare = ({ projectId, id }: Key, share: number, inForce: InForce, { decision, by, now }: Change): SQL => sql`
  UPDATE promotions SET share = ${share}, decision = ${decision}${share < 100 ? sql`` : sql`, state = 'done', ended_at = ${now}`}
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'rolling' AND share < ${share} AND ${isStill(projectId, inForce)} AND ${stillMay(projectId, by, "admin")}`;
export const writeStopped = ({ projectId, id }: Key, { decision, by, now }: Change): SQL => sql`
  UPDATE promotions SET state = 'stopped', decision = ${decision}, ended_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'rolling' AND ${stillMay(projectId, by, "admin")}`;

// --- sides of a roll-out ---------------------------------------------------------

interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: string;
}
/** Decides for a conversation, once, with its first round while something is rolled out. One in which the assistant acted before stays as it is. */
export const writeSide = ({ projectId, conversationId }: Place, bucket: number): SQL => sql`
  INSERT INTO promotion_sides (project_id, promotion_id, conversation_id, side)
  SELECT p.project_id, p.id, ${conversationId}, CASE WHEN ${bucket} < p.share AND NOT EXISTS (
      SELECT 1 FROM assistant_rounds r WHERE r.project_id = p.project_id AND r.conversation_id = ${conversationId} AND r.created_at <= p.created_at
    ) THEN 'candidate' ELSE 'previous' END
  FROM promotions p WHERE p.project_id = ${projectId} AND p.state = 'rolling' ON CONFLICT DO NOTHING`;
const candidateOf = ({ projectId, conversationId }: Place): SQL =>
  sql`FROM promotions p JOIN promotion_sides s ON s.project_id = p.project_id AND s.promotion_id = p.id AND s.conversation_id = ${conversationId} AND s.side = 'candidate'
    WHERE p.project_id = ${projectId} AND p.state = 'rolling'`;
/** Expression: the version of the guidance of a conversation on the side of what is rolled out; null for others. */
export const candidateVersion = (place: Place): SQL => sql`(SELECT p.to_version ${candidateOf(place)})`;
export const readCandidate = (place: Place): Query<OtherConfiguration | undefined> =>
  query(
    sql`SELECT ${columns({ p: "promotions" }, "p.to_model, p.to_version")}, ${versionColumns}
      FROM promotions p JOIN promotion_sides s ON s.project_id = p.project_id AND s.promotion_id = p.id AND s.conversation_id = ${place.conversationId} AND s.side = 'candidate'
      LEFT JOIN assistant_guidance g ON g.project_id = p.project_id AND g.version = p.to_version WHERE p.project_id = ${place.projectId} AND p.state = 'rolling'`,
    ([row]) => {
      const choice = row && choiceOf(row.to_model);
      return row && choice && { choice, guidance: row.to_version === 0 ? undefined : versionOf(row) };
    },
  );

/** The run of the set whose promotion put the configuration with this hash in force last, among the newest 50, and when it was promoted. */
export const readPromotedRun = (
  projectId: ProjectId,
  setId: QuestionSetId,
  hash: string,
): Query<{ runId: EvaluationRunId; at: number } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ r: "evaluation_runs", p: "promotions" }, "r.id, p.created_at")} FROM (SELECT * FROM promotions WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 50) p
      JOIN evaluation_runs r ON r.id = p.run_id AND r.project_id = p.project_id
      WHERE p.state = 'done' AND p.kind = 'promotion' AND p.to_hash = ${hash} AND r.set_id = ${setId} AND r.state = 'done' ORDER BY p.id DESC LIMIT 1`,
    (row) => ({ runId: row.id, at: row.created_at }),
  );

/** How the newest rounds since the beginning of the roll-out ended, by side. */
export const readOutcomes = (projectId: ProjectId): Query<SideOutcomes[]> =>
  query(
    sql`SELECT s.side ${as.text("side")}, sum(r.state = 'sent') ${as.number("sent")}, sum(r.state = 'handed_over') ${as.number("handed_over")}, sum(r.state = 'failed') ${as.number("failed")}, count(*) ${as.number("n")}
      FROM (SELECT p.id AS promotion_id, a.project_id, a.conversation_id, a.state FROM promotions p JOIN assistant_rounds a ON a.project_id = p.project_id AND a.created_at >= p.created_at
        WHERE p.project_id = ${projectId} AND p.state = 'rolling' ORDER BY a.created_at DESC LIMIT ${MOST_COUNTED}) r
      JOIN promotion_sides s ON s.project_id = r.project_id AND s.promotion_id = r.promotion_id AND s.conversation_id = r.conversation_id GROUP BY s.side`,
    (rows) =>
      (["candidate", "previous"] as const).map((side) => {
        const row = rows.find((one) => one.side === side);
        const { sent, handed_over: handedOver, failed, n } = row ?? { sent: 0, handed_over: 0, failed: 0, n: 0 };
        return { side, sent, handedOver, failed, other: n - sent - handedOver - failed };
      }),
  );

export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  ["promotion_sides", "promotions"].map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`);
