// The server face of shared drafts, for modules through which programs write, and for those that end conversations.
export { saveProgramDraft } from "./program-drafts.ts";
export { writesAllDraftsBack } from "./send-drafts-back.ts";
