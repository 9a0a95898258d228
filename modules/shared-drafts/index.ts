// The server face of shared drafts, for modules through which programs write.
export { saveProgramDraft } from "./program-drafts.ts";
