import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const setting = notPersonal("a setting of the project");

export const personalData: PersonalData = {
  tables: {
    brand_card_settings: { project_id: ID, design: CHOICE, color: setting },
    brand_cards: {
      ...all(ID, "project_id", "file_id"),
      subject: notPersonal("an article's id, or the word for the start page"),
      locale: notPersonal("a language of the help center"),
      kind: CHOICE,
      ...all(notPersonal("a hash of a public picture, or of what it was drawn from"), "hash", "look"),
      ...all(notPersonal("a text of the project about a public picture: the title of a published article"), "alt", "title"),
    },
  },
};
