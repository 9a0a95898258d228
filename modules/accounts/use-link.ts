// Carries out the links in account mails. A token is used up in the same batch as its effect, so of several simultaneous uses exactly one
// succeeds.
import { hashPassword, randomToken, sha256 } from "#kernel/auth/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, newId, type SessionId } from "#kernel/ids/index.ts";
import { addressTaken, addressTakenMeanwhile, guessable, registrationClosed } from "./errors.ts";
import { sessionsEnded, writeSignOutEverywhere } from "./extension.ts";
import { refuseProjectAddress, systemMailerOf } from "./system-mailer.ts";
import {
  accountExists,
  addressIsFree,
  hasAddress,
  readAddressBy,
  writeAccount,
  writeAddress,
  writeConfirmed,
  writeEndOtherSessions,
  writePassword,
} from "./queries.ts";
import { isGuessable } from "./rules.ts";
import { beginSession, givenSession, sessionQuery } from "./session.ts";
import {
  isUsedBy,
  readOpen,
  type Request,
  type TokenKind,
  writeWithdrawRequests,
  writeWithdrawRequestsFor,
  writeUse,
} from "./token-queries.ts";
import { accountsConfig } from "./variables.ts";

/** The request behind a link. Throws `not_found` when it was used, has expired or never existed. */
export async function openLink(ctx: RequestCtx, token: string, ...kinds: TokenKind[]): Promise<Request> {
  const [request] = await ctx.db.read(readOpen(sha256(token), kinds, ctx.clock.now()));
  if (!request) throw notFound();
  return request;
}

/** The statement that uses up the link where `when` holds, and the condition that this call did it. */
function usingUp(ctx: RequestCtx, request: Request, token: string, when: SQL): { statement: SQL; used: SQL } {
  const by = randomToken(16);
  return { statement: writeUse(request.id, sha256(token), by, ctx.clock.now(), when), used: isUsedBy(request.id, by) };
}
const wasUsed = (used: SQL) => queryOne(sql`SELECT ${used} ${as.number("used")}`, (row) => row.used !== 0);

export interface SignedIn {
  readonly accountId: AccountId;
  readonly email: string;
  readonly cookie: string;
}

/** Creates the requested account, with a verified address, and signs it in. */
export async function finishRegistration(ctx: RequestCtx, token: string, input: { name: string; password: string }): Promise<SignedIn> {
  const request = await openLink(ctx, token, "register");
  // Registration may have been closed after the mail was sent.
  if (!accountsConfig(ctx.config).registrationEnabled) throw registrationClosed();
  const email = request.address;
  if (isGuessable(input.password, email)) throw guessable();
  const now = ctx.clock.now();
  const id = newId("account", now);
  const passwordHash = await hashPassword(input.password, ctx.config.scryptLogN);
  const { statement, used } = usingUp(
    ctx,
    request,
    token,
    sql`${addressIsFree(email)} AND NOT ${systemMailerOf(ctx).isProjectAddress(email)}`,
  );
  const session = await beginSession(ctx, id, accountExists(id));
  const [done] = await ctx.db.commitAndRead(
    [
      statement,
      writeAccount({ id, email, name: input.name, passwordHash }, now, used, true),
      session.statement,
      writeWithdrawRequestsFor(email, "register", used),
    ],
    wasUsed(used),
  );
  if (done === true) return { accountId: id, email, cookie: session.cookie };
  const [holder] = await ctx.db.read(readAddressBy(email));
  if (!holder) await refuseProjectAddress(ctx, email);
  throw holder ? addressTaken() : notFound();
}

/** Sets the new password, ends all sessions of the account and signs in. Using the link also verifies the address. */
export async function finishReset(ctx: RequestCtx, token: string, input: { password: string }): Promise<SignedIn> {
  const request = await openLink(ctx, token, "reset");
  const email = request.address;
  if (isGuessable(input.password, email)) throw guessable();
  const [holder] = await ctx.db.read(readAddressBy(email));
  if (!holder) throw notFound();
  const { accountId } = holder;
  const now = ctx.clock.now();
  const passwordHash = await hashPassword(input.password, ctx.config.scryptLogN);
  const { statement, used } = usingUp(ctx, request, token, hasAddress(accountId, email));
  const session = await beginSession(ctx, accountId, used);
  const [done] = await ctx.db.commitAndRead(
    [
      statement,
      writePassword(accountId, passwordHash, used),
      writeConfirmed(accountId, email, now, used),
      writeEndOtherSessions(accountId, null, used),
      ...writeSignOutEverywhere(ctx, accountId, used),
      session.statement,
      // Somebody else may have made these requests with the old password.
      writeWithdrawRequests(accountId, ["change", "confirm"], used),
      writeWithdrawRequestsFor(email, "reset", used),
    ],
    wasUsed(used),
  );
  if (done !== true) throw notFound();
  await notifySessionsEnded(ctx, accountId, session.id);
  return { accountId, email, cookie: session.cookie };
}

/** Verifies the address of an account, or gives the account its new one, which ends its other sessions. */
export async function followConfirmation(ctx: RequestCtx, token: string): Promise<{ email: string; changed: boolean }> {
  const request = await openLink(ctx, token, "confirm", "change");
  const { accountId, address: email } = request;
  if (accountId === null) throw notFound();
  const now = ctx.clock.now();
  if (request.kind === "confirm") {
    const { statement, used } = usingUp(ctx, request, token, hasAddress(accountId, email));
    const [done] = await ctx.db.commitAndRead([statement, writeConfirmed(accountId, email, now, used)], wasUsed(used));
    if (done !== true) throw notFound();
    return { email, changed: false };
  }
  const here = await sessionHere(ctx, accountId);
  const { statement, used } = usingUp(
    ctx,
    request,
    token,
    sql`${addressIsFree(email)} AND ${accountExists(accountId)} AND NOT ${systemMailerOf(ctx).isProjectAddress(email)}`,
  );
  const [done, holder] = await ctx.db.commitAndRead(
    [
      statement,
      writeAddress(accountId, email, now, used),
      writeEndOtherSessions(accountId, here ?? null, used),
      ...writeSignOutEverywhere(ctx, accountId, used),
      // Links mailed to the old address prove nothing about the new one.
      writeWithdrawRequests(accountId, ["change", "confirm"], used),
    ],
    wasUsed(used),
    readAddressBy(email),
  );
  if (done !== true && !holder) await refuseProjectAddress(ctx, email);
  if (done !== true) throw holder ? addressTakenMeanwhile() : notFound();
  await notifySessionsEnded(ctx, accountId, here);
  return { email, changed: true };
}

/** The session of this account in which the link was opened, if any. */
async function sessionHere(ctx: RequestCtx, accountId: AccountId): Promise<SessionId | undefined> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  if (given?.accountId !== accountId) return undefined;
  const [signed] = await ctx.db.read(sessionQuery(given, ctx.clock.now()));
  return signed?.sessionId;
}
async function notifySessionsEnded(ctx: RequestCtx, accountId: AccountId, except: SessionId | undefined): Promise<void> {
  for (const notify of ctx.registry.extensions.of(sessionsEnded))
    await notify(ctx, { accountId, ...(except === undefined ? {} : { except }) });
}
