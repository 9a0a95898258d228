// The server face of suppression: who may not be mailed, how recipients opt out, and who outreach comes from.
export { foldedAddress, suppressionKey } from "./address-key.ts";
export { forgetAddresses } from "./erasure.ts";
export { suppressed, type Suppressed } from "./events.ts";
export { type SentMessages, sentMessages } from "./extension.ts";
export { type Footer, footerOf } from "./identity/footer.ts";
export { outreachIdentity, type OutreachSender } from "./identity/identity.ts";
export { notSuppressed, type SuppressionState } from "./queries.ts";
export { isSuppressed, suppress, type Suppression, suppressionOf, suppressionQuery } from "./suppress.ts";
export { unsubscribeAddresses, type UnsubscribeAddresses } from "./unsubscribe/link.ts";
