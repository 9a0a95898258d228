// The face of mail: what the widget asks of it for visitors.
export { askForCode, ownAddress, proveAddress } from "./continuity/prove-address.ts";
export { contactOfReturn, returnedTo, writeEndReturns, writeReturned } from "./continuity/queries.ts";
export { readAsks } from "./settings-queries.ts";
