import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const VALUE = notPersonal("ids and choices: what an action sets, and what it was");
export const personalData: PersonalData = {
  tables: {
    bulk_actions: {
      ...all(ID, "project_id", "id", "account_id"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "action", "state"),
      ...all(VALUE, "value"),
      ...all(notPersonal("a view, its order and filter, and ids"), "list", "cursor"),
    },
    bulk_action_items: {
      ...all(ID, "project_id", "bulk_action_id", "conversation_id"),
      ...all(VALUE, "inverse"),
      ...all(CHOICE, "outcome", "undo"),
    },
  },
};
