// What embedding adds to a project's usage of the day.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Usage } from "#modules/ai";
import type { Setup } from "../setup.ts";
import type { Embedded } from "./embed.ts";

/** The project's part of a request, by default all of it. */
export const usageOf = ({ model }: Setup, projectId: ProjectId, { tokens, cost, estimated }: Embedded, part = 1): Usage => ({
  projectId,
  purpose: "embedding",
  provider: model.provider,
  model: model.name,
  calls: 1,
  failed: 0,
  input: Math.ceil(tokens * part),
  output: 0,
  cost: Math.ceil(cost * part),
  estimated: estimated ? 1 : 0,
});
