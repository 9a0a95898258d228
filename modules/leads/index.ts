// The server face of leads.
export { type LeadRemoval, leadRemoval } from "./extension.ts";
export { leadsOfContact, mayBeMailed, readLeadOf, readLeadsAmong, readLeadThere, readWhyNotMailed, writeStage } from "./queries.ts";
