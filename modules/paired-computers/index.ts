// The server face of paired computers, for modules whose rows rest on a device or a grant.
export { authorityWithdrawn, sightings } from "./extension.ts";
export { deviceHolds, grantHolds } from "./queries.ts";
