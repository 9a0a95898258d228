// Learns of hard bounces and complaints from mail that a project sent.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { ReturnedAddress } from "#modules/email";
import { type AddressKeys, keysOf } from "./address-key.ts";
import type { SuppressionReason } from "./contract.ts";
import { suppressKeys } from "./suppress.ts";

const REASONS = { bounced: "hard_bounce", complained: "complaint" } as const;

/** Statements for the batch that marks the mail. Listeners' jobs are found by the schedule. */
export async function learnReturned(
  ctx: Omit<Ctx, "caller">,
  returned: readonly ReturnedAddress[],
): Promise<(when: SQL) => readonly SQL[]> {
  const keyed = await keysOf(
    ctx,
    returned.map(({ address }) => address),
  );
  const groups = new Map<string, { projectId: ProjectId; reason: SuppressionReason; keys: AddressKeys[] }>();
  returned.forEach(({ projectId, reason }, at) => {
    const of = `${projectId} ${reason}`;
    const group = groups.get(of) ?? { projectId, reason: REASONS[reason], keys: [] };
    const one = keyed[at];
    if (one) group.keys.push(one);
    groups.set(of, group);
  });
  return (when) => [...groups.values()].flatMap((group) => suppressKeys(ctx, group, when).statements);
}
