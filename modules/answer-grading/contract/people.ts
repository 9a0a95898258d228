// Grades of people: two runs side by side without knowing which is which, and whether one answer is good.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, page, prose, Time } from "#kernel/wire/values.ts";
import { OUTCOMES } from "#modules/evaluation/contract";
import * as v from "valibot";

/** People who may grade the same run, or the same blind grading. */
export const MAX_GRADERS = 10;
export const MAX_COMMENT = 1000;
export const VERDICTS = ["passed", "failed"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Of two answers, as they stand before this grader. */
export const CHOICES = ["answer_1", "answer_2", "same", "both_bad"] as const;
export type Choice = (typeof CHOICES)[number];

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, endedRunId: idOf("evaluationRun") };
const ofBlind = { ...inProject, blindGradingId: idOf("blindGrading") };
const questionId = idOf("setQuestion");
const Comment = prose(MAX_COMMENT, 0);

/** An answer as a customer would have read it, with the titles of what it cites: nothing of the model, its cost, or other grades. */
export const ShownAnswer = v.object({
  outcome: v.picklist(OUTCOMES),
  text: v.string(),
  cites: v.array(v.string()),
});
export type ShownAnswer = v.InferOutput<typeof ShownAnswer>;

export const BlindGrading = v.object({
  id: ofBlind.blindGradingId,
  setName: v.string(),
  /** Pairs of answers, when it was started. */
  wanted: v.number(),
  /** Pairs that the caller has graded. */
  given: v.number(),
  /** The caller has finished: they see the results and grade no more. */
  finished: v.boolean(),
  startedBy: v.nullable(v.string()),
  startedAt: Time,
});
export type BlindGrading = v.InferOutput<typeof BlindGrading>;
/**
 * Prepares the answers of two runs of one set that have ended for blind grading by any member. Repeating it with the same `clientId` returns the
 * same one. 409 `conflict` if the runs are of different sets, one has not ended, or they have no question with an answer in common.
 */
export const startBlindGrading = route({
  name: "startBlindGrading",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/blind-gradings",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, firstRunId: ofRun.endedRunId, secondRunId: ofRun.endedRunId }),
  reply: v.object({ grading: BlindGrading }),
  status: 201,
  errors: ["conflict"],
});
/** The newest first. */
export const listBlindGradings = route({
  name: "listBlindGradings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/blind-gradings",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(BlindGrading),
});
/** The questions in their order, with what the caller chose; null: not yet. */
export const readBlindGrading = route({
  name: "readBlindGrading",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/blind-gradings/:blindGradingId",
  who: "member",
  params: ofBlind,
  reply: v.object({ grading: BlindGrading, pairs: v.array(v.object({ questionId, choice: v.nullable(v.picklist(CHOICES)) })) }),
});
/** One question with both answers. Which stands first differs by question and grader, and nothing says which run it is of. */
export const readBlindPair = route({
  name: "readBlindPair",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/blind-gradings/:blindGradingId/pairs/:setQuestionId",
  who: "member",
  params: { ...ofBlind, setQuestionId: questionId },
  reply: v.object({
    question: v.string(),
    answers: v.tuple([ShownAnswer, ShownAnswer]),
    choice: v.nullable(v.picklist(CHOICES)),
    comment: v.string(),
  }),
});
/** Stores the caller's choice, or changes it. 409 `conflict` once they have finished, or if ten others grade already. Repeating it is safe. */
export const gradeBlindPair = route({
  name: "gradeBlindPair",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/blind-gradings/:blindGradingId/pairs/:setQuestionId",
  who: "member",
  params: { ...ofBlind, setQuestionId: questionId },
  body: v.strictObject({ choice: v.picklist(CHOICES), comment: Comment }),
  reply: Done,
  errors: ["conflict"],
});
/** Ends the caller's grading, at any point: from then on they see the results, and grade no more. Repeating it is safe. */
export const finishBlindGrading = route({
  name: "finishBlindGrading",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/blind-gradings/:blindGradingId/finish",
  who: "member",
  params: ofBlind,
  body: v.strictObject({}),
  reply: Done,
});
const Counts = v.object({ first: v.number(), second: v.number(), same: v.number(), bothBad: v.number() });
export const BlindResults = v.object({
  firstRunId: ofRun.endedRunId,
  secondRunId: ofRun.endedRunId,
  graders: v.array(v.object({ name: v.nullable(v.string()), finished: v.boolean(), counts: Counts })),
  /** At most 100, in the order of the questions. */
  comments: v.array(
    v.object({
      name: v.nullable(v.string()),
      question: v.string(),
      choice: v.picklist(["first", "second", "same", "both_bad"]),
      comment: v.string(),
    }),
  ),
});
export type BlindResults = v.InferOutput<typeof BlindResults>;
/** How often each run's answer was chosen, by grader. 409 `conflict` until the caller has finished. */
export const readBlindResults = route({
  name: "readBlindResults",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/blind-gradings/:blindGradingId/results",
  who: "member",
  params: ofBlind,
  reply: BlindResults,
  errors: ["conflict"],
});

/** Answers of a run that has ended, in the order of their questions, with what the caller said of them; null: nothing yet. */
export const listAnswersToGrade = route({
  name: "listAnswersToGrade",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/answers",
  who: "member",
  params: ofRun,
  reply: v.object({ answers: v.array(v.object({ questionId, verdict: v.nullable(v.picklist(VERDICTS)) })) }),
  errors: ["conflict"],
});
export const AnswerToGrade = v.object({
  question: v.string(),
  /** What is expected, as the question says. */
  expected: v.string(),
  facts: v.array(v.string()),
  forbidden: v.array(v.string()),
  answer: ShownAnswer,
  /** What the caller said, and from then on what rule and judge say. */
  given: v.nullable(
    v.object({
      verdict: v.picklist(VERDICTS),
      comment: v.string(),
      rule: v.picklist(VERDICTS),
      judge: v.nullable(v.picklist(VERDICTS)),
    }),
  ),
});
export type AnswerToGrade = v.InferOutput<typeof AnswerToGrade>;
/** One question with its answer. What rule and judge say is only there once the caller has said what they think. */
export const readAnswerToGrade = route({
  name: "readAnswerToGrade",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/answers/:setQuestionId",
  who: "member",
  params: { ...ofRun, setQuestionId: questionId },
  reply: AnswerToGrade,
});
/** Stores whether the caller finds the answer good. It is given once: 409 `conflict` for another verdict, or if ten others grade the run. */
export const gradeAnswer = route({
  name: "gradeAnswer",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/answers/:setQuestionId",
  who: "member",
  params: { ...ofRun, setQuestionId: questionId },
  body: v.strictObject({ verdict: v.picklist(VERDICTS), comment: Comment }),
  reply: Done,
  errors: ["conflict"],
});
