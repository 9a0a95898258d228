// The face of mail: what widget and help pages ask of it for visitors.
export { contactByProof } from "./continuity/prove-by-link.ts";
export { askForCode, ownAddress, proveAddress } from "./continuity/prove-address.ts";
export { contactOfReturn, returnedTo, writeEndReturns, writeReturned } from "./continuity/queries.ts";
export { readAsks, readTakesAnswers } from "./settings-queries.ts";
export { confirmation } from "./extension.ts";
export { askToConfirm } from "./outbound/confirm.ts";
export { emailConfig, missingForLinks, missingForReceiving, missingForSending } from "./variables.ts";
