// Checks the recipients that a member has entered. The refusals name the address.
import { emailConfig } from "#modules/email";
import { conflict, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash, baseAddress, readRecipientStatus, type RecipientStatus } from "#modules/email";
import { m } from "#messages";

type Where = Pick<Ctx, "env" | "db" | "clock" | "config">;

/** The status of the addresses, in their order. Throws for an address at which this installation receives mail. */
export async function recipientStatuses(ctx: Where, projectId: ProjectId, addresses: readonly string[]): Promise<RecipientStatus[]> {
  const named = await Promise.all(
    addresses.map(async (address) => ({ address, base: baseAddress(address), hash: await addressHash(ctx, address) })),
  );
  const [standing] = await ctx.db.read(readRecipientStatus(projectId, named));
  const { from } = emailConfig(ctx.config);
  const own = standing.find(
    ({ address, ours }) => ours || address === from || (from !== undefined && baseAddress(address) === baseAddress(from)),
  );
  if (own) throw invalidRequest([{ path: "to", message: m.email_channel_own_address({ address: own.address }) }]);
  return standing;
}

/** Why no mail may be sent to the address; undefined when it may, at once or when the limits allow it. */
export function refusalOf({ address, blocked, suppressed }: RecipientStatus): Refusal | undefined {
  if (blocked) return conflict(m.email_channel_recipient_blocked({ address }));
  if (suppressed) return conflict(m.email_channel_recipient_bounced({ address }));
  return undefined;
}
/** Throws the first refusal. */
export function mustAcceptMail(standing: readonly RecipientStatus[]): void {
  for (const one of standing) {
    const why = refusalOf(one);
    if (why) throw why;
  }
}
