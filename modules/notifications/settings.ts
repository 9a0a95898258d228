// Reads and saves a member's notification settings.
import { missingForLinks } from "#modules/email";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { isMember, readMemberAddress } from "#modules/projects";
import { addressHash, readSuppressed } from "#modules/email";
import type { NotificationOverview, NotificationSettings } from "./contract.ts";
import { bitsOf, choiceOf } from "./events.ts";
import { type Chosen, readChosen, writeChosen } from "./queries.ts";
import { type Choice, choiceFor } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;

const shown = ({ events, bell, push, from, to, zone, days }: Choice): NotificationSettings => ({
  events: choiceOf(events),
  bell: choiceOf(bell),
  push: choiceOf(push),
  quiet: from === null || to === null ? null : { from, to },
  zone,
  days: [1, 2, 3, 4, 5, 6, 7].filter((day) => (days & (1 << (day - 1))) !== 0),
});

export async function notificationsOf(ctx: Ctx): Promise<NotificationOverview> {
  const { projectId, accountId, role } = ctx.caller;
  const [person, chosen] = await ctx.db.read(readMemberAddress(projectId, accountId), readChosen(projectId, accountId));
  if (!person) throw notFound();
  const [suppressed] = await ctx.db.read(readSuppressed(projectId, await addressHash(ctx, person.email)));
  const missing = missingForLinks(ctx.config);
  return {
    settings: shown(choiceFor(person, chosen)),
    chosen: chosen !== undefined,
    address: person.email,
    confirmed: person.confirmed,
    suppressed: suppressed === true,
    configured: missing.length === 0,
    missing: role === "operator" ? [] : missing,
  };
}

export async function changeNotifications(
  ctx: Ctx,
  { events, bell, push, quiet, zone, days }: NotificationSettings,
): Promise<NotificationOverview> {
  const { projectId, accountId } = ctx.caller;
  const chosen: Chosen = {
    accountId,
    events: bitsOf(events),
    bell: bell ? bitsOf(bell) : null,
    push: push ? bitsOf(push) : null,
    from: quiet?.from ?? null,
    to: quiet?.to ?? null,
    zone,
    days: days.reduce((bits, day) => bits | (1 << (day - 1)), 0),
  };
  await ctx.db.commit([writeChosen(projectId, chosen, ctx.clock.now(), isMember(projectId, accountId))]);
  return await notificationsOf(ctx);
}
