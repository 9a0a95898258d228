// Exports of leads for modules that keep something of a lead.
export { leadRemoval } from "./extension.ts";
export {
  leadIdOf,
  leadIdsOf,
  leadIsThere,
  leadsOfContact,
  mayBeMailed,
  readLeadOf,
  readLeadsAmong,
  readLeadThere,
  readWhyNotMailed,
  writeStage,
} from "./queries.ts";
