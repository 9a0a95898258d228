// Wire contract of semantic search. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

export const SearchState = v.object({
  /**
   * `off`: not set up, so only words are searched. `on`: working. `down`: set up but failing now, so only words are searched; `lastError`
   * says why.
   */
  semantic: v.picklist(["off", "on", "down"]),
  /** Names of the missing or invalid variables; none if it is set up. */
  missing: v.array(v.string()),
  /** Whether some of the variables are set and some are missing: somebody began to set it up. */
  begun: v.boolean(),
  /** The value of `KNOWLEDGE_EMBEDDING_MODEL`; null without one. */
  model: v.nullable(v.string()),
  /** Documents of the project whose vectors are not up to date, or still have to be removed; counted up to 1,000. */
  waiting: v.number(),
  /** How many of these were tried and refused. They are retried. */
  failed: v.number(),
  /** An error of the store, the provider, or a refused document; null if there is none. */
  lastError: v.nullable(v.string()),
});
export type SearchState = v.InferOutput<typeof SearchState>;

/** Whether semantic search works for the project, and what is missing. */
export const readSearchState = route({
  name: "readSearchState",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/knowledge/search-state",
  who: "member",
  params: { projectId: idOf("project") },
  reply: SearchState,
});
