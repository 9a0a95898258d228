// Confirms and changes the email address of a signed-in account. The old address stays valid until the new one is verified.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { hours, iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, unauthenticated } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountTokenId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { m } from "#messages";
import { getLocale } from "#messages/runtime";
import type { AccountAddress } from "./contract.ts";
import { wrongPassword } from "./errors.ts";
import {
  missingForMail,
  refuseProjectAddress,
  refuseInstallationAddress,
  requireSystemMailer,
  systemMailerOf,
  parseDeliveryState,
} from "./system-mailer.ts";
import { isConfirmed, readAddress } from "./queries.ts";
import { provePassword } from "./sign-in.ts";
import { isRequested, readPending, writeRequest, writeWithdrawRequests } from "./token-queries.ts";

type Ctx = RequestCtx<AccountPrincipal>;
/** Address mails that one person can request in an hour. */
const MAILS = 5;

export async function addressOf(ctx: Ctx): Promise<AccountAddress> {
  const { accountId } = ctx.caller;
  const now = ctx.clock.now();
  const { deliveryStateOf } = systemMailerOf(ctx);
  const [own, confirmation, change] = await ctx.db.read(
    readAddress(accountId),
    readPending(accountId, "confirm", deliveryStateOf, now),
    readPending(accountId, "change", deliveryStateOf, now),
  );
  if (!own) throw unauthenticated();
  return {
    email: own.email,
    confirmedAt: isoOrNull(own.confirmedAt),
    missing: missingForMail(ctx),
    confirmation: own.confirmedAt === null && confirmation ? parseDeliveryState(confirmation.delivery) : null,
    change: change ? { email: change.address, expiresAt: iso(change.expiresAt), mail: parseDeliveryState(change.delivery) } : null,
  };
}

/** Mails a link that confirms the address. */
export async function requestAddressConfirmation(ctx: Ctx): Promise<AccountAddress> {
  requireSystemMailer(ctx, m.accounts_confirmation_needs_email);
  const [own] = await ctx.db.read(readAddress(ctx.caller.accountId));
  if (!own) throw unauthenticated();
  if (own.confirmedAt !== null) throw conflict(m.accounts_address_already_confirmed());
  await refuseInstallationAddress(ctx, own.email);
  await storeRequest(ctx, "confirm", own.email, sql`1`, async () => []);
  return await addressOf(ctx);
}

/** Mails a link to the new address, and notifies the old one if it was verified. Deliberately does not check whether the new one is taken. */
export async function requestAddressChange(ctx: Ctx, input: { email: string; password: string }): Promise<AccountAddress> {
  const mailer = requireSystemMailer(ctx, m.accounts_other_address_needs_email);
  const { accountId } = ctx.caller;
  const still = await provePassword(ctx, accountId, input.password);
  const [own] = await ctx.db.read(readAddress(accountId));
  if (!own) throw unauthenticated();
  if (own.email === input.email) throw invalidRequest([{ path: "email", message: m.accounts_address_same() }]);
  await refuseProjectAddress(ctx, input.email);
  await storeRequest(ctx, "change", input.email, still, async (id, requested) => [
    await mailer.queueMail(
      ctx,
      { kind: "change-notice", subjectId: id, cause: `${id}:notice`, to: own.email },
      sql`${requested} AND ${isConfirmed(accountId)}`,
    ),
  ]);
  return await addressOf(ctx);
}

/** Withdraws a pending change; the link in its mail stops working. */
export async function withdrawChange(ctx: Ctx): Promise<AccountAddress> {
  await ctx.db.commit([writeWithdrawRequests(ctx.caller.accountId, ["change"], sql`1`)]);
  return await addressOf(ctx);
}

type Posted = Awaited<ReturnType<ReturnType<typeof systemMailerOf>["queueMail"]>>;
/** Counts and queues the mail in one batch where `may` holds, and ends earlier requests of the kind. */
async function storeRequest(
  ctx: Ctx,
  kind: "confirm" | "change",
  address: string,
  may: SQL,
  besides: (id: AccountTokenId, requested: SQL) => Promise<Posted[]>,
): Promise<void> {
  const { accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("accountToken", now);
  const requested = isRequested(id);
  const posted = [
    await systemMailerOf(ctx).queueMail(ctx, { kind, subjectId: id, cause: id, to: address }, requested),
    ...(await besides(id, requested)),
  ];
  const mailLimits = customCounter("addressMailsPerAccountHour", accountId, now, hours(1), MAILS);
  const below = sql`${may} AND ${belowLimits([mailLimits])}`;
  const changed = await ctx.db.commit([
    writeWithdrawRequests(accountId, [kind], below),
    writeRequest({ id, kind, accountId, address, language: getLocale() }, now, below),
    ...posted.flatMap(({ statements }) => statements),
    writeCounters([mailLimits], below),
  ]);
  if (changed.at(-1) === 0) {
    const [still] = await ctx.db.read(queryOne(sql`SELECT ${may} ${as.number("may")}`, (row) => row.may !== 0));
    throw still === true ? limitRefusal(mailLimits, now) : wrongPassword();
  }
  wakeJobs(
    ctx,
    posted.map(({ jobId }) => jobId),
  );
}
