// What other modules may use of search by meaning.
export { EMBEDDING_KEY_VARIABLES } from "./variables.ts";
