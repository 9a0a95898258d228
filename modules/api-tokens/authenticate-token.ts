// Proves the principal `token`: an API token as a bearer token, read on every request.
import { sha256 } from "#kernel/auth/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { m } from "#messages";
import { readValidToken, type ValidToken, writeLastUse } from "./queries.ts";
import { isTokenText } from "./token-text.ts";

const LAST_USE_EVERY = hours(1);
/** No token: the header tells clients that one is wanted, and no more (RFC 6750, section 3.1). */
const unproved = (): Refusal => new Refusal(401, "unauthenticated", m.api_tokens_send_token(), {}, { "www-authenticate": "Bearer" });
/** A token that is none, unknown, expired or revoked. */
export const wrongToken = (): Refusal =>
  new Refusal(401, "unauthenticated", m.api_tokens_wrong_token(), {}, { "www-authenticate": 'Bearer error="invalid_token"' });
/** A token that holds, without the scope that the request needs: another one would do (RFC 6750, section 3.1). */
export const scopeMissing = (message: string, scope: string): Refusal =>
  new Refusal(403, "forbidden", message, {}, { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` });

/** The bearer token of a request; empty without one. */
export const bearerOf = (request: Request): string =>
  /^bearer +(\S{1,200})$/i.exec((request.headers.get("authorization") ?? "").trim())?.[1] ?? "";
/** Whether a request names a bearer token, however it looks. */
export const sendsBearer = (request: Request): boolean => /^bearer\b/i.test((request.headers.get("authorization") ?? "").trim());
/** Stores the last use, once an hour. */
export const lastUseOf = (token: Pick<ValidToken, "projectId" | "id" | "lastUsedAt">, now: number): SQL[] =>
  (token.lastUsedAt ?? 0) < now - LAST_USE_EVERY ? [writeLastUse(token.projectId, token.id, now)] : [];

export const tokenAuthenticator: Authenticator = {
  who: ["token"],
  async begin({ request, now }) {
    const given = bearerOf(request);
    if (given === "") throw unproved();
    if (!isTokenText(given)) throw wrongToken();
    return {
      claims: {},
      queries: [readValidToken(sha256(given), now)],
      prove([found]) {
        const token = found as ValidToken | undefined;
        if (!token) throw wrongToken();
        return { kind: "token", projectId: token.projectId, tokenId: token.id, name: token.name, scopes: token.scopes };
      },
      afterwards([found]) {
        const token = found as ValidToken | undefined;
        return token ? lastUseOf(token, now) : [];
      },
    };
  },
};
