import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndClaims } from "./desk-addresses/queries.ts";
import { writeCodesAndLinksEnded } from "./visitor-address/queries.ts";

/** A deleted project gives its addresses back, and its codes and links are worth nothing any more. */
export const endAddresses = provide(projectCleanup, {
  name: "addresses",
  statements: (projectId, when) => [...writeEndClaims(projectId, when), ...writeCodesAndLinksEnded(projectId, when)],
});
