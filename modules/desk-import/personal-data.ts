import { all, CHOICE, clearedBy, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const NUMBER = notPersonal("the number of a ticket or person at another help desk, kept so that nobody erased is imported again");
const SOURCE = notPersonal("which help desk, and how far it was read");
export const personalData: PersonalData = {
  tables: {
    desk_import_runs: {
      ...all(ID, "id", "project_id", "created_by", "given_by", "export_id"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "platform", "state", "phase", "error"),
      ...all(SOURCE, "place", "at"),
      name: notPersonal("what a member called the import"),
      options: notPersonal("how the source's team, statuses, tags and fields are mapped"),
    },
    desk_import_items: {
      ...all(ID, "project_id", "conversation_id", "contact_id", "run_id"),
      ...all(CHOICE, "platform"),
      ...all(SOURCE, "place", "changed"),
      source_id: NUMBER,
    },
    desk_import_people: {
      ...all(ID, "project_id", "contact_id", "run_id", "company_id", "company_run"),
      ...all(CHOICE, "platform"),
      place: SOURCE,
      source_id: NUMBER,
    },
    desk_import_ratings: {
      ...all(ID, "project_id", "conversation_id", "request_id", "run_id"),
      ...all(CHOICE, "platform"),
      place: SOURCE,
      source_id: notPersonal("the number of a rating at another help desk"),
      changed: notPersonal("a hash of a rating, made with its number and time"),
    },
    desk_import_companies: {
      ...all(ID, "project_id", "company_id", "run_id"),
      ...all(CHOICE, "platform"),
      place: SOURCE,
      source_id: notPersonal("the number of a company at another help desk, or a hash of its name"),
      changed: notPersonal("a hash of what another help desk says of a company"),
    },
    desk_import_additions: {
      ...all(ID, "project_id", "run_id", "conversation_id"),
      source_id: NUMBER,
      changed: SOURCE,
      state: notPersonal("whether a conversation was open, whose it was, and since when somebody waited"),
      tags: notPersonal("ids of tags"),
    },
    desk_import_tags: {
      ...all(ID, "project_id", "tag_id", "run_id"),
      name: notPersonal("the name of a tag, which the team gives to many conversations"),
    },
    desk_import_replies: {
      ...all(ID, "project_id", "reply_id", "run_id"),
      ...all(CHOICE, "platform"),
      place: SOURCE,
      source_id: notPersonal("the number of a canned reply at another help desk"),
      changed: notPersonal("a hash of a canned reply, which the team wrote for many customers"),
    },
    desk_import_rows: {
      ...all(ID, "project_id", "run_id", "conversation_id", "contact_id", "attempt"),
      ...all(CHOICE, "outcome", "reason", "undone"),
      source_id: NUMBER,
      ...all(clearedBy("desk-import.rows"), "title", "notes"),
    },
    desk_import_access: all(ID, "project_id", "opened_by"),
  },
};
