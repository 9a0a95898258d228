import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const keyedHash = notPersonal("a keyed hash: useless to whoever reads the table");
const ours = notPersonal("what the project writes about itself");

export const personalData: PersonalData = {
  tables: {
    email_settings: { project_id: ID, ...all(ours, "sender", "sender_name", "reply_address", "signature") },
    mails: {
      ...all(ID, "message_id", "project_id", "conversation_id"),
      direction: CHOICE,
      header_hash: keyedHash,
      sender_hash: clearedBy("email.elsewhere"),
      ...all(
        clearedBy("email.receipts"),
        "header_id",
        "from_address",
        "from_name",
        "to_list",
        "cc_list",
        "subject",
        "authentication",
        "html_key",
        "text_key",
        "quoted",
      ),
    },
    mail_contacts: { ...all(ID, "project_id", "contact_id"), address_hash: clearedBy("email.senders") },
    mail_deliveries: {
      ...all(ID, "id", "project_id", "conversation_id", "message_id", "contact_id", "strangers_by"),
      ...all(CHOICE, "kind", "state", "provider"),
      cause: notPersonal("the id of the message or the call that it was sent for"),
      to_hash: keyedHash,
      provider_id: notPersonal("the provider's own id of the mail"),
      ...all(clearedBy("email.deliveries"), "to_address", "subject", "header_id", "error"),
    },
    mail_suppressions: { project_id: ID, address_hash: keyedHash, reason: CHOICE },
    system_mails: {
      ...all(ID, "id", "subject_id", "attempt_key"),
      ...all(CHOICE, "kind", "state", "provider"),
      cause: notPersonal("the id of what it was sent for"),
      to_hash: keyedHash,
      provider_id: notPersonal("the provider's own id of the mail"),
      error: notPersonal("why a mail to somebody of the team was not sent; the row goes after thirty days"),
    },
    mail_copies: {
      ...all(ID, "delivery_id", "project_id"),
      kind: CHOICE,
      address: clearedBy("email.named"),
      to_hash: keyedHash,
    },
    mail_forwards: { ...all(ID, "delivery_id", "project_id", "message_id"), content: clearedBy("email.deliveries") },
    inbound_addresses: { address: ours, project_id: ID },
  },
};
