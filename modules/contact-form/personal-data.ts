import { all, CHOICE, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    // The row is removed with the contact or by its age; once confirmed, it holds nothing of this.
    help_letters: {
      ...all(ID, "id", "project_id", "delivery_id"),
      ...all(CHOICE, "state", "locale"),
      ...all(clearedBy("contact-form.requests"), "name", "email", "message", "article_id", "query", "visit", "feedback", "contact_id"),
    },
  },
};
