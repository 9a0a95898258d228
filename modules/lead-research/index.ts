// Exports of research: what is known of a lead, for those who write to it.
export { researchOf } from "./read-research.ts";
