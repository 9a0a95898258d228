// Whether mail may be sent to a lead's address.
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { addressHash, canonicalAddress, readRecipientStatus } from "#modules/email";

/** Those of the addresses to which no mail is sent, because it bounced or was complained of. */
export async function unmailable(ctx: RequestCtx<MemberPrincipal>, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const lookups = await Promise.all(
    addresses.map(async (address) => ({ address, base: canonicalAddress(address), hash: await addressHash(ctx, address) })),
  );
  const [statuses] = await ctx.db.read(readRecipientStatus(ctx.caller.projectId, lookups));
  return new Set(statuses.flatMap(({ address, suppressed }) => (suppressed ? [address] : [])));
}
