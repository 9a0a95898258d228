// What the audit log says about mail: settings, addresses, domains, and deliveries.
import { m } from "#messages";
import { type AuditSentences, onOrOff, sentencesOfChanges } from "#modules/projects/views";

const sentences: AuditSentences = {
  "email.settings_changed": sentencesOfChanges(m.email_audit_settings, {
    sender: m.email_audit_sender,
    senderName: m.email_audit_sender_name,
    replyAddress: m.email_audit_reply,
    signature: m.email_audit_signature,
    askAddress: onOrOff(m.email_audit_ask),
    mailUnseen: onOrOff(m.email_audit_unseen),
  }),
  "email.address_added": ({ detail: { address = "" } }) => [m.email_audit_address_added({ address })],
  "email.address_removed": ({ detail: { address = "" } }) => [m.email_audit_address_removed({ address })],
  "email.address_proved": ({ detail: { address = "" } }) => [m.email_audit_address_proved({ address })],
  "email.domain_approved": ({ detail: { domain = "" } }) => [m.email_audit_domain_approved({ domain })],
  "email.domain_withdrawn": ({ detail: { domain = "" } }) => [m.email_audit_domain_withdrawn({ domain })],
  "email.delivery_retried": () => [m.email_audit_retried()],
};
export default sentences;
