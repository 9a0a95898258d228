import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const CLEARED = clearedBy("outreach.sequences");
const ours = notPersonal("what the project writes, or sends from");
const day = notPersonal("the day on which something was sent");
export const personalData: PersonalData = {
  tables: {
    outreach_settings: { project_id: ID, time_zone: CHOICE },
    outreach_templates: { ...all(ID, "id", "project_id", "created_by"), client_id: CLIENT_ID, ...all(ours, "name", "subject", "text") },
    // The step deletes the rows of these three.
    outreach_sequences: {
      ...all(ID, "id", "project_id", "lead_id", "contact_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CLEARED, "address", "address_hash", "suppression_key"),
      ...all(CHOICE, "state", "ended_reason", "waits_for"),
    },
    outreach_mails: {
      ...all(ID, "sequence_id", "project_id", "edited_by", "review_id", "delivery_id"),
      ...all(CLEARED, "subject", "text"),
      ...{ sender: ours, sent_day: day },
    },
    outreach_reviews: {
      ...all(ID, "id", "project_id", "sequence_id", "written_by", "reviewed_by"),
      ...all(CLEARED, "hash", "recipient", "subject", "text", "footer"),
      ...all(ours, "sender_address", "sender_name"),
    },
    outreach_sender_days: { sender: ours, day },
    outreach_days: { project_id: ID, day },
  },
};
