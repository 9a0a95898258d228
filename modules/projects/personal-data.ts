import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const SETTING = notPersonal("a setting of the project");
const SECRET = notPersonal("a random key or the hash of one");
export const personalData: PersonalData = {
  tables: {
    projects: {
      ...all(ID, "id", "created_by", "deleted_by"),
      ...all(SETTING, "name", "slug", "website_origin", "look"),
      ...all(SECRET, "widget_key", "identity_secret"),
      ...all(CLIENT_ID, "client_id"),
    },
    memberships: { ...all(ID, "project_id", "account_id"), ...all(CHOICE, "role") },
    invitations: {
      ...all(ID, "id", "project_id", "created_by", "used_by"),
      ...all(SECRET, "token_hash"),
      ...all(CHOICE, "role"),
      address: notPersonal("whom a member invites into the team"),
      note: notPersonal("what a member wrote of whom they invite into the team"),
      ...all(CLIENT_ID, "client_id"),
    },
    audit_log: {
      ...all(ID, "id", "project_id", "actor"),
      ...all(CHOICE, "action"),
      detail: notPersonal("ids and settings of the team; contacts are named by their id"),
      changes: notPersonal("settings of the team before and after; none of a contact"),
    },
  },
};
