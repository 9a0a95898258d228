import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

/** Made of what the customer wrote. What was sent to GitHub is not reached. */
const written = clearedBy("issue-creation.drafts");
const digest = notPersonal("a digest with a random value in it");

export const personalData: PersonalData = {
  tables: {
    code_issue_drafts: {
      ...all(ID, "project_id", "conversation_id", "account_id"),
      ...all(written, "draft", "preview"),
      digest,
    },
    code_issue_creations: {
      ...all(ID, "project_id", "id", "conversation_id", "account_id", "client_id"),
      ...all(CHOICE, "state", "fault"),
      ...all(written, "request", "problems", "url"),
      repository: notPersonal("the name of one of the company's repositories"),
      digest,
    },
  },
};
