// Counts what an erasure would remove, and names who else may hold data, before anybody confirms it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { contactErasure, dataReceiver, type DataReceiver, readContact } from "#modules/contacts";
import { PREVIEW_LIMIT } from "./contract.ts";

const MOST = PREVIEW_LIMIT + 1;

/** Counts by kind, each up to one more than PREVIEW_LIMIT; empty kinds are left out. Throws `not_found`. */
export async function previewOf(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
): Promise<{ erases: Readonly<Record<string, number>>; receivers: DataReceiver["name"][] }> {
  const { projectId } = ctx.caller;
  const steps = ctx.registry.extensions.of(contactErasure);
  const kinds = (await Promise.all(steps.map(async (step) => (await step.preview?.(ctx, { projectId, contactId })) ?? {}))).flatMap((one) =>
    Object.entries(one),
  );
  const [contact, ...counts] = await ctx.db.read(
    readContact(projectId, contactId),
    ...kinds.map(([, rows]) => queryOne(sql`SELECT count(*) ${as.number("n")} FROM (${rows} LIMIT ${MOST})`, (row) => row.n)),
  );
  if (!contact) throw notFound();
  const erases: Record<string, number> = {};
  for (const [i, [kind]] of kinds.entries()) {
    const all = (erases[kind] ?? 0) + (counts[i] ?? 0);
    if (all > 0) erases[kind] = Math.min(MOST, all);
  }
  const receivers = ctx.registry.extensions.of(dataReceiver).flatMap(({ name, isUsed }) => (isUsed(ctx.config) ? [name] : []));
  return { erases, receivers };
}
