// The server face of address verification: addresses of visitors, and addresses of projects.
export { publicPageStatements, holdStatements, releaseStatement } from "./desk-addresses/hold-address.ts";
export {
  type Claim,
  isApproved,
  isClaimed,
  isApprovedForOthers,
  mayAnswerTo,
  mayHold,
  maySendFrom,
  readClaims,
  readObstacle,
  writeClaim,
  writeClaimReleased,
  writeOldSendersReleased,
  writeVoidCodes,
} from "./desk-addresses/queries.ts";
export { releaseWaiting } from "./desk-addresses/release-job.ts";
export { codeRequestsAmong, proofsOf, addressReserved } from "./desk-addresses/verify-desk-address.ts";
export { confirmation } from "./extension.ts";
export { prepareConfirmation } from "./visitor-address/prepare-confirmation.ts";
export { contactOfReturnLink, conversationOfReturnLink, writeEndReturnLinks, writeReturnLinkUsed } from "./visitor-address/queries.ts";
export { widgetLink, returnLink } from "./visitor-address/return-link.ts";
export { requestAddressCode, visitorAddress, verifyVisitorAddress } from "./visitor-address/verify-by-code.ts";
export { contactOfVerifiedAddress } from "./visitor-address/verify-by-link.ts";
