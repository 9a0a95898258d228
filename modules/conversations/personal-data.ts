import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const MESSAGES = clearedBy("conversations.messages");
const CONVERSATIONS = clearedBy("conversations.conversations");
export const personalData: PersonalData = {
  tables: {
    conversations: {
      ...all(ID, "project_id", "id", "contact_id", "assignee_id", "preview_author_id", "merged_into", "parted_from"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "door", "status", "preview_role"),
      ...all(CONVERSATIONS, "preview", "subject"),
    },
    conversation_partings: all(ID, "project_id", "conversation_id", "led_to"),
    project_heads: all(ID, "project_id"),
    conversation_events: {
      ...all(ID, "project_id", "id", "conversation_id", "contact_id", "actor_id", "message_id"),
      ...all(CHOICE, "kind", "actor_role"),
      scope: notPersonal("the canonical actor or the key of a command, made of ids"),
      ...all(CLIENT_ID, "client_id"),
      fingerprint: MESSAGES,
      data: notPersonal("which status, until when, whose: words of fixed lists, times and ids"),
    },
    messages: {
      ...all(ID, "id", "project_id", "conversation_id", "author_id"),
      ...all(CHOICE, "kind", "author_role"),
      ...all(MESSAGES, "content", "origin"),
      ...all(CLIENT_ID, "client_id"),
    },
    conversation_reads: all(ID, "project_id", "conversation_id", "account_id"),
    drafts: {
      ...all(ID, "project_id", "conversation_id", "account_id"),
      ...all(CHOICE, "kind"),
      ...all(CONVERSATIONS, "content", "file_ids"),
    },
    conversation_mentions: all(ID, "project_id", "conversation_id", "account_id"),
    conversation_settings: all(ID, "project_id"),
    conversation_sort_keys: { ...all(ID, "project_id", "conversation_id", "assignee_id"), ...all(CHOICE, "status") },
    conversation_counts: { ...all(ID, "project_id"), list: notPersonal("a status, or the id of a member") },
    writing_settings: {
      ...all(ID, "project_id", "account_id"),
      ...all(CHOICE, "send_key", "after_handling"),
      signature: notPersonal("what a member of the team writes below their own mail"),
    },
  },
};
