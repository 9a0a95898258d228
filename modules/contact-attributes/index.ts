// The server face of contact attributes: what a signed identity sets, and what an import defines.
export { readAttributes, writeAttribute } from "./queries.ts";
export { valuesOfIdentity } from "./contract/rules.ts";
