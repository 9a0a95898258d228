// The server face of email: settings, addresses, the outbox, mail texts and the system mailer.
export { addressHash } from "./addresses/address-hash.ts";
export { mailboxAddress, canonicalAddress, domainOf, spellingsOf } from "./addresses/base-form.ts";
export { isHeld, isHeldElsewhere, isInstallationAddress, readOwnAddresses, takesMailAt } from "./addresses/held-addresses.ts";
export { conversationOfAddress, proofOf, replyAddress, type Where } from "./addresses/reply-address.ts";
export {
  addressHashesOf,
  senderContact,
  readSenderContact,
  writeSenderContact,
  writeNoErasedContact,
} from "./addresses/sender-contacts.ts";
export type { Author } from "./delivery.ts";
export { addressReturned, type ReturnedAddress } from "./extension.ts";
export { readReturnedOf } from "./outbox/returned-queries.ts";
export { tellReturned } from "./outbox/tell-returned.ts";
export { type MailTemplate, mailTemplates, type MailContext } from "./extension.ts";
export { forgetJobFor } from "./outbox/forget-address.ts";
export { mustBeConfigured } from "./outbox/must-be-configured.ts";
export {
  addressIsFull,
  type Copy,
  deliveryExists,
  headerIdOfDelivery,
  stateOfDelivery,
  writeDeliveriesForgotten,
  isSuppressed,
  isQueued,
  readRequestedAmong,
  readByCause,
  readCopies,
  readSuppressed,
  writeBounced,
  writeCopies,
  writeDelivery,
  writeMailOut,
} from "./outbox/queries.ts";
export { readRecipientStatus, type RecipientStatus, acceptsMail } from "./outbox/recipient-queries.ts";
export { limitUnverified, type UnverifiedLimit } from "./outbox/unverified-limit.ts";
export { notConfiguredSentence } from "./outbox/rules.ts";
export { aboutContact, attemptJob, firstAttempts } from "./outbox/send-mail.ts";
export type { OutboundMail } from "./providers/provider.ts";
export {
  type GivenSettings,
  isReplyAddress,
  readAsksForAddress,
  readChosen,
  readSettings,
  readTakesAnswers,
  savedSetting,
  takesAnswers,
  writeSettings,
} from "./settings-queries.ts";
export { markOf } from "./system-mailer/mail-mark.ts";
export { accountMailStatus } from "./system-mailer/queries.ts";
export { accountMailer } from "./system-mailer/send.ts";
export {
  answerSubject,
  type Block,
  bodyOf,
  bodyOfBlocks,
  firstSubject,
  fitting,
  forwardBody,
  forwardSubject,
  headerText,
  MAX_REFERENCES,
  stamp,
  type Thread,
  threadHeaders,
} from "./writing/compose.ts";
export { asBody, paragraph, type Part, written } from "./writing/parts.ts";
export { fromOf, headerIdOf, PROJECT_AUTHOR, ownHeaders, deliveryIdsIn } from "./writing/sender.ts";
export { emailConfig, type EmailConfig, missingForLinks, missingForReceiving, missingForSending } from "./variables.ts";
