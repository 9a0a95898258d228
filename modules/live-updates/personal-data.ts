import { all, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  // The contact's coordinator clears its storage when its sockets close; the project's forgets that the contact was online.
  coordinator: {
    ...{ spent: all(clearedBy("contacts.identity"), "ticket"), online: all(clearedBy("contacts.identity"), "contact_id") },
    seen: all(ID, "id"),
  },
};
