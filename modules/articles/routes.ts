import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { createCollection, listCollections, removeCollection, restoreCollection, saveCollectionText } from "./collections.ts";
import * as contract from "./contract.ts";
import { createArticle, oneArticle, saveDraft } from "./drafts.ts";
import { uploadForArticle } from "./files/keep.ts";
import { listArticles, orderArticles, orderCollections } from "./lists.ts";
import { publishArticle, scheduleArticle, unpublishArticle } from "./publish.ts";
import { listVersions, oneVersion } from "./versions.ts";
import { archiveArticle, changeArticle, deleteArticle, restoreArticle } from "./change-article.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listCollections, (ctx) => listCollections(ctx)),
  serve(contract.createCollection, (ctx, { body }) => createCollection(ctx, body)),
  serve(contract.saveCollectionText, (ctx, { params, body }) => saveCollectionText(ctx, params.collectionId, params.locale, body)),
  serve(contract.removeCollection, (ctx, { params }) => removeCollection(ctx, params.collectionId)),
  serve(contract.restoreCollection, (ctx, { params }) => restoreCollection(ctx, params.collectionId)),
  serve(contract.orderCollections, (ctx, { body }) => orderCollections(ctx, body)),
  serve(contract.listArticles, (ctx, { query }) => listArticles(ctx, query)),
  serve(contract.createArticle, (ctx, { body }) => createArticle(ctx, body)),
  serve(contract.readArticle, (ctx, { params, query }) => oneArticle(ctx, params.articleId, query.locale)),
  serve(contract.saveArticleText, (ctx, { params, body }) => saveDraft(ctx, params.articleId, params.locale, body)),
  serve(contract.changeArticle, (ctx, { params, body }) => changeArticle(ctx, params.articleId, body)),
  serve(contract.orderArticles, (ctx, { body }) => orderArticles(ctx, body)),
  serve(contract.publishArticle, (ctx, { params, body }) => publishArticle(ctx, params.articleId, params.locale, body.revision)),
  serve(contract.unpublishArticle, (ctx, { params }) => unpublishArticle(ctx, params.articleId, params.locale)),
  serve(contract.scheduleArticle, (ctx, { params, body }) => scheduleArticle(ctx, params.articleId, params.locale, body)),
  serve(contract.archiveArticle, (ctx, { params }) => archiveArticle(ctx, params.articleId)),
  serve(contract.restoreArticle, (ctx, { params }) => restoreArticle(ctx, params.articleId)),
  serve(contract.deleteArticle, (ctx, { params, body }) => deleteArticle(ctx, params.articleId, body.confirm)),
  serve(contract.listVersions, (ctx, { params }) => listVersions(ctx, params.articleId, params.locale)),
  serve(contract.readVersion, (ctx, { params }) => oneVersion(ctx, params.articleId, params.locale, params.version)),
  serve(contract.uploadForArticle, (ctx, { params, query }) => uploadForArticle(ctx, params.articleId, query)),
];
