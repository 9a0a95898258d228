// Exports of knowledge sources: the extension points for other modules, and the reader of single pages.
export { contactOfMessage, filledSource, projectLanguages } from "./extension.ts";
export * from "./filled-source.ts";
export { readSnippet, readSnippetOf, type Snippet } from "./item-queries.ts";
export { changeItem } from "./manage-items.ts";
export { pageKey } from "./rules.ts";
export { pageReader, type ReadPage } from "./website/read-page.ts";
