// Reads and changes the signed-in account: name, password, sessions.
import { hashPassword } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { SessionId } from "#kernel/ids/index.ts";
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { wrongPassword } from "./errors.ts";
import { nameChanged, sessionsEnded, writeSignOutEverywhere } from "./extension.ts";
import { readSessions, writeEndOtherSessions, writeEndSession, writeName, writePassword } from "./queries.ts";
import { guessable } from "./errors.ts";
import { isGuessable } from "./rules.ts";
import { provePassword } from "./sign-in.ts";
import { writeWithdrawRequests } from "./token-queries.ts";

type Ctx = RequestCtx<AccountPrincipal>;

export async function rename(ctx: Ctx, name: string) {
  await ctx.db.commit([writeName(ctx.caller.accountId, name)]);
  for (const notify of ctx.registry.extensions.of(nameChanged)) await notify(ctx, ctx.caller.accountId);
  return { person: { id: ctx.caller.accountId, email: ctx.caller.email, name } };
}

export async function sessionsOf(ctx: Ctx) {
  const [items] = await ctx.db.read(readSessions(ctx.caller.accountId, ctx.caller.sessionId, ctx.clock.now()));
  return { items, next: null };
}

/** Ends one session of the person; its sockets close. */
export async function endOne(ctx: Ctx, sessionId: SessionId): Promise<{ ok: true }> {
  const [ended] = await ctx.db.commit([writeEndSession(ctx.caller.accountId, sessionId)]);
  if (ended === 0) throw notFound();
  await notifySessionsEnded(ctx, { only: sessionId });
  return { ok: true };
}

/** Ends all sessions of the person but this one, and what else is signed in as them. */
export async function endOtherSessions(ctx: Ctx): Promise<{ endedSessions: number }> {
  const { accountId, sessionId } = ctx.caller;
  const [ended] = await ctx.db.commit([writeEndOtherSessions(accountId, sessionId), ...writeSignOutEverywhere(ctx, accountId, sql`1`)]);
  await notifySessionsEnded(ctx, { except: ctx.caller.sessionId });
  return { endedSessions: ended ?? 0 };
}

/**
 * Changes the password. The same batch ends all other sessions and a pending change of address, which somebody else may have requested
 * with the old password.
 */
export async function newPassword(ctx: Ctx, input: { current: string; next: string }): Promise<{ endedSessions: number }> {
  if (isGuessable(input.next, ctx.caller.email)) throw guessable("next");
  const { accountId, sessionId } = ctx.caller;
  const still = await provePassword(ctx, accountId, input.current);
  const hash = await hashPassword(input.next, ctx.config.scryptLogN);
  const changed = await ctx.db.commit([
    writeWithdrawRequests(accountId, ["change"], still),
    writeEndOtherSessions(accountId, sessionId, still),
    ...writeSignOutEverywhere(ctx, accountId, still),
    writePassword(accountId, hash, still),
  ]);
  const ended = changed[1];
  if (changed.at(-1) === 0) throw wrongPassword();
  await notifySessionsEnded(ctx, { except: ctx.caller.sessionId });
  return { endedSessions: ended ?? 0 };
}

async function notifySessionsEnded(ctx: Ctx, which: { only?: SessionId; except?: SessionId }): Promise<void> {
  for (const notify of ctx.registry.extensions.of(sessionsEnded)) await notify(ctx, { accountId: ctx.caller.accountId, ...which });
}
