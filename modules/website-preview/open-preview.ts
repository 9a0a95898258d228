// Opens a preview: makes a code for this member, which the preview's own origin exchanges once for a session.
import { type MemberPrincipal, randomToken, sha256 } from "#kernel/auth/index.ts";
import { hours, iso, seconds } from "#kernel/clock/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type PreviewGrantId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import type { PreviewGrant } from "./contract.ts";
import { previewOriginOf } from "./errors.ts";
import { readGrant, writeSession } from "./queries.ts";

/** The browser opens the address at once, so nobody needs longer. */
const CODE_LASTS = seconds(60);
/** A working day. Whoever needs the page longer opens it again. */
const SESSION_LASTS = hours(8);

/** `valid`: it was not when the session was to be written. */
const OVER: Readonly<Record<PreviewGrant["state"], () => string>> = {
  valid: m.website_preview_over,
  revoked: m.website_preview_over_revoked,
  expired: m.website_preview_over_expired,
  moved: m.website_preview_over_moved,
  spent: m.website_preview_over_spent,
};

export async function openPreview(ctx: RequestCtx<MemberPrincipal>, grantId: PreviewGrantId): Promise<{ url: string; expiresAt: string }> {
  const { projectId, accountId, role } = ctx.caller;
  const origin = previewOriginOf(ctx.config);
  const now = ctx.clock.now();
  const code = randomToken();
  const codeExpiresAt = now + CODE_LASTS;
  const [written] = await ctx.db.commit([
    writeSession({
      ...{ id: newId("previewSession", now), projectId, grantId, accountId },
      ...{ codeHash: sha256(code), codeExpiresAt, expiresAt: now + SESSION_LASTS, now },
    }),
  ]);
  if (written === 1) return { url: `${origin}/open/${code}`, expiresAt: iso(codeExpiresAt) };
  const [grant] = await ctx.db.read(readGrant(projectId, grantId, accountId, now));
  // Operators don't learn of grants that are not for them.
  if (!grant || (!grant.mayOpen && role === "operator")) throw notFound();
  throw conflict(grant.mayOpen ? OVER[grant.state]() : m.website_preview_not_for_you(), { state: grant.state });
}
