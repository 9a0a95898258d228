// Wire contract of proposals: questions that articles answer, for a set. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Cursor, line, noNul, page, wellFormed } from "#kernel/wire/values.ts";
import { ArticleIdField } from "#modules/articles/contract";
import { MAX_ENTRIES, MAX_ENTRY } from "#modules/question-sets/contract";
import { Locale, MAX_QUESTION } from "#modules/retrieval/contract";
import * as v from "valibot";

/** `headings`: made by rule from the article's title and headings. `model`: proposed by a model. */
export const METHODS = ["headings", "model"] as const;
const inProject = { projectId: idOf("project") };
const ofSet = { ...inProject, questionSetId: idOf("questionSet") };
const Model = line(220);
/** Proposals that are decided at once. */
export const MAX_DECIDED = 100;

export const QuestionProposal = v.object({
  id: idOf("questionProposal"),
  articleId: v.string(),
  /** The article's title, which the answer is expected to cite. */
  title: v.string(),
  locale: v.string(),
  question: v.string(),
  /** Words of the article that the answer has to say. */
  facts: v.array(v.string()),
  method: v.picklist(METHODS),
});
export type QuestionProposal = v.InferOutput<typeof QuestionProposal>;
/** Proposals that nobody has decided yet, the oldest first. */
export const listQuestionProposals = route({
  name: "listQuestionProposals",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/question-sets/:questionSetId/proposals",
  who: "member",
  params: ofSet,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(QuestionProposal),
});
/** The most that a model's proposals from an article may cost, in US dollars. 503 `not_configured` as at the start of a run. */
export const estimateQuestionProposals = route({
  name: "estimateQuestionProposals",
  method: "GET",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/proposals-estimate",
  who: "admin",
  params: ofSet,
  query: v.object({ articleId: ArticleIdField, locale: v.optional(Locale), model: Model }),
  reply: v.object({ mostUsd: v.number(), shareUsd: v.number() }),
  errors: ["not_configured", "invalid_request"],
});
/**
 * Proposes questions that a published article answers; it has to be one that the assistant may cite. What was proposed before from the same text, in
 * whatever way and whatever became of it, is not proposed again. Repeating it with the same `clientId` asks no model again: 409 `conflict` where
 * nobody knows whether it answered.
 */
export const proposeQuestions = route({
  name: "proposeQuestions",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/proposals",
  who: "admin",
  params: ofSet,
  body: v.strictObject({
    clientId: ClientId,
    articleId: ArticleIdField,
    /** null: the help center's own language. */
    locale: v.nullable(Locale),
    /** null: from the headings, without a model. */
    model: v.nullable(Model),
  }),
  reply: v.object({ added: v.number(), costUsd: v.number() }),
  status: 201,
  errors: ["conflict", "not_configured", "ai_unavailable", "unavailable", "invalid_request"],
});
/** Adds proposals to the set as one version, with the article as what has to be cited, and refuses others. Repeating it adds nothing twice. */
export const decideQuestionProposals = route({
  name: "decideQuestionProposals",
  method: "POST",
  path: "/api/management/projects/:projectId/question-sets/:questionSetId/proposal-decisions",
  who: "admin",
  params: ofSet,
  body: v.strictObject({
    accept: v.pipe(
      v.array(
        v.strictObject({
          id: idOf("questionProposal"),
          question: v.pipe(v.string(), noNul, v.trim(), v.minLength(1), atMost(MAX_QUESTION), wellFormed),
          facts: v.pipe(v.array(line(MAX_ENTRY)), v.maxLength(MAX_ENTRIES)),
        }),
      ),
      v.maxLength(MAX_DECIDED),
    ),
    refuse: v.pipe(v.array(idOf("questionProposal")), v.maxLength(MAX_DECIDED)),
  }),
  reply: v.object({ accepted: v.number(), refused: v.number() }),
  errors: ["conflict"],
});
