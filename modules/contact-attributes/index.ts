// The server face of contact attributes: what a signed identity sets.
export { readAttributes } from "./queries.ts";
export { valuesOfIdentity } from "./contract/rules.ts";
