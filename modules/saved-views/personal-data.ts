import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("how the team sorts its work; shown to members only");
export const personalData: PersonalData = {
  tables: {
    saved_views: {
      ...all(ID, "project_id", "id", "owner_id", "index_id", "created_by"),
      ...all(TEAM, "name", "icon", "conditions"),
      ...all(CHOICE, "kind", "sort"),
      ...all(CLIENT_ID, "client_id"),
    },
    saved_view_indexes: { ...all(ID, "project_id", "id", "entered_to"), matches: TEAM },
    saved_view_rows: all(ID, "project_id", "index_id", "conversation_id"),
    saved_view_walks: all(ID, "project_id"),
    saved_view_changed: all(ID, "project_id", "conversation_id"),
    saved_view_domains: {
      ...all(ID, "project_id", "after"),
      ...all(CHOICE, "state"),
      domain: notPersonal("a domain that the team gave or took from a company"),
    },
    saved_view_contacts: { ...all(ID, "project_id", "contact_id"), ...all(CLIENT_ID, "after") },
  },
};
