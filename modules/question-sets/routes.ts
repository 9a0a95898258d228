import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { importQuestions, removeQuestion, saveQuestion } from "./sets/change-questions.ts";
import { archiveSet, createSet, listSets, readOneSet, saveSettings } from "./sets/change-sets.ts";
import { addFromConversation } from "./sets/from-conversation.ts";
import { exportLines, exportQuestions, listQuestions } from "./sets/list-questions.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listQuestionSets, (ctx, { query }) => listSets(ctx, query.cursor)),
  serve(contract.createQuestionSet, (ctx, { body }) => createSet(ctx, body)),
  serve(contract.readQuestionSet, (ctx, { params }) => readOneSet(ctx, params.questionSetId)),
  serve(contract.archiveQuestionSet, (ctx, { params }) => archiveSet(ctx, params.questionSetId)),
  serve(contract.listSetQuestions, (ctx, { params, query }) => listQuestions(ctx, params.questionSetId, query.cursor)),
  serve(contract.saveSetQuestion, (ctx, { params, body }) => saveQuestion(ctx, params.questionSetId, body)),
  serve(contract.removeSetQuestion, (ctx, { params }) => removeQuestion(ctx, params.questionSetId, params.setQuestionId)),
  serve(contract.importSetQuestions, (ctx, { params, body }) => importQuestions(ctx, params.questionSetId, body)),
  serve(contract.exportSetQuestions, (ctx, { params }) => exportQuestions(ctx, params.questionSetId)),
  serve(contract.exportSetLines, (ctx, { params }) => exportLines(ctx, params.questionSetId)),
  serve(contract.addFromConversation, (ctx, { params, body }) => addFromConversation(ctx, params.questionSetId, body)),
  serve(contract.saveQuestionSettings, (ctx, { body }) => saveSettings(ctx, body.useConversations)),
];
