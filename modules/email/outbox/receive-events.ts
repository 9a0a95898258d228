// Receives a provider's delivery events: verified by their signature, bounded in size, harmless when repeated.
import { emailConfig } from "../variables.ts";
import { notConfigured, unauthenticated } from "#kernel/errors/index.ts";
import { readText } from "#kernel/http/body.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { addressHash } from "../addresses/address-hash.ts";
import { isSigned, returnedIn } from "./provider-events.ts";
import { writeReturned } from "./queries.ts";
import { readReturnedIn } from "./returned-queries.ts";
import { tellReturned } from "./tell-returned.ts";

/** Largest body of one call, in bytes. */
const MAX_BYTES = 1024 * 1024;

export async function eventsOfProvider(ctx: RequestCtx): Promise<{ ok: true }> {
  const { provider, eventsSecret } = emailConfig(ctx.config);
  if (eventsSecret === undefined) throw notConfigured("email", ["EMAIL_EVENTS_SECRET"], m.email_events_not_configured());
  const body = await readText(ctx.request, MAX_BYTES);
  const now = ctx.clock.now();
  if (!(await isSigned(provider, eventsSecret, ctx.request.headers, body, now))) throw unauthenticated(m.email_wrong_signature());
  const returned = returnedIn(provider, body);
  if (returned.length > 0 && provider !== undefined) {
    const hashed = await Promise.all(
      returned.map(async ({ recipient, ...event }) => ({ ...event, hash: recipient === null ? null : await addressHash(ctx, recipient) })),
    );
    const [found] = await ctx.db.read(readReturnedIn(hashed, provider));
    const named = new Map(returned.map(({ recipient }, at) => [hashed[at]?.hash ?? "", recipient]));
    const addresses = found.flatMap(({ hash, address, ...one }) => {
      const known = address ?? named.get(hash) ?? null;
      return known === null ? [] : [{ ...one, address: known }];
    });
    const tell = await tellReturned(ctx, addresses);
    await ctx.db.commit([...writeReturned(hashed, provider, now), ...tell(sql`1`)]);
  }
  return { ok: true };
}
