// What several commands say about a pairing.
import { visible } from "./visible.ts";
import type { Paired } from "./wire.ts";

const KINDS: Readonly<Record<string, string>> = {
  report: "look into things and report to the team",
  reply: "write replies, which a member reviews",
};
/** Who paired this computer with what, and what it may do. Text of the service is made visible. */
export function describePaired({ device, project, person, grant }: Paired): string {
  const kinds = grant.kinds.map((kind) => KINDS[kind] ?? visible(kind)).join("; ");
  return [
    `“${visible(device.name)}” is paired with the project “${visible(project.name)}”${person === null ? "" : ` as a computer of ${visible(person)}`}.`,
    `It may: ${kinds}. At most ${grant.jobsPerDay} jobs a day, until ${visible(grant.expiresAt.slice(0, 10))}.`,
  ].join("\n");
}
