// All SQL of question sets.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId, QuestionSetId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { joinContact, notErased } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import { MAX_QUESTIONS, type QuestionInput, type QuestionSet, type SetQuestion } from "./contract.ts";

// --- sets ----------------------------------------------------------------------

const SET = columnList`${columns({ s: "question_sets" }, "s.id, s.name, s.version, s.questions, s.next_place, s.updated_at, s.archived_at")}, ${nameOf(sql`s.created_by`)} ${as.textOrNull("author")}`;
/** A set with what its changes need. */
export interface HeldSet {
  readonly set: QuestionSet;
  readonly nextPlace: number;
  readonly archived: boolean;
}
const setOf = (row: RowIn<typeof SET>): HeldSet => ({
  set: {
    ...{ id: row.id, name: row.name, version: row.version, questions: row.questions, createdBy: row.author },
    updatedAt: iso(row.updated_at),
  },
  nextPlace: row.next_place,
  archived: row.archived_at !== null,
});
/** The newest first; `before`: the last one of the page before. */
export const readSets = (projectId: ProjectId, before: string | undefined, limit: number): Query<QuestionSet[]> =>
  query(
    sql`SELECT ${SET} FROM question_sets s WHERE s.project_id = ${projectId} AND s.archived_at IS NULL ${before === undefined ? sql`` : sql`AND s.id < ${before}`} ORDER BY s.id DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => setOf(row).set),
  );
export const readSet = (projectId: ProjectId, id: QuestionSetId): Query<HeldSet | undefined> =>
  queryOne(sql`SELECT ${SET} FROM question_sets s WHERE s.id = ${id} AND s.project_id = ${projectId}`, setOf);
export const readSetBy = (projectId: ProjectId, clientId: string): Query<QuestionSet | undefined> =>
  queryOne(
    sql`SELECT ${SET} FROM question_sets s WHERE s.project_id = ${projectId} AND s.client_id = ${clientId}`,
    (row) => setOf(row).set,
  );
export interface NewSet {
  readonly id: QuestionSetId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly name: string;
  readonly by: AccountId;
  readonly now: number;
}
export const writeSet = (s: NewSet): SQL => sql`
  INSERT INTO question_sets (id, project_id, client_id, name, version, questions, next_place, created_by, created_at, updated_at)
  SELECT ${s.id}, ${s.projectId}, ${s.clientId}, ${s.name}, 0, 0, 1, ${s.by}, ${s.now}, ${s.now} WHERE ${stillMay(s.projectId, s.by, "admin")} ON CONFLICT DO NOTHING`;
export const writeArchived = (projectId: ProjectId, id: QuestionSetId, now: number): SQL =>
  sql`UPDATE question_sets SET archived_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND archived_at IS NULL`;

// --- questions -----------------------------------------------------------------

const QUESTION = columnList`${columns({ q: "set_questions" }, "q.id, q.place, q.question, q.topic, q.locale, q.channel, q.asker, q.outcome, q.facts, q.forbidden, q.sources, q.origin, q.conversation_id, q.erased_at")}`;
const list = (text: string): string[] => JSON.parse(text) as string[];
const questionOf = (row: RowIn<typeof QUESTION>): SetQuestion => ({
  ...{ id: row.id, question: row.question, topic: row.topic, locale: row.locale },
  ...{ channel: row.channel as SetQuestion["channel"], asker: row.asker as SetQuestion["asker"] },
  ...{ outcome: row.outcome as SetQuestion["outcome"], origin: row.origin as SetQuestion["origin"] },
  ...{ facts: list(row.facts), forbidden: list(row.forbidden), sources: list(row.sources) },
  ...{ conversationId: row.conversation_id, erased: row.erased_at !== null },
});
export interface Placed {
  readonly place: number;
  readonly question: SetQuestion;
}
const placedOf = (row: RowIn<typeof QUESTION>): Placed => ({ place: row.place, question: questionOf(row) });
/** Of the newest version, in their order, after a place. */
export const readQuestions = (projectId: ProjectId, setId: QuestionSetId, after: number, limit: number): Query<Placed[]> =>
  query(
    sql`SELECT ${QUESTION} FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.until IS NULL AND q.place > ${after} ORDER BY q.place LIMIT ${limit}`,
    (rows) => rows.map(placedOf),
  );
/** Questions by their ids, of any version. */
export const readQuestionsAmong = (projectId: ProjectId, ids: readonly SetQuestionId[]): Query<ReadonlyMap<string, SetQuestion>> =>
  query(
    sql`SELECT ${QUESTION} FROM set_questions q WHERE q.project_id = ${projectId} AND q.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => new Map(rows.map((row) => [row.id, questionOf(row)])),
  );
export const readQuestionBy = (projectId: ProjectId, setId: QuestionSetId, clientId: string): Query<SetQuestion | undefined> =>
  queryOne(
    sql`SELECT ${QUESTION} FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.client_id = ${clientId}`,
    questionOf,
  );
/** A question of the set in any version: its place, and whether the newest one has it. */
export const readPlace = (
  projectId: ProjectId,
  setId: QuestionSetId,
  id: SetQuestionId,
): Query<{ place: number; current: boolean } | undefined> =>
  queryOne(
    sql`SELECT ${columns("set_questions", "place, until")} FROM set_questions WHERE project_id = ${projectId} AND set_id = ${setId} AND id = ${id}`,
    (row) => ({ place: row.place, current: row.until === null }),
  );
/** FROM and WHERE of the questions `q` that a run of the set asks: those of its newest version whose customer is not erased. */
export const askedQuestions = (projectId: ProjectId, setId: QuestionSetId | SQL): SQL =>
  sql`FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.until IS NULL AND q.erased_at IS NULL`;

/** A change of the questions, from the version that was seen. */
export interface Change {
  readonly projectId: ProjectId;
  readonly setId: QuestionSetId;
  readonly version: number;
  readonly by: AccountId;
  readonly now: number;
}
/** Condition: the set is as it was seen, and the account may still change it. */
const mayChange = ({ projectId, setId, version, by }: Change): SQL =>
  sql`EXISTS (SELECT 1 FROM question_sets s WHERE s.id = ${setId} AND s.project_id = ${projectId} AND s.version = ${version} AND s.archived_at IS NULL) AND ${stillMay(projectId, by, "admin")}`;
export interface NewQuestion extends QuestionInput {
  readonly id: SetQuestionId;
  readonly clientId: string;
  readonly place: number;
  readonly origin: SetQuestion["origin"];
  readonly contactId: ContactId | null;
  readonly conversationId: ConversationId | null;
}
/** Stores questions as one new version, in which `replaced` is no more. Nothing happens if somebody was faster. */
export const writeQuestions = (change: Change, questions: readonly NewQuestion[], replaced?: SetQuestionId): SQL[] => {
  const { projectId, setId, version, by, now } = change;
  const may = mayChange(change);
  const contact = questions.find(({ contactId }) => contactId !== null)?.contactId;
  const when = contact ? sql`${may} AND ${notErased(projectId, sql`${contact}`)}` : may;
  return [
    ...(replaced === undefined ? [] : [writeUntil(change, replaced, when)]),
    sql`INSERT INTO set_questions (id, project_id, set_id, client_id, place, since, question, topic, locale, channel, asker, outcome, facts, forbidden, sources, origin, contact_id, conversation_id, created_by, created_at)
      SELECT value ->> 'id', ${projectId}, ${setId}, value ->> 'clientId', value ->> 'place', ${version + 1}, value ->> 'question', value ->> 'topic', value ->> 'locale', value ->> 'channel', value ->> 'asker', value ->> 'outcome',
        value -> 'facts', value -> 'forbidden', value -> 'sources', value ->> 'origin', value ->> 'contactId', value ->> 'conversationId', ${by}, ${now}
      FROM json_each(${JSON.stringify(questions)}) WHERE ${when}
        AND ${questions.length} + (SELECT count(*) FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.until IS NULL) <= ${MAX_QUESTIONS}
        ${replaced === undefined ? sql`` : sql`AND EXISTS (SELECT 1 FROM set_questions WHERE id = ${replaced} AND project_id = ${projectId} AND until = ${version + 1})`} ON CONFLICT DO NOTHING`,
    writeVersion(change, sql`EXISTS (SELECT 1 FROM set_questions WHERE id = ${questions[0]?.id ?? ""} AND project_id = ${projectId})`),
  ];
};
const writeUntil = ({ projectId, setId, version }: Change, id: SetQuestionId, when: SQL): SQL =>
  sql`UPDATE set_questions SET until = ${version + 1} WHERE id = ${id} AND project_id = ${projectId} AND set_id = ${setId} AND until IS NULL AND ${when}`;
const writeVersion = ({ projectId, setId, version, now }: Change, when: SQL): SQL => sql`
  UPDATE question_sets SET version = ${version + 1}, updated_at = ${now},
    questions = (SELECT count(*) FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.until IS NULL),
    next_place = 1 + coalesce((SELECT max(place) FROM set_questions q WHERE q.project_id = ${projectId} AND q.set_id = ${setId} AND q.until IS NULL), 0)
  WHERE id = ${setId} AND project_id = ${projectId} AND version = ${version} AND ${when}`;
/** Takes a question out of the next version. */
export const writeRemoved = (change: Change, id: SetQuestionId): SQL[] => [
  writeUntil(change, id, mayChange(change)),
  writeVersion(
    change,
    sql`EXISTS (SELECT 1 FROM set_questions WHERE id = ${id} AND project_id = ${change.projectId} AND until = ${change.version + 1})`,
  ),
];

// --- from conversations --------------------------------------------------------

export const readMayUse = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT ${columns("question_settings", "use_conversations")} FROM question_settings WHERE project_id = ${projectId}`,
    ([row]) => row?.use_conversations === 1,
  );
export const writeMayUse = (projectId: ProjectId, allowed: boolean, by: AccountId, now: number): SQL => sql`
  INSERT INTO question_settings (project_id, use_conversations, updated_by, updated_at)
  SELECT ${projectId}, ${allowed ? 1 : 0}, ${by}, ${now} WHERE ${stillMay(projectId, by, "owner")}
  ON CONFLICT (project_id) DO UPDATE SET use_conversations = excluded.use_conversations, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
export interface Asker {
  readonly id: ContactId;
  readonly name: string | null;
  readonly email: string | null;
  readonly identifier: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly door: string;
}
/** The customer of a conversation, unless they are erased. */
export const readAsker = (projectId: ProjectId, conversationId: ConversationId): Query<Asker | undefined> =>
  queryOne(
    sql`SELECT ${columns({ ct: "contacts" }, "ct.id, ct.name, ct.email, ct.identifier, ct.metadata")}, ${columns({ c: "conversations" }, "c.door")} FROM conversations c ${joinContact(sql`c.project_id`, sql`c.contact_id`)}
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${notErased(projectId, sql`c.contact_id`)}`,
    (row) => ({
      ...{ id: row.id, name: row.name, email: row.email, identifier: row.identifier, door: row.door },
      metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    }),
  );
// --- erasure, cleanup ----------------------------------------------------------

export const readQuestionsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: SetQuestionId | undefined,
  limit: number,
): Query<SetQuestionId[]> =>
  query(
    sql`SELECT ${columns("set_questions", "id")} FROM set_questions WHERE project_id = ${projectId} AND contact_id = ${contactId} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const writeErased = (projectId: ProjectId, ids: readonly SetQuestionId[], now: number): SQL[] => [
  sql`UPDATE set_questions SET question = '', topic = '', facts = '[]', forbidden = '[]', sources = '[]', erased_at = coalesce(erased_at, ${now})
    WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
];
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  ["set_questions", "question_sets", "question_settings"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
