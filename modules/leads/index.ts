// Exports of leads for modules that keep something of a lead.
export { leadRemoval } from "./extension.ts";
export { leadIdsOf, leadIsThere, readLeadThere } from "./queries.ts";
