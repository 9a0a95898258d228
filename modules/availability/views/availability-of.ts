// What a member's choice and presence come to.
import type { Availability } from "../contract.ts";

/** Away is who chose it, and who is not there; undefined if nothing was chosen and it is not known who is there. */
export function availabilityOf(chosen: Availability, presence: "active" | "idle" | "absent" | undefined): Availability | undefined {
  if (chosen === "away" || presence === "idle" || presence === "absent") return "away";
  if (chosen === "busy") return "busy";
  return presence === undefined ? undefined : "online";
}
