// What a stranger asks for by mail: an account, a new password. Neither looks whether there is an account: that is first asked when
// the mail is written, so answer and work are the same for every address.
import { keyedHash, readInstallation } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, type Counter, counter, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { type SQL, sql } from "drizzle-orm";
import { type ChallengeAction, passChallenge } from "./challenge.ts";
import { noOwnerYet, registrationClosed } from "./errors.ts";
import type { PostOffice } from "./extension.ts";
import { mustBeNoProjects, mustBeOutside, officeFor } from "./office.ts";
import { isRequested, mayReset, writeRequest } from "./token-queries.ts";
import { accountLimitsOf, accountsConfig } from "./variables.ts";

/** Requests for a new password from one address of the network in an hour. */
const RECOVERIES = 20;

interface Asked {
  readonly email: string;
  readonly challenge: string;
}
/** Refuses when nobody can register here; answers the way to send mail. */
export function registrationOffice(ctx: RequestCtx): PostOffice {
  if (!accountsConfig(ctx.config).registrationEnabled) throw registrationClosed();
  return officeFor(ctx, "Registration");
}
export const recoveryOffice = (ctx: RequestCtx): PostOffice => officeFor(ctx, "A new password");

/** Asks for an account. Counted by `registrationsPerIpDay`, which also bounds what mail a stranger can cause. */
export async function askRegistration(ctx: RequestCtx, asked: Asked): Promise<void> {
  // Limits that cannot be read shut what they limit, before anything else is told.
  const limits = accountLimitsOf(ctx.config);
  const office = registrationOffice(ctx);
  const at = await beginAsking(ctx, "register", asked);
  const room = at === undefined ? undefined : counter(limits, "registrationsPerIpDay", at, ctx.clock.now());
  await ask(ctx, office, "register", asked.email, room, sql`1`);
}

/** Asks for a new password. Of an address that was mailed lately nothing comes of it, and nobody is told. */
export async function askReset(ctx: RequestCtx, asked: Asked): Promise<void> {
  const office = recoveryOffice(ctx);
  const at = await beginAsking(ctx, "recover", asked);
  const now = ctx.clock.now();
  const room = at === undefined ? undefined : customCounter("recoveriesPerIpHour", at, now, hours(1), RECOVERIES);
  await ask(ctx, office, "reset", asked.email, room, mayReset(asked.email, now));
}

/** Refuses what nobody may ask; answers a keyed hash of where it comes from, if that is known. */
async function beginAsking(ctx: RequestCtx, action: ChallengeAction, { email, challenge }: Asked): Promise<string | undefined> {
  const [installed] = await ctx.db.read(readInstallation());
  if (!installed) throw noOwnerYet();
  await passChallenge(ctx, action, challenge);
  await (action === "register" ? mustBeNoProjects : mustBeOutside)(ctx, email);
  return ctx.address === undefined ? undefined : await keyedHash(ctx.env, ctx.db, ctx.address);
}

/**
 * Counts and queues the mail in one batch, the counting last: each statement asks whether there is room. The request counts also when
 * `lets` does not hold, for whoever asks must not learn of it.
 */
async function ask(
  ctx: RequestCtx,
  office: PostOffice,
  kind: "register" | "reset",
  address: string,
  room: Counter | undefined,
  lets: SQL,
): Promise<void> {
  const now = ctx.clock.now();
  const id = newId("accountToken", now);
  const { statements, jobId } = await office.post(ctx, { kind, subjectId: id, cause: id, to: address }, isRequested(id));
  const counters = room === undefined ? [] : [room];
  const below = belowLimits(counters);
  const changed = await ctx.db.commit([
    writeRequest({ id, kind, accountId: null, address }, now, sql`${lets} AND ${below}`),
    ...statements,
    writeCounters(counters, below),
  ]);
  if (room !== undefined && changed.at(-1) === 0) throw limitRefusal(room, now);
  wakeJobs(ctx, [jobId]);
}
