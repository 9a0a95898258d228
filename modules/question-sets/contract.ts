// Wire contract of question sets: what the assistant is asked in an evaluation, and what is expected of it. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Cursor, Done, line, noNul, page, prose, Time, wellFormed } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { ASKERS, CHANNELS } from "#modules/assistant/contract";
import { ConversationIdField } from "#modules/conversations/contract";
import { Locale, MAX_QUESTION } from "#modules/retrieval/contract";
import * as v from "valibot";

/** What is expected of a round: an answer, a question back, handing over to people, or declining a forbidden topic. */
export const EXPECTED = ["answer", "ask_back", "hand_over", "decline"] as const;
export type Expected = (typeof EXPECTED)[number];
/** Where a question comes from. `gap`: an unanswered question. */
export const ORIGINS = ["hand", "import", "gap", "article", "conversation"] as const;
export const MAX_QUESTIONS = 500;
export const MAX_NAME = 100;
export const MAX_TOPIC = 60;
/** Entries of facts, forbidden statements and sources, and characters of each. */
export const MAX_ENTRIES = 10;
export const MAX_ENTRY = 200;
/** Rows of one import. */
export const MAX_ROWS = 200;

const inProject = { projectId: idOf("project") };
const ofSet = { ...inProject, questionSetId: idOf("questionSet") };
const ofQuestion = { ...ofSet, setQuestionId: idOf("setQuestion") };
const Entries = v.pipe(
  v.array(line(MAX_ENTRY)),
  v.maxLength(MAX_ENTRIES, () => m.question_sets_too_many({ max: MAX_ENTRIES })),
);
const QuestionFields = {
  question: v.pipe(v.string(), noNul, v.trim(), v.minLength(1, m.question_sets_write_question), atMost(MAX_QUESTION), wellFormed),
  /** A word by which results are grouped; may be empty. */
  topic: line(MAX_TOPIC, 0),
  locale: Locale,
  channel: v.picklist(CHANNELS),
  /** Who asks: `verified` is somebody whose identity or address is proved. */
  asker: v.picklist(ASKERS),
  outcome: v.picklist(EXPECTED),
  /** What the answer has to say, in words that have to occur in it. */
  facts: Entries,
  /** What it must not say. */
  forbidden: Entries,
  /** Titles or addresses: at least one of them has to be cited. None: any. */
  sources: Entries,
};
export const QuestionInput = v.strictObject(QuestionFields);
export type QuestionInput = v.InferOutput<typeof QuestionInput>;

export const QuestionSet = v.object({
  id: ofSet.questionSetId,
  name: v.string(),
  /** Goes up with each change of the questions; 0: none yet. */
  version: v.number(),
  /** Questions of the newest version. */
  questions: v.number(),
  /** Null if the account is gone. */
  createdBy: v.nullable(v.string()),
  updatedAt: Time,
});
export type QuestionSet = v.InferOutput<typeof QuestionSet>;
export const SetQuestion = v.object({
  id: ofQuestion.setQuestionId,
  ...QuestionFields,
  question: v.string(),
  topic: v.string(),
  facts: v.array(v.string()),
  forbidden: v.array(v.string()),
  sources: v.array(v.string()),
  origin: v.picklist(ORIGINS),
  conversationId: v.nullable(ConversationIdField),
  /** The customer was erased: the text is gone, and the question is not asked any more. */
  erased: v.boolean(),
});
export type SetQuestion = v.InferOutput<typeof SetQuestion>;

/** The newest first. `useConversations`: whether questions may be made from conversations. */
export const listQuestionSets = route({
  name: "listQuestionSets",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/question-sets",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: v.object({ ...page(QuestionSet).entries, useConversations: v.boolean() }),
});
export const createQuestionSet = route({
  name: "createQuestionSet",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: line(MAX_NAME) }),
  reply: v.object({ set: QuestionSet }),
  status: 201,
});
export const readQuestionSet = route({
  name: "readQuestionSet",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/question-sets/:questionSetId",
  who: "member",
  params: ofSet,
  reply: v.object({ set: QuestionSet, archived: v.boolean() }),
});
/** Takes the set off the list. It is not run any more; results of its runs stay. Repeating it is safe. */
export const archiveQuestionSet = route({
  name: "archiveQuestionSet",
  method: "DELETE",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId",
  who: "admin",
  params: ofSet,
  reply: Done,
});
/** The questions of the newest version, in their order. */
export const listSetQuestions = route({
  name: "listSetQuestions",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/question-sets/:questionSetId/questions",
  who: "member",
  params: ofSet,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(SetQuestion),
});
/**
 * Adds a question, or puts it at the place of `replaces`: results of earlier runs keep what was asked then. 409 `conflict` when the replaced
 * question was changed or removed meanwhile, the set is archived, or it is full.
 */
export const saveSetQuestion = route({
  name: "saveSetQuestion",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/questions",
  who: "admin",
  params: ofSet,
  body: v.strictObject({
    clientId: ClientId,
    replaces: v.nullable(ofQuestion.setQuestionId),
    ...QuestionFields,
    origin: v.picklist(["hand", "gap", "article"]),
  }),
  reply: v.object({ question: SetQuestion }),
  status: 201,
  errors: ["conflict"],
});
/** Takes a question out of the next version. Repeating it is safe. */
export const removeSetQuestion = route({
  name: "removeSetQuestion",
  method: "DELETE",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/questions/:setQuestionId",
  who: "admin",
  params: ofQuestion,
  reply: Done,
  errors: ["conflict"],
});
const Cell = v.optional(prose(8000, 0), "");
/** Several entries: a list, or a cell in which they stand on lines of their own or between semicolons. */
const ListCell = v.optional(v.union([prose(8000, 0), v.pipe(v.array(prose(8000, 0)), v.maxLength(100))]), "");
/** A row of a table or of JSON lines, as it was written. */
export const ImportedRow = v.strictObject({
  /** Its line in the file, for messages. */
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  question: Cell,
  topic: Cell,
  locale: Cell,
  channel: Cell,
  asker: Cell,
  outcome: Cell,
  facts: ListCell,
  forbidden: ListCell,
  sources: ListCell,
});
export type ImportedRow = v.InferOutput<typeof ImportedRow>;
export const LineProblem = v.object({ line: v.number(), message: v.string() });
export type LineProblem = v.InferOutput<typeof LineProblem>;
/** Adds the rows as one new version, or none of them: `problems` says what is wrong in which line. */
export const importSetQuestions = route({
  name: "importSetQuestions",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/import",
  who: "admin",
  params: ofSet,
  body: v.strictObject({ clientId: ClientId, rows: v.pipe(v.array(ImportedRow), v.minLength(1), v.maxLength(MAX_ROWS)) }),
  reply: v.object({ imported: v.number(), problems: v.array(LineProblem) }),
  errors: ["conflict"],
});
/** The questions of the newest version as CSV that can be imported again. Cells that a spreadsheet would run as formulas are escaped. */
export const exportSetQuestions = route({
  name: "exportSetQuestions",
  method: "GET",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/questions.csv",
  who: "admin",
  params: ofSet,
  reply: "raw",
});
/** The version of a line of JSON lines, which each of them names. A change of its fields that older readers can't read gets the next one. */
export const LINES_VERSION = 1;
/**
 * The questions of the newest version as JSON lines that can be imported again: `version` (1), then the fields of a question as
 * `saveSetQuestion` takes them. Erased questions are left out.
 */
export const exportSetLines = route({
  name: "exportSetLines",
  method: "GET",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/questions.jsonl",
  who: "admin",
  params: ofSet,
  reply: "raw",
});
/**
 * Adds what the customer asked first in a conversation, without mail addresses, long numbers and their name. Erasing the customer empties it.
 * 403 `forbidden` unless an owner has allowed it, 409 `conflict` when the customer wrote nothing.
 */
export const addFromConversation = route({
  name: "addFromConversation",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/from-conversation",
  who: "admin",
  params: ofSet,
  body: v.strictObject({ clientId: ClientId, conversationId: ConversationIdField }),
  reply: v.object({ question: SetQuestion }),
  status: 201,
  errors: ["conflict"],
});
/** Allows or forbids making questions from conversations. What was made before stays. */
export const saveQuestionSettings = route({
  name: "saveQuestionSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/question-settings",
  who: "owner",
  params: inProject,
  body: v.strictObject({ useConversations: v.boolean() }),
  reply: v.object({ useConversations: v.boolean() }),
});

/** The page of the sets, and of one set. */
export const setsPath = (projectId: string): string => `/projects/${projectId}/assistant/question-sets`;
export const setPath = (projectId: string, setId: string): string => `${setsPath(projectId)}/${setId}`;
/** The page on which questions are proposed from articles (`evaluation`). */
export const articlesPath = (projectId: string, setId: string): string => `${setPath(projectId, setId)}/articles`;
/** Columns of the CSV, in their order. */
export const COLUMNS = ["question", "topic", "locale", "channel", "asker", "outcome", "facts", "forbidden", "sources"] as const;
