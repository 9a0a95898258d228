// Wire contract of keeping the number of an issue's customers at GitHub. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

/** `comment`: one of the connection's account, which is edited. `label`: from a few steps, such as `customers: 5+`. */
export const CountMode = v.picklist(["nothing", "comment", "label"]);
export type CountMode = v.InferOutput<typeof CountMode>;
/** Most that is counted of what waits and of what was refused. */
export const MAX_COUNTED = 100;
export const IssueCounts = v.object({
  mode: CountMode,
  /** The issues have not all been gone through since the mode was chosen: more may begin to wait. */
  isGathering: v.boolean(),
  /** Issues that are to be brought up to date; at most 100. */
  waiting: v.number(),
  /** Issues on which GitHub does not allow it; at most 100. */
  refused: v.number(),
  /** Some of them, as `owner/name#7`. */
  examples: v.array(v.string()),
});
export type IssueCounts = v.InferOutput<typeof IssueCounts>;

const COUNTS_PATH = "/api/management/projects/:projectId/code-hosting/issue-counts";
const inProject = { projectId: idOf("project") };
export const readIssueCounts = route({
  name: "readIssueCounts",
  method: "GET",
  path: COUNTS_PATH,
  who: "admin",
  params: inProject,
  reply: IssueCounts,
});
/** What stands at GitHub in another way is taken away there. */
export const changeIssueCounts = route({
  name: "changeIssueCounts",
  method: "PUT",
  path: COUNTS_PATH,
  who: "admin",
  params: inProject,
  body: v.strictObject({ mode: CountMode }),
  reply: IssueCounts,
});
