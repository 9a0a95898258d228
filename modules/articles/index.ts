// The server face of articles. Writes are statements that take a condition, so that one decision covers a whole batch.
export { collectionExists, writeCollection, writeCollectionText, writeRemovedCollection } from "./collection-writes.ts";
export { sameClientId } from "./errors.ts";
export { storeArticleImage, readFileSizes, sizeOf } from "./files/index.ts";
export { indexJob } from "./index-articles.ts";
export { articleDetail } from "./permissions.ts";
export { writesForHiddenTexts } from "./publication-writes.ts";
export { buildPublication } from "./publish.ts";
export { readArticleBy, readPaths, readPublishable, roomForCollection } from "./queries.ts";
export {
  helpIsOpen,
  isReadable,
  liveTitle,
  type PublishedText,
  readArticle,
  readArticleLines,
  readArticlesAt,
  readCitableText,
  readFirstArticles,
  readHelpCenter,
  readHelpOpen,
} from "./reading/queries.ts";
export { articleAddress, bestLocale } from "./reading/rules.ts";
export { renderAll, renderJob } from "./render-job.ts";
export { renderAfterRemoval, startRendering } from "./rendering.ts";
export { defaultLocale } from "./text-queries.ts";
export {
  articleExists,
  isActiveArticle,
  type Draft,
  isLive,
  writeArticle,
  writeChange,
  writeDraft,
  writeFirstDraft,
  writeUnpublished,
} from "./writes.ts";
