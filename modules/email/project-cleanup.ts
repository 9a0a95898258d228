import { provide } from "#kernel/module/index.ts";
import { projectDeletion } from "#modules/projects";
import { writeEndDeliveries } from "./outbox/queries.ts";

/** A deleted project sends no mail any more. (Its jobs end with it.) */
export const endDeliveries = provide(projectDeletion, {
  name: "mail",
  statements: (projectId, when, now) => [writeEndDeliveries(projectId, now, when)],
});
