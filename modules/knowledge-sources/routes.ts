import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { chooseAnswer } from "./save-answer.ts";
import * as contract from "./contract.ts";
import { setCrawlerAccess } from "./crawler/crawler-access.ts";
import { changeItem, listItems, readOneItem, removeItem, writeSnippet } from "./manage-items.ts";
import { changeSource, createSource, listSources, readOneSource, removeSource } from "./manage-sources.ts";
import { readOriginal, sendFileText, uploadSourceFile } from "./upload-file.ts";
import { abortCrawl, readOneCrawl, startCrawl } from "./website/start-crawl.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listSources, (ctx) => listSources(ctx)),
  serve(contract.createSource, (ctx, { body }) => createSource(ctx, body)),
  serve(contract.readSource, (ctx, { params }) => readOneSource(ctx, params.sourceId)),
  serve(contract.changeSource, (ctx, { params, body }) => changeSource(ctx, params.sourceId, body)),
  serve(contract.removeSource, (ctx, { params }) => removeSource(ctx, params.sourceId)),
  serve(contract.listItems, (ctx, { params, query }) => listItems(ctx, params.sourceId, query)),
  serve(contract.readItem, (ctx, { params }) => readOneItem(ctx, params.itemId)),
  serve(contract.writeSnippet, (ctx, { params, body }) => writeSnippet(ctx, params.sourceId, body)),
  serve(contract.changeItem, (ctx, { params, body }) => changeItem(ctx, params.itemId, body)),
  serve(contract.removeItem, (ctx, { params }) => removeItem(ctx, params.itemId)),
  serve(contract.chooseAnswer, (ctx, { body }) => chooseAnswer(ctx, body)),
  serve(contract.uploadSourceFile, (ctx, { params, query }) => uploadSourceFile(ctx, params.sourceId, query)),
  serve(contract.sendFileText, (ctx, { params }) => sendFileText(ctx, params.itemId)),
  serve(contract.readOriginal, (ctx, { params }) => readOriginal(ctx, params.itemId)),
  serve(contract.startCrawl, (ctx, { params, body }) => startCrawl(ctx, params.sourceId, body)),
  serve(contract.readCrawl, (ctx, { params }) => readOneCrawl(ctx, params.crawlId)),
  serve(contract.openCrawler, (ctx, { body }) => setCrawlerAccess(ctx, body)),
  serve(contract.abortCrawl, (ctx, { params }) => abortCrawl(ctx, params.crawlId)),
];
