// Password sign-in. Attempts are counted before the key derivation, which blocks the isolate for 140 ms. Every failure gets the same
// answer.
import { keyedHash, passwordMatches, readInstallation } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { rateLimited, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, writeCounters, writeRefund } from "#kernel/limits/index.ts";
import { m } from "#messages";
import { wrongCredentials, wrongPassword } from "./errors.ts";
import { hasPassword, readAccount, readAccountByEmail } from "./queries.ts";
import { beginSession } from "./session.ts";

const WINDOW = minutes(15);

/** Counters of one attempt: for this person from this IP address, for this person, and for this IP address. */
async function attempts(ctx: RequestCtx, email: string): Promise<Counter[]> {
  const now = ctx.clock.now();
  const hash = (text: string): Promise<string> => keyedHash(ctx.env, ctx.db, text);
  const [who, where] = [await hash(`email:${email}`), await hash(`address:${ctx.address ?? "unknown"}`)];
  return [
    customCounter("signInsPerPerson", `${who}:${where}`, now, WINDOW, 10),
    customCounter("signInsPerAccount", who, now, WINDOW, 50),
    customCounter("signInsPerAddress", where, now, WINDOW, 60),
  ];
}

/** Counts the attempt or refuses it. */
async function countAttempt(ctx: RequestCtx, counters: Counter[]): Promise<void> {
  const [counted] = await ctx.db.commit([writeCounters(counters, belowLimits(counters))]);
  if (counted !== 0) return;
  const [at] = await ctx.db.read(queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full));
  throw tooManyAttempts(counters[at ?? 0] ?? (counters[0] as Counter), ctx.clock.now());
}
const tooManyAttempts = (full: Counter, now: number): Refusal =>
  rateLimited(full.limit, Math.max(1, Math.ceil((full.expiresAt - now) / 1000)), m.accounts_too_many_attempts());

/** Signs in and answers the cookie of a new session. */
export async function signIn(
  ctx: RequestCtx,
  input: { email: string; password: string },
): Promise<{ accountId: AccountId; cookie: string }> {
  const [installed, account] = await ctx.db.read(readInstallation(), readAccountByEmail(input.email));
  if (!installed) throw wrongCredentials();
  const counters = await attempts(ctx, input.email);
  await countAttempt(ctx, counters);
  if (!(await passwordMatches(input.password, account?.passwordHash, ctx.config.scryptLogN)) || !account) throw wrongCredentials();
  const session = await beginSession(ctx, account.id, hasPassword(account.id, account.passwordHash));
  const [begun] = await ctx.db.commit([session.statement, writeRefund(counters, sql`1`)]);
  if (begun === 0) throw wrongCredentials();
  return { accountId: account.id, cookie: session.cookie };
}

/** Checks the password again before a sensitive change. Answers the condition that it is still theirs; wrong tries count like sign-ins. */
export async function provePassword(ctx: RequestCtx, accountId: AccountId, password: string): Promise<SQL> {
  const [account] = await ctx.db.read(readAccount(accountId));
  if (!account) throw wrongPassword();
  const counters = await attempts(ctx, account.email);
  await countAttempt(ctx, counters);
  if (!(await passwordMatches(password, account.passwordHash, ctx.config.scryptLogN))) throw wrongPassword();
  await ctx.db.commit([writeRefund(counters, sql`1`)]);
  return hasPassword(accountId, account.passwordHash);
}
