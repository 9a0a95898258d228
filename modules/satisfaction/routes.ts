import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import { changeSettings, showSettings } from "./change-settings.ts";
import * as contract from "./contract.ts";
import { contactRatings, conversationRatings, countRatings, exportRatings, listRatings } from "./list-ratings.ts";
import { noteShown, ownQuestion, rateOwn } from "./rating/own-question.ts";
import { rateByLink, showRatingPage } from "./rating/rating-page.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readSatisfactionSettings, (ctx) => showSettings(ctx)),
  serve(contract.changeSatisfactionSettings, (ctx, { body }) => changeSettings(ctx, body)),
  serve(contract.listRatings, (ctx, { query }) => listRatings(ctx, query)),
  serve(contract.countRatings, (ctx) => countRatings(ctx)),
  serve(contract.exportRatings, (ctx) => exportRatings(ctx)),
  serve(contract.listConversationRatings, (ctx, { params }) => conversationRatings(ctx, params.conversationId)),
  serve(contract.listContactRatings, (ctx, { params }) => contactRatings(ctx, params.contactId)),
  serve(contract.readOwnQuestion, (ctx, { params }) => ownQuestion(ctx, params.conversationId)),
  serve(contract.noteQuestionShown, (ctx, { params, body }) => noteShown(ctx, params.conversationId, body.requestId)),
  serve(contract.rateOwnConversation, (ctx, { params, body }) => rateOwn(ctx, params.conversationId, body)),
  serve(contract.ratingPage, (ctx, { params, query }) => showRatingPage(ctx, params.ratingToken, query.score)),
  serve(contract.rateByLink, (ctx, { params }) => rateByLink(ctx, params.ratingToken)),
];
