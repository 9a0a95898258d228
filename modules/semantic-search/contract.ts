// Semantic search: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

export const SearchState = v.object({
  /**
   * `off` = not set up: words alone are searched. `on` = it works. `down` = it is set up and does not work right now: words alone are
   * searched, and `lastError` says why.
   */
  semantic: v.picklist(["off", "on", "down"]),
  /** Names of the variables that are missing or wrong; none when it is set up. */
  missing: v.array(v.string()),
  /** Of the variables that search by meaning needs, some are set and some are not: somebody began to set it up. */
  begun: v.boolean(),
  /** As `KNOWLEDGE_EMBEDDING_MODEL` names it; null without one. */
  model: v.nullable(v.string()),
  /** Documents of the project that are not yet found by their meaning, or whose vectors still have to go; at most 1,000 are counted. */
  waiting: v.number(),
  /** Of these, how many were tried and refused. They are tried again. */
  failed: v.number(),
  /** A sentence of the store, the provider, or of a document that was refused; null when all is well. */
  lastError: v.nullable(v.string()),
});
export type SearchState = v.InferOutput<typeof SearchState>;

/** Whether the project's knowledge is found by its meaning, and what is missing. */
export const readSearchState = route({
  name: "readSearchState",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/knowledge/search-state",
  who: "member",
  params: { projectId: idOf("project") },
  reply: SearchState,
});
