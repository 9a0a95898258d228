import { provide } from "#kernel/module/index.ts";
import { projectDeletion } from "#modules/projects";
import { writeEndClaims } from "./desk-addresses/queries.ts";
import { writeEndProofs } from "./visitor-address/queries.ts";

/** A deleted project gives its addresses back, and its codes and links are worth nothing any more. */
export const endAddresses = provide(projectDeletion, {
  name: "addresses",
  statements: (projectId, when) => [...writeEndClaims(projectId, when), ...writeEndProofs(projectId, when)],
});
