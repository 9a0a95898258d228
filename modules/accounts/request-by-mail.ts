// Requests for a new account or a new password. Neither checks whether the account exists: the mail job does that later, so response and
// work are the same for every address.
import { keyedHash, readInstallation } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, type Counter, counter, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { getLocale } from "#messages/runtime";
import { type ChallengeAction, requireChallenge } from "./challenge.ts";
import { noOwnerYet, registrationClosed } from "./errors.ts";
import type { SystemMailer } from "./extension.ts";
import { refuseProjectAddress, refuseInstallationAddress, requireSystemMailer } from "./system-mailer.ts";
import { isRequested, mayReset, writeRequest } from "./token-queries.ts";
import { accountLimitsOf, accountsConfig } from "./variables.ts";

/** Requests for a new password from one IP address in an hour. */
const RECOVERIES = 20;

interface RequestedMail {
  readonly email: string;
  readonly challenge: string;
}
/** Refuses when registration is closed; returns the system mailer. */
export function registrationMailer(ctx: RequestCtx): SystemMailer {
  if (!accountsConfig(ctx.config).registrationEnabled) throw registrationClosed();
  return requireSystemMailer(ctx, m.accounts_registration_needs_email);
}
export const recoveryMailer = (ctx: RequestCtx): SystemMailer => requireSystemMailer(ctx, m.accounts_new_password_needs_email);

/** Requests an account. Counted by `registrationsPerIpDay`, which also limits the mail that an anonymous caller can trigger. */
export async function requestRegistration(ctx: RequestCtx, requested: RequestedMail): Promise<void> {
  // With invalid limits the route is closed; this comes first so that nothing else is revealed.
  const limits = accountLimitsOf(ctx.config);
  const mailer = registrationMailer(ctx);
  const at = await checkRequest(ctx, "register", requested);
  const mailLimits = at === undefined ? undefined : counter(limits, "registrationsPerIpDay", at, ctx.clock.now());
  await storeRequest(ctx, mailer, "register", requested.email, mailLimits, sql`1`);
}

/** Requests a new password. Does nothing for an address that was mailed recently; the answer is the same. */
export async function requestPasswordReset(ctx: RequestCtx, requested: RequestedMail): Promise<void> {
  const mailer = recoveryMailer(ctx);
  const at = await checkRequest(ctx, "recover", requested);
  const now = ctx.clock.now();
  const room = at === undefined ? undefined : customCounter("recoveriesPerIpHour", at, now, hours(1), RECOVERIES);
  await storeRequest(ctx, mailer, "reset", requested.email, room, mayReset(requested.email, now));
}

/** Refuses requests that are not allowed; returns a keyed hash of the client's IP address, if known. */
async function checkRequest(ctx: RequestCtx, action: ChallengeAction, { email, challenge }: RequestedMail): Promise<string | undefined> {
  const [installed] = await ctx.db.read(readInstallation());
  if (!installed) throw noOwnerYet();
  await requireChallenge(ctx, action, challenge);
  await (action === "register" ? refuseProjectAddress : refuseInstallationAddress)(ctx, email);
  return ctx.address === undefined ? undefined : await keyedHash(ctx.env, ctx.db, ctx.address);
}

/**
 * Counts and queues the mail in one batch. Counting comes last, because each statement checks the limit. A request counts even where
 * `lets` does not hold, so that the caller cannot tell the difference.
 */
async function storeRequest(
  ctx: RequestCtx,
  mailer: SystemMailer,
  kind: "register" | "reset",
  address: string,
  room: Counter | undefined,
  lets: SQL,
): Promise<void> {
  const now = ctx.clock.now();
  const id = newId("accountToken", now);
  const { statements, jobId } = await mailer.queueMail(ctx, { kind, subjectId: id, cause: id, to: address }, isRequested(id));
  const counters = room === undefined ? [] : [room];
  const below = belowLimits(counters);
  const changed = await ctx.db.commit([
    writeRequest({ id, kind, accountId: null, address, language: getLocale() }, now, sql`${lets} AND ${below}`),
    ...statements,
    writeCounters(counters, below),
  ]);
  if (room !== undefined && changed.at(-1) === 0) throw limitRefusal(room, now);
  wakeJobs(ctx, [jobId]);
}
