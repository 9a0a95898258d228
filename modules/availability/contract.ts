// Wire contract of the availability of members. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import * as v from "valibot";

export const AVAILABILITIES = ["online", "busy", "away"] as const;
export const Availability = v.picklist(AVAILABILITIES);
export type Availability = v.InferOutput<typeof Availability>;

/** Name of the action on many conversations that hands them over. */
export const HANDOVER = "handover";

const inProject = { projectId: idOf("project") };
/** Members who chose busy or away; the others are online while they are connected and not idle. */
const Chosen = v.object({ items: v.array(v.object({ accountId: idOf("account"), availability: v.picklist(["busy", "away"]) })) });
export type Chosen = v.InferOutput<typeof Chosen>;

/** What the members of the project chose. Who is connected, and who is idle, is in the `presence` frames of the socket. */
export const readAvailability = route({
  name: "readAvailability",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/availability",
  who: "member",
  params: inProject,
  reply: Chosen,
});
/** Sets the caller's own. Safe to repeat. The other members are told. */
export const setAvailability = route({
  name: "setAvailability",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/availability",
  who: "member",
  params: inProject,
  body: v.strictObject({ availability: Availability }),
  reply: Chosen,
});
