// Lists, creates and revokes the grants of a project.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, newId, type PreviewGrantId } from "#kernel/ids/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import type { listPreviewGrants, Opens, PreviewGrant } from "./contract.ts";
import { previewOriginOf } from "./errors.ts";
import { MAX_GRANTS, readGrantBy, readGrants, readHasGrant, readSite, revocableSite, writeGrant, writeRevoked } from "./queries.ts";

/** Owners and admins get every grant, operators those that they may open. */
export async function grantsOf(ctx: RequestCtx<MemberPrincipal>): Promise<AnswerOf<typeof listPreviewGrants>> {
  const { projectId, accountId, role } = ctx.caller;
  const [items, site] = await ctx.db.read(readGrants(projectId, accountId, role !== "operator", ctx.clock.now()), readSite(projectId));
  return { items, next: null, origin: ctx.config.previewOrigin ?? null, site };
}

interface Wanted {
  readonly clientId: string;
  readonly site: string;
  readonly fileOrigins: readonly string[];
  readonly paths: readonly string[];
  readonly opens: Opens;
  readonly members: readonly AccountId[];
  readonly scripts: boolean;
  readonly validHours: number;
  readonly requestLimit: number;
}

/** Creates a grant; a repetition with the same `clientId` returns the first one. */
export async function createGrant(ctx: RequestCtx<MemberPrincipal>, { validHours, ...wanted }: Wanted): Promise<PreviewGrant> {
  const { projectId, accountId } = ctx.caller;
  previewOriginOf(ctx.config);
  if (wanted.opens === "named" && wanted.members.length === 0)
    throw invalidRequest([{ path: "members", message: m.website_preview_nobody() }]);
  const now = ctx.clock.now();
  const id = newId("previewGrant", now);
  const grant = {
    ...{ id, projectId, now, createdBy: accountId, expiresAt: now + hours(validHours) },
    ...wanted,
    members: wanted.opens === "named" ? [...new Set(wanted.members)] : [],
    fileOrigins: [...new Set(wanted.fileOrigins)].filter((origin) => origin !== wanted.site),
    paths: [...new Set(wanted.paths)],
  };
  const detail = { site: wanted.site, paths: JSON.stringify(grant.paths) };
  const [stored, site] = await ctx.db.commitAndRead(
    [writeGrant(grant), audit(ctx, "preview_grant.created", { detail })],
    readGrantBy(projectId, wanted.clientId, accountId, now),
    readSite(projectId),
  );
  if (!stored) {
    if (site !== wanted.site) throw invalidRequest([{ path: "site", message: m.website_preview_other_site() }]);
    throw conflict(m.website_preview_not_created({ max: MAX_GRANTS }));
  }
  if (stored.id !== id) {
    if (!isSame(stored, grant, validHours)) throw conflict(m.website_preview_same_client_id());
    ctx.reply.status = 200;
  }
  return stored;
}

function isSame(stored: PreviewGrant, wanted: Omit<Wanted, "clientId" | "validHours">, validHours: number): boolean {
  const lasts = Date.parse(stored.expiresAt) - Date.parse(stored.createdAt);
  const shape = (one: Omit<Wanted, "clientId" | "validHours" | "members">, members: readonly string[]): string =>
    JSON.stringify([one.site, one.fileOrigins, one.paths, one.opens, members, one.scripts, one.requestLimit]);
  const named = stored.members.map((member) => member.id);
  return lasts === hours(validHours) && shape(stored, named) === shape(wanted, wanted.members);
}

/** Ends a grant at once; again, it changes nothing. */
export async function revokeGrant(ctx: RequestCtx<MemberPrincipal>, id: PreviewGrantId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const site = revocableSite(projectId, id);
  const [known] = await ctx.db.commitAndRead(
    [audit(ctx, "preview_grant.revoked", { detail: { site } }, sql`${site} IS NOT NULL`), writeRevoked(projectId, id, now)],
    readHasGrant(projectId, id),
  );
  if (!known) throw notFound();
  return { ok: true };
}
