// Wire contract of automatic assignment. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Revision } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const MODES = ["off", "turn", "balanced"] as const;
export type Mode = (typeof MODES)[number];
/** Open conversations that a cap can allow each member. */
export const MAX_CAP = 500;

const Settings = {
  /** `turn`: whoever was given one longest ago; `balanced`: whoever has the fewest open conversations. */
  mode: v.picklist(MODES),
  /** Whoever has so many open conversations is given none; null for no limit. */
  cap: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CAP))),
  /** Outside business hours conversations wait. */
  withinHours: v.boolean(),
};
const Member = v.object({
  accountId: idOf("account"),
  name: v.string(),
  /** Their open conversations. */
  open: v.number(),
  /** `available`, or why they are given none. */
  state: v.picklist(["available", "busy", "away", "full", "left_out"]),
});
export type PoolMember = v.InferOutput<typeof Member>;
const Pool = v.object({
  /** Null for conversations without a team. */
  teamId: v.nullable(idOf("team")),
  teamName: v.nullable(v.string()),
  ...Settings,
  revision: v.number(),
  members: v.array(Member),
  /** Conversations that wait; counted up to 1000 of the project. */
  waiting: v.number(),
});
export type Pool = v.InferOutput<typeof Pool>;
export const AutoAssignment = v.object({
  pools: v.array(Pool),
  /** Whether the project has business hours, and whether it is within them. */
  hours: v.picklist(["none", "open", "closed"]),
});
export type AutoAssignment = v.InferOutput<typeof AutoAssignment>;
const GivenPool = v.strictObject({
  teamId: v.nullable(idOf("team")),
  ...Settings,
  /** Members that take no part. For a team its members decide, so it has none. */
  leftOut: v.pipe(v.array(idOf("account")), v.maxLength(500)),
  /** Of the settings that were changed; 0 if none were ever saved. */
  revision: Revision,
});
export type GivenPool = v.InferOutput<typeof GivenPool>;

const inProject = { projectId: idOf("project") };
/** The pools: conversations without a team first, then active teams by name. */
export const readAutoAssignment = route({
  name: "readAutoAssignment",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/auto-assignment",
  who: "member",
  params: inProject,
  reply: AutoAssignment,
});
/** Replaces the settings of one pool. 409 `conflict` if somebody changed them since `revision`. */
export const changeAutoAssignment = route({
  name: "changeAutoAssignment",
  method: "PUT",
  path: "/api/management/projects/:projectId/auto-assignment",
  who: "admin",
  params: inProject,
  body: GivenPool,
  reply: AutoAssignment,
  errors: ["conflict"],
});
