// Which members are connected, from the frames of presence.
import type { MemberFrame } from "#modules/conversations/contract";

export type Presence = "active" | "idle";
export type Present = ReadonlyMap<string, Presence>;
export type Windows = Extract<MemberFrame, { type: "presence" }>["members"];

/** A page that is loaded anew is gone for a moment, in milliseconds. */
export const LEAVING_LASTS = 10_000;

/** Connected members: idle if all of their windows are. */
export function presentMembers(windows: Windows): Map<string, Presence> {
  const present = new Map<string, Presence>();
  for (const { accountId, idle } of windows)
    if (idle !== true || !present.has(accountId)) present.set(accountId, idle === true ? "idle" : "active");
  return present;
}

interface Ports {
  /** Called with who is connected; undefined while it is not known. */
  set(present: Present | undefined): void;
  wait(ms: number, run: () => void): () => void;
}
/** Follows the frames. Whoever has just gone is kept for a moment. */
export function followPresence({ set, wait }: Ports): (windows: Windows | undefined) => void {
  let now = new Map<string, Presence>();
  const leaving = new Map<string, () => void>();
  const left = (accountId: string) => (): void => {
    leaving.delete(accountId);
    now = new Map(now);
    now.delete(accountId);
    set(now);
  };
  return (windows) => {
    const come = presentMembers(windows ?? []);
    for (const [accountId, cancel] of leaving) {
      if (windows && !come.has(accountId)) continue;
      cancel();
      leaving.delete(accountId);
    }
    if (windows)
      for (const [accountId, was] of now) {
        if (come.has(accountId)) continue;
        come.set(accountId, was);
        if (!leaving.has(accountId)) leaving.set(accountId, wait(LEAVING_LASTS, left(accountId)));
      }
    now = come;
    set(windows && now);
  };
}
