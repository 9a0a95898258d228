import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndDeliveries } from "./outbox/queries.ts";

/** Ends pending mail of a deleted project. Its jobs end by themselves. */
export const endDeliveries = provide(projectCleanup, {
  name: "mail",
  statements: (projectId, when, now) => [writeEndDeliveries(projectId, now, when)],
});
