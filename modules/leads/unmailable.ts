// Which addresses of leads get no mail.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { addressHash, canonicalAddress, readRecipientStatus, type RecipientStatus } from "#modules/email";

type Ctx = RequestCtx<MemberPrincipal>;
/** The query of what is known of the addresses, to be read together with something else. */
export async function statusOf(ctx: Ctx, addresses: readonly string[]): Promise<ReturnType<typeof readRecipientStatus>> {
  const lookups = await Promise.all(
    addresses.map(async (address) => ({ address, base: canonicalAddress(address), hash: await addressHash(ctx, address) })),
  );
  return readRecipientStatus(ctx.caller.projectId, lookups);
}
/** Those to which no mail is sent, because it bounced or was complained of. */
export const unmailable = (statuses: readonly RecipientStatus[]): Set<string> =>
  new Set(statuses.flatMap(({ address, suppressed }) => (suppressed ? [address] : [])));
