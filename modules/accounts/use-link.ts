// What the links of mails do. Each is used up in the batch of its effect: of several at the same moment exactly one has it.
import { hashPassword, randomToken, sha256 } from "#kernel/auth/index.ts";
import { col, queryOne } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, newId, type SessionId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import { addressTaken, addressTakenElsewhere, guessable, registrationClosed } from "./errors.ts";
import { sessionsEnded } from "./extension.ts";
import { mustBeNoProjects, officeOf } from "./office.ts";
import {
  accountExists,
  addressIsFree,
  hasAddress,
  readAddressBy,
  writeAccount,
  writeAddress,
  writeConfirmed,
  writeEndOthers,
  writePassword,
} from "./queries.ts";
import { isGuessable } from "./rules.ts";
import { beginSession, givenSession, sessionPart } from "./session.ts";
import { isUsedBy, readOpen, type Request, type TokenKind, writeTakeBack, writeTakeBackOf, writeUse } from "./token-queries.ts";
import { accountsConfig } from "./variables.ts";

/** What the link asks for. Throws `not_found` when it was used, has ended or never was. */
export async function openLink(ctx: RequestCtx, token: string, ...kinds: TokenKind[]): Promise<Request> {
  const [request] = await ctx.db.read(readOpen(sha256(token), kinds, ctx.clock.now()));
  if (!request) throw notFound();
  return request;
}

/** The statement that uses the link up when `when` holds, and the condition that it was this call. */
function usingUp(ctx: RequestCtx, request: Request, token: string, when: SQL): { statement: SQL; used: SQL } {
  const by = randomToken(16);
  return { statement: writeUse(request.id, sha256(token), by, ctx.clock.now(), when), used: isUsedBy(request.id, by) };
}
const wasUsed = (used: SQL) => queryOne(sql`SELECT ${used} AS used`, (row) => col.truth(row, "used"));

export interface Arrived {
  readonly accountId: AccountId;
  readonly email: string;
  readonly cookie: string;
}

/** Makes the account that somebody asked for, with a proved address, and signs it in. */
export async function finishRegistration(ctx: RequestCtx, token: string, input: { name: string; password: string }): Promise<Arrived> {
  const request = await openLink(ctx, token, "register");
  // Somebody may have closed it since, because of those who asked.
  if (!accountsConfig(ctx.config).registrationEnabled) throw registrationClosed();
  const email = request.address;
  if (isGuessable(input.password, email)) throw guessable();
  const now = ctx.clock.now();
  const id = newId("account", now);
  const passwordHash = await hashPassword(input.password, ctx.config.scryptLogN);
  const { statement, used } = usingUp(ctx, request, token, sql`${addressIsFree(email)} AND NOT ${officeOf(ctx).isProjectAddress(email)}`);
  const session = await beginSession(ctx, id, accountExists(id));
  const [done] = await ctx.db.commitAndRead(
    [
      statement,
      writeAccount({ id, email, name: input.name, passwordHash }, now, used, true),
      session.statement,
      writeTakeBackOf(email, "register", used),
    ],
    wasUsed(used),
  );
  if (done === true) return { accountId: id, email, cookie: session.cookie };
  const [holder] = await ctx.db.read(readAddressBy(email));
  if (!holder) await mustBeNoProjects(ctx, email);
  throw holder ? addressTaken() : notFound();
}

/** Sets the new password, ends all sessions of the person and signs them in anew; the address is proved by it. */
export async function finishReset(ctx: RequestCtx, token: string, input: { password: string }): Promise<Arrived> {
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
      writeEndOthers(accountId, null, used),
      session.statement,
      // What somebody else may have asked for with the old password ends with it.
      writeTakeBack(accountId, ["change", "confirm"], used),
      writeTakeBackOf(email, "reset", used),
    ],
    wasUsed(used),
  );
  if (done !== true) throw notFound();
  await tellEnded(ctx, accountId, session.id);
  return { accountId, email, cookie: session.cookie };
}

/** Proves the address of an account, or gives the account its new one, which ends the person's other sessions. */
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
    sql`${addressIsFree(email)} AND ${accountExists(accountId)} AND NOT ${officeOf(ctx).isProjectAddress(email)}`,
  );
  const [done, holder] = await ctx.db.commitAndRead(
    [
      statement,
      writeAddress(accountId, email, now, used),
      writeEndOthers(accountId, here ?? null, used),
      // Links that were mailed to the old address prove nothing of this one.
      writeTakeBack(accountId, ["change", "confirm"], used),
    ],
    wasUsed(used),
    readAddressBy(email),
  );
  if (done !== true && !holder) await mustBeNoProjects(ctx, email);
  if (done !== true) throw holder ? addressTakenElsewhere() : notFound();
  await tellEnded(ctx, accountId, here);
  return { email, changed: true };
}

/** The session of this person that opened the link, if one did. */
async function sessionHere(ctx: RequestCtx, accountId: AccountId): Promise<SessionId | undefined> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  if (given?.accountId !== accountId) return undefined;
  const [signed] = await ctx.db.read(sessionPart(given, ctx.clock.now()));
  return signed?.sessionId;
}
async function tellEnded(ctx: RequestCtx, accountId: AccountId, except: SessionId | undefined): Promise<void> {
  for (const tell of ctx.registry.extensions.of(sessionsEnded)) await tell(ctx, { accountId, ...(except === undefined ? {} : { except }) });
}
