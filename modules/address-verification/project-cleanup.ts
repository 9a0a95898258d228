import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndClaims } from "./desk-addresses/queries.ts";
import { writeCodesAndLinksEnded } from "./visitor-address/queries.ts";

/** Frees the addresses of a deleted project and ends its codes and links. */
export const endAddresses = provide(projectCleanup, {
  name: "addresses",
  statements: (projectId, when) => [...writeEndClaims(projectId, when), ...writeCodesAndLinksEnded(projectId, when)],
});
