// The face of article images within the module.
export { storeArticleImage } from "./keep.ts";
export { readFileSizes, writeHoldFiles, writePublishFiles } from "./queries.ts";
