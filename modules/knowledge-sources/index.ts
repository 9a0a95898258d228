// Exports of knowledge sources: the extension points for other modules.
export { contactOfMessage, projectLanguages } from "./extension.ts";
