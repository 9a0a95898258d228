// Whether a person finds an answer good. They say it before they see what rule and judge say, and once, so that grades stay independent.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { EvaluationRunId, SetQuestionId } from "#kernel/ids/index.ts";
import { readItemsAmong, readRun } from "#modules/evaluation";
import { readQuestionsAmong } from "#modules/question-sets";
import type { AnswerToGrade, Verdict } from "../contract.ts";
import { isGiven, nothingToGrade, tooManyGraders } from "../errors.ts";
import { writeGraded } from "../store/graded.ts";
import { readGiven, writeVerdict } from "../store/people.ts";
import { shownOf } from "./shown.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function listAnswers(ctx: Ctx, runId: EvaluationRunId) {
  const { projectId, accountId } = ctx.caller;
  const [run, found] = await ctx.db.read(readRun({ projectId, id: runId }), readGiven(projectId, runId, accountId));
  if (!run) throw notFound();
  if (run.endedAt === null) throw nothingToGrade();
  return { answers: found.map(({ questionId, verdict }) => ({ questionId, verdict })) };
}
export async function readAnswer(ctx: Ctx, runId: EvaluationRunId, questionId: SetQuestionId): Promise<AnswerToGrade> {
  const { projectId, accountId } = ctx.caller;
  const [[given], questions] = await ctx.db.read(
    readGiven(projectId, runId, accountId, questionId),
    readQuestionsAmong(projectId, [questionId]),
  );
  const question = questions.get(questionId);
  if (!given || !question) throw notFound();
  const [[item]] = await ctx.db.read(readItemsAmong({ projectId, id: runId }, [given.place]));
  if (!item) throw notFound();
  const { verdict, comment, rule, judge } = given;
  return {
    ...{ question: question.question, expected: question.outcome, facts: question.facts, forbidden: question.forbidden },
    answer: shownOf(item),
    given: verdict === null ? null : { verdict, comment, rule, judge },
  };
}
export async function gradeAnswer(
  ctx: Ctx,
  runId: EvaluationRunId,
  questionId: SetQuestionId,
  grade: { readonly verdict: Verdict; readonly comment: string },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [[before]] = await ctx.db.read(readGiven(projectId, runId, accountId, questionId));
  if (!before) throw notFound();
  const now = ctx.clock.now();
  const [[after]] = await ctx.db.commitAndRead(
    [...writeVerdict({ projectId, runId, grader: accountId }, before.place, grade, now), writeGraded(projectId, runId, before.place, now)],
    readGiven(projectId, runId, accountId, questionId),
  );
  if (after?.verdict === grade.verdict) return { ok: true };
  throw after?.verdict ? isGiven() : tooManyGraders();
}
