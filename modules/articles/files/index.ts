// What the other parts of the help center need of article images.
export { storeArticleImage } from "./keep.ts";
export { readFileSizes, writeHoldFiles, writePublishFiles } from "./queries.ts";
