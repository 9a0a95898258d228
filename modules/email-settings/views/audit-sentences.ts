// What the audit log says about mail: settings, addresses, domains, and deliveries.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff, onOrOff, sentencesOfChanges } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  email: {
    screen: "settings-email",
    fields: {
      sender: m.email_sender_address,
      senderName: m.email_sender_name,
      replyAddress: m.email_reply,
      signature: m.email_signature,
      askAddress: onOff(m.email_ask_address),
      mailUnseen: onOff(m.email_mail_unseen),
    },
  },
};
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
