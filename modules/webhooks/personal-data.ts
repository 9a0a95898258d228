import { CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    webhooks: {
      id: ID,
      project_id: ID,
      url: notPersonal("an address that an owner or admin entered"),
      description: notPersonal("what an owner or admin calls it"),
      events: CHOICE,
      secret: notPersonal("a random secret, encrypted"),
      previous_secret: notPersonal("a random secret, encrypted"),
      state: CHOICE,
      stopped_for: CHOICE,
      stopped_fault: CHOICE,
      created_by: ID,
      client_id: ID,
    },
    webhook_deliveries: {
      id: ID,
      project_id: ID,
      webhook_id: ID,
      type: CHOICE,
      state: CHOICE,
      last_fault: CHOICE,
      subject: ID,
    },
    webhook_contact_changes: { project_id: ID, told_contact: ID, into_contact: ID, kind: CHOICE },
  },
};
