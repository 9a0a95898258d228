// Exports of knowledge sources: the extension points for other modules.
export { contactOfMessage, projectLanguages } from "./extension.ts";
export { readSnippet, readSnippetOf, type Snippet } from "./item-queries.ts";
export { changeItem } from "./manage-items.ts";
