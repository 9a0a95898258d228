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
    },
  },
};
