import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "../contract.ts";
import { receiveFeedback, thankReader } from "./feedback.ts";
import { serveSearch } from "./search.ts";
import { previewArticle } from "./member-pages.ts";
import { servePage, serveStart } from "./serve-page.ts";
import { helpSettings, renderAgain, saveSettings } from "./settings.ts";

export const pageRoutes: RegisteredRoute[] = [
  serve(contract.readHelpSettings, (ctx) => helpSettings(ctx)),
  serve(contract.saveHelpSettings, (ctx, { body }) => saveSettings(ctx, body)),
  serve(contract.renderHelpCenter, (ctx) => renderAgain(ctx)),
  serve(contract.previewArticle, (ctx, { params, query }) => previewArticle(ctx, params.articleId, query.locale)),
  serve(contract.openHelpCenter, (ctx, { params }) => serveStart(ctx, params.projectSlug)),
  serve(contract.searchHelpCenter, (ctx, { params }) => serveSearch(ctx, params.projectSlug, params.locale)),
  serve(contract.thankReader, (ctx, { params }) => thankReader(ctx, params.projectSlug, params.locale)),
  serve(contract.sendFeedback, (ctx, { params }) => receiveFeedback(ctx, params.projectSlug, params.locale)),
  // Last: matches every other path.
  serve(contract.readHelpPage, (ctx, { params }) => servePage(ctx, params.projectSlug)),
];
