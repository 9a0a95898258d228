// Article images, as the rest of the module uses them.
export { storeArticleImage } from "./keep.ts";
export { sizeOf } from "./size.ts";
export { readFileSizes, writeHoldFiles, writePublishFiles } from "./queries.ts";
