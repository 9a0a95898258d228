// Verified addresses: those of visitors and those of the desk itself.
export { facesOf, holding, releaseOf } from "./desk-addresses/hold-address.ts";
export {
  type Claim,
  isApproved,
  isClaimed,
  isOthersDomain,
  mayAnswerTo,
  mayHold,
  maySendFrom,
  readClaims,
  readObstacle,
  writeClaim,
  writeNoClaim,
  writeNoOldSenders,
  writeVoid,
} from "./desk-addresses/queries.ts";
export { releaseWaiting } from "./desk-addresses/release-job.ts";
export { asksAmong, proofsOf, RESERVED } from "./desk-addresses/verify-desk-address.ts";
export { confirmation } from "./extension.ts";
export { askToConfirm } from "./visitor-address/ask-to-confirm.ts";
export { contactOfReturn, returnedTo, writeEndReturns, writeReturned } from "./visitor-address/queries.ts";
export { plainLink, returnLink } from "./visitor-address/return-link.ts";
export { askForCode, ownAddress, proveAddress } from "./visitor-address/verify-by-code.ts";
export { contactByProof } from "./visitor-address/verify-by-link.ts";
