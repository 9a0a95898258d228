// What other modules use of knowledge sources: the extension points to which they provide.
export { contactOfMessage, projectLanguages } from "./extension.ts";
