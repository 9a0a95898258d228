// Checks the recipients that a member has entered. A refusal names the address it is about.
import { emailConfig } from "#modules/email";
import { conflict, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash, mailboxAddress, readRecipientStatus, type RecipientStatus } from "#modules/email";
import { m } from "#messages";

type RecipientCtx = Pick<Ctx, "env" | "db" | "clock" | "config">;

/** The statuses of the addresses, in their order. Throws for an address at which this installation receives mail. */
export async function recipientStatuses(ctx: RecipientCtx, projectId: ProjectId, addresses: readonly string[]): Promise<RecipientStatus[]> {
  const lookups = await Promise.all(
    addresses.map(async (address) => ({ address, base: mailboxAddress(address), hash: await addressHash(ctx, address) })),
  );
  const [statuses] = await ctx.db.read(readRecipientStatus(projectId, lookups));
  const { from } = emailConfig(ctx.config);
  const own = statuses.find(
    ({ address, ours }) => ours || address === from || (from !== undefined && mailboxAddress(address) === mailboxAddress(from)),
  );
  if (own) throw invalidRequest([{ path: "to", message: m.email_channel_own_address({ address: own.address }) }]);
  return statuses;
}

/** Why mail to the address is refused. Undefined if it is accepted, even if a limit holds it back for a while. */
export function refusalOf({ address, blocked, suppressed }: RecipientStatus): Refusal | undefined {
  if (blocked) return conflict(m.email_channel_recipient_blocked({ address }));
  if (suppressed) return conflict(m.email_channel_recipient_bounced({ address }));
  return undefined;
}
/** Throws the refusal of the first address that no mail may be sent to. */
export function assertRecipientsAcceptMail(statuses: readonly RecipientStatus[]): void {
  for (const status of statuses) {
    const refusal = refusalOf(status);
    if (refusal) throw refusal;
  }
}
