// Creates, verifies, refreshes and ends sessions. The cookie carries the account's id, so that one read can fetch everything.
import { cookieName, randomToken, readCookie, sessionCookie, sha256 } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Query, SQL } from "#kernel/db/index.ts";
import { unauthenticated } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { type AccountId, isId, newId, type SessionId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { ABSOLUTE, readSession, type Signed, writeSession, writeTouch } from "./queries.ts";
import { deviceOf } from "./rules.ts";

export interface Given {
  readonly accountId: AccountId;
  readonly tokenHash: string;
}
/** The credential in the request's cookie, not yet proved; undefined when it is missing or malformed. */
export async function givenSession(request: Request, url: URL, config: Config): Promise<Given | undefined> {
  const [accountId, token] = (readCookie(request.headers.get("cookie"), cookieName(config, url)) ?? "").split(".");
  if (accountId === undefined || token === undefined || !isId("account", accountId) || token.length > 100) return undefined;
  return { accountId, tokenHash: sha256(token) };
}
/**
 * The credential of a call of the API. Undefined also when the caller names another account (`x-account`): a page that was opened by one
 * person must not act for the next one who signs in to the same browser.
 */
export async function callingSession(request: Request, url: URL, config: Config): Promise<Given | undefined> {
  const given = await givenSession(request, url, config);
  return given?.accountId === (request.headers.get("x-account") ?? given?.accountId) ? given : undefined;
}
/** The query that proves the credential; undefined when the session is not valid at `now`. */
export const sessionQuery = (given: Given, now: number): Query<Signed | undefined> => readSession(given.tokenHash, given.accountId, now);

/** Proves `account` principals. */
export const accountAuthenticator: Authenticator = {
  who: ["account"],
  async begin({ request, url, config, now }) {
    const given = await callingSession(request, url, config);
    if (!given) throw unauthenticated();
    return {
      claims: { accountId: given.accountId },
      queries: [sessionQuery(given, now)],
      prove([signed]) {
        if (signed === undefined) throw unauthenticated(m.accounts_signed_out());
        return principalOf(signed as Signed);
      },
      afterwards: ([signed]) => touchOf(signed as Signed | undefined, now),
    };
  },
};
export const principalOf = (signed: Signed) =>
  ({
    kind: "account",
    accountId: signed.accountId,
    sessionId: signed.sessionId,
    name: signed.name,
    email: signed.email,
    isFirstOwner: signed.isFirstOwner,
    language: signed.language,
  }) as const;

// Short against the 7 days after which an unused session ends, and long enough that most requests write nothing.
const TOUCH_AFTER = minutes(10);
/** The write that records the use of the session; undefined when the last one is recent enough. */
export const touchOf = (signed: Signed | undefined, now: number): SQL | undefined =>
  signed && now - signed.lastUsedAt > TOUCH_AFTER ? writeTouch(signed.sessionId, now) : undefined;

/** A new session: the statement that stores it where `when` holds, and the cookie to set. Every sign-in gets a new token. */
export async function beginSession(
  ctx: { request: Request; url: URL; config: Config; clock: { now(): number } },
  accountId: AccountId,
  when: SQL,
): Promise<{ id: SessionId; statement: SQL; cookie: string }> {
  const now = ctx.clock.now();
  const token = randomToken();
  const id = newId("session", now);
  const device = deviceOf(ctx.request.headers.get("user-agent") ?? "");
  return {
    id,
    statement: writeSession({ id, accountId, tokenHash: sha256(token), device, now }, when),
    cookie: sessionCookie(ctx.config, ctx.url, `${accountId}.${token}`, ABSOLUTE / 1000),
  };
}
