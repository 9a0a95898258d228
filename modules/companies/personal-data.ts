import { all, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what the team says of a company, whoever its contacts are; shown to members only");
export const personalData: PersonalData = {
  tables: {
    companies: {
      ...all(ID, "id", "project_id", "created_by", "change_key"),
      ...all(TEAM, "name", "name_key", "website", "notes"),
      client_id: CLIENT_ID,
    },
    company_domains: { ...all(ID, "project_id", "company_id"), domain: TEAM },
    company_words: { ...all(ID, "project_id", "company_id"), word: TEAM },
    // The step deletes the row.
    company_contacts: { ...all(ID, "project_id", "contact_id", "set_by"), company_id: clearedBy("companies.contact") },
  },
};
