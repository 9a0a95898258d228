// Proves `member`, `admin` and `owner` by an API token: the program acts for the member who created it, with what both may do at that moment.
import { sha256 } from "#kernel/auth/index.ts";
import { as, query, sql } from "#kernel/db/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { isId } from "#kernel/ids/index.ts";
import { belowLimits, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { mustHaveRole, memberByToken } from "#modules/projects";
import { m } from "#messages";
import { bearerOf, lastUseOf, scopeMissing, sendsBearer, wrongToken } from "./authenticate-token.ts";
import { callCounter } from "./count-call.ts";
import { type ActingToken, isTokenOf, readActingToken } from "./queries.ts";
import { API_READ, API_WRITE } from "./scopes.ts";
import { isTokenText } from "./token-text.ts";

export const actingAuthenticator: Authenticator = {
  who: ["member", "admin", "owner"],
  // Whoever sends a mistyped token is told that, rather than to sign in; but a proxy may add a token of its own to what a browser sends.
  accepts: (request) => isTokenText(bearerOf(request)) || (sendsBearer(request) && !request.headers.has("cookie")),
  async begin({ request, params, route, now }) {
    if (!isTokenText(bearerOf(request))) throw wrongToken();
    const projectId = params["projectId"] ?? "";
    if (!isId("project", projectId)) throw notFound();
    const hash = sha256(bearerOf(request));
    const counter = callCounter(hash, now);
    return {
      // Whose token it is shows with the proof.
      claims: undefined,
      queries: [
        readActingToken(hash, projectId, now),
        // Counted in the transaction that proves it, so that calls at once do not exceed the limit. Without a token of the project nothing is counted.
        query(
          sql`${writeCounters([counter], sql`${belowLimits([counter])} AND ${isTokenOf(projectId, hash)}`)} RETURNING 1 ${as.number("counted")}`,
          (counted) => counted.length > 0,
        ),
      ],
      prove(rows) {
        const [token, isCounted] = rows as [ActingToken | undefined, boolean | undefined];
        if (!token) throw wrongToken();
        // Answered like a project that there is not.
        if (!token.membership) throw notFound();
        const [needed, ...orElse] = route.method === "GET" ? ([API_READ, API_WRITE] as const) : ([API_WRITE] as const);
        if (![needed, ...orElse].some((scope) => token.scopes.includes(scope)))
          throw scopeMissing(m.api_tokens_needs_scope({ scope: needed }), needed);
        if (route.personOnly === true) throw forbidden(m.api_tokens_person_only());
        mustHaveRole(route.who, token.membership.role);
        if (isCounted !== true) throw limitRefusal(counter, now);
        return memberByToken({ ...token, projectId }, token.membership, now);
      },
      afterwards: (rows) => {
        const [token] = rows as [ActingToken | undefined];
        return token ? lastUseOf(token, now) : [];
      },
    };
  },
};
