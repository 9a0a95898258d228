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
/** The header tells clients that a bearer token is wanted (RFC 6750, section 3). */
export const refused = (message: string): Refusal => new Refusal(401, "unauthenticated", message, {}, { "www-authenticate": "Bearer" });

/** The bearer token of a request; empty without one. */
export const bearerOf = (request: Request): string =>
  /^bearer +(\S{1,200})$/i.exec((request.headers.get("authorization") ?? "").trim())?.[1] ?? "";
/** Stores the last use, once an hour. */
export const lastUseOf = (token: Pick<ValidToken, "projectId" | "id" | "lastUsedAt">, now: number): SQL[] =>
  (token.lastUsedAt ?? 0) < now - LAST_USE_EVERY ? [writeLastUse(token.projectId, token.id, now)] : [];

export const tokenAuthenticator: Authenticator = {
  who: ["token"],
  async begin({ request, now }) {
    const given = bearerOf(request);
    if (given === "") throw refused(m.api_tokens_send_token());
    if (!isTokenText(given)) throw refused(m.api_tokens_wrong_token());
    return {
      claims: {},
      queries: [readValidToken(sha256(given), now)],
      prove([found]) {
        const token = found as ValidToken | undefined;
        if (!token) throw refused(m.api_tokens_wrong_token());
        return { kind: "token", projectId: token.projectId, tokenId: token.id, name: token.name, scopes: token.scopes };
      },
      afterwards([found]) {
        const token = found as ValidToken | undefined;
        return token ? lastUseOf(token, now) : [];
      },
    };
  },
};
