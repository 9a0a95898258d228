// What modules above may use of articles. The writes are statements that ask for a condition, so that one decision covers a whole batch.
export { collectionExists, writeCollection, writeCollectionText, writeRemovedCollection } from "./collection-writes.ts";
export { sameClientId } from "./errors.ts";
export { keepArticleFile, readFileSizes } from "./files/index.ts";
export { indexJob } from "./index-articles.ts";
export { aboutArticle } from "./permissions.ts";
export { besideHidden } from "./publication-writes.ts";
export { publication } from "./publish.ts";
export { readArticleBy, readPaths, readPublishable, roomForCollection } from "./queries.ts";
export {
  helpIsOpen,
  isReadable,
  liveTitle,
  readArticle,
  readArticleLines,
  readArticlesAt,
  readFirstArticles,
  readHelpCenter,
  readHelpOpen,
} from "./reading/queries.ts";
export { articleAddress, bestLocale } from "./reading/rules.ts";
export { renderAll, renderJob } from "./render-job.ts";
export { removal, rendering } from "./rendering.ts";
export {
  articleExists,
  articleKept,
  type Draft,
  isLive,
  writeArticle,
  writeChange,
  writeDraft,
  writeFirstDraft,
  writeUnpublished,
} from "./writes.ts";
