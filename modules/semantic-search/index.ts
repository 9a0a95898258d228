// Exports of semantic search for other modules.
export { EMBEDDING_KEY_VARIABLES } from "./variables.ts";
