// Routes of the help center in the widget, each with its verb.
import { appOrigin, serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { recordFeedback, recordSearch } from "#modules/help-insights";
import { readHelp, readHelpArticle, searchHelp } from "#modules/help-center";
import * as contract from "./contract.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readWidgetHelp, (ctx, { query }) => readHelp(ctx, { projectId: ctx.caller.projectId, locale: query.locale })),
  serve(contract.searchWidgetHelp, (ctx, { query }) =>
    searchHelp(ctx, { projectId: ctx.caller.projectId, locale: query.locale, query: query.q }),
  ),
  serve(contract.readWidgetArticle, (ctx, { params, query }) =>
    readHelpArticle(
      ctx,
      { projectId: ctx.caller.projectId, locale: query.locale, articleId: params.articleId },
      appOrigin(ctx.config, ctx.url),
    ),
  ),
  serve(contract.noteWidgetSearch, async (ctx, { body: { key: _, ...search } }) => {
    await recordSearch(ctx, { ...search, projectId: ctx.caller.projectId, place: "widget" });
    return { ok: true } as const;
  }),
  serve(contract.sendWidgetFeedback, (ctx, { body: { key: _, ...answer } }) =>
    recordFeedback(ctx, { ...answer, projectId: ctx.caller.projectId }),
  ),
];
