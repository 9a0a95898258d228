// Which members are connected, from a frame of presence.
import type { MemberFrame } from "#modules/conversations/contract";

export type Presence = "active" | "idle";

/** Connected members: idle if all of their windows are. */
export function presentMembers(windows: Extract<MemberFrame, { type: "presence" }>["members"]): Map<string, Presence> {
  const present = new Map<string, Presence>();
  for (const { accountId, idle } of windows)
    if (idle !== true || !present.has(accountId)) present.set(accountId, idle === true ? "idle" : "active");
  return present;
}
