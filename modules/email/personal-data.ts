import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const keyedHash = notPersonal("a keyed hash: useless to whoever reads the table");
const ours = notPersonal("what the project writes about itself");

export const personalData: PersonalData = {
  tables: {
    inbound_mail_receipts: {
      ...all(ID, "id", "project_id", "message_id", "contact_id"),
      identity_hash: notPersonal("a keyed hash, by which a mail that is delivered again is known"),
      ...all(clearedBy("email.receipts"), "object_key", "envelope_from", "envelope_to", "subject", "error", "reasons"),
      ...all(CHOICE, "door", "state"),
      waits_for: ours,
    },
    address_claims: {
      ...all(ID, "project_id", "ask_id", "asked_by"),
      ...all(ours, "address", "domain"),
      code_hash: keyedHash,
    },
    mail_domains: { ...all(ID, "project_id", "approved_by"), domain: ours },
    inbound_addresses: { address: ours, project_id: ID },
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
    mail_uploads: { object_key: notPersonal("a random key; the object goes with the row when nobody takes it") },
    mail_deliveries: {
      ...all(ID, "id", "project_id", "conversation_id", "message_id", "contact_id", "strangers_by"),
      ...all(CHOICE, "kind", "state", "provider"),
      cause: notPersonal("the id of the message or the call that it was sent for"),
      to_hash: keyedHash,
      provider_id: notPersonal("the provider's own id of the mail"),
      ...all(clearedBy("email.deliveries"), "to_address", "subject", "header_id", "error"),
    },
    system_mails: {
      ...all(ID, "id", "subject_id", "attempt_key"),
      ...all(CHOICE, "kind", "state", "provider"),
      cause: notPersonal("the id of what it was sent for"),
      to_hash: keyedHash,
      provider_id: notPersonal("the provider's own id of the mail"),
      error: notPersonal("why a mail to somebody of the team was not sent; the row goes after thirty days"),
    },
    address_codes: {
      ...all(ID, "project_id", "contact_id", "delivery_id"),
      ...all(clearedBy("email.proofs"), "address", "code_hash"),
      used_by: notPersonal("a random id of the call that used it up"),
    },
    return_tokens: {
      ...all(ID, "project_id", "contact_id", "conversation_id", "used_by"),
      token_hash: clearedBy("email.proofs"),
    },
    unseen_mails: all(ID, "delivery_id", "project_id", "conversation_id"),
    notice_settings: { ...all(ID, "project_id", "account_id"), zone: notPersonal("a time zone that a member of the team chose") },
    notices: {
      ...all(ID, "project_id", "account_id"),
      cause: notPersonal("the id of the event or the mail that it tells of"),
      ...all(clearedBy("email.notices"), "conversation_id", "contact_id"),
    },
    notice_mails: {
      ...all(ID, "delivery_id", "project_id", "account_id"),
      kind: CHOICE,
      conversations: notPersonal("ids of conversations: the words are read when the mail is made"),
    },
    notice_progress: all(ID, "events_id", "mails_id"),
    mail_copies: {
      ...all(ID, "delivery_id", "project_id"),
      kind: CHOICE,
      address: clearedBy("email.named"),
      to_hash: keyedHash,
    },
    mail_forwards: { ...all(ID, "delivery_id", "project_id", "message_id"), content: clearedBy("email.deliveries") },
    mail_suppressions: { project_id: ID, address_hash: keyedHash, reason: CHOICE },
  },
  objects: { "m/": clearedBy("email.receipts") },
};
