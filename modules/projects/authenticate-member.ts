// Authenticates `member`, `admin` and `owner`: a session and a membership of the project in the path, read on every request.
import { callingSession, principalOf, sessionQuery, type Signed, touchOf } from "#modules/accounts";
import { forbidden, notFound, unauthenticated } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { isId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { atLeast, type Role } from "./contract.ts";
import { type Membership, readMembership } from "./queries.ts";

const needed = (who: string): Role => (who === "owner" ? "owner" : who === "admin" ? "admin" : "operator");
/** Throws `forbidden` for a role below that of the route. */
export function mustHaveRole(who: string, role: Role): void {
  if (!atLeast(role, needed(who))) throw forbidden(needed(who) === "owner" ? m.projects_only_for_owners() : m.projects_only_for_admins());
}

export const memberAuthenticator: Authenticator = {
  who: ["member", "admin", "owner"],
  async begin({ request, url, params, route, config, now }) {
    const given = await callingSession(request, url, config);
    if (!given) throw unauthenticated();
    const projectId = params["projectId"] ?? "";
    if (!isId("project", projectId)) throw notFound();
    return {
      claims: { accountId: given.accountId, projectId },
      queries: [sessionQuery(given, now), readMembership(projectId, given.accountId)],
      prove(rows) {
        const [signed, membership] = rows as [Signed | undefined, Membership | undefined];
        if (!signed) throw unauthenticated(m.projects_session_ended());
        if (!membership) throw notFound();
        mustHaveRole(route.who, membership.role);
        return { ...principalOf(signed), kind: "member", projectId, projectName: membership.projectName, role: membership.role };
      },
      afterwards: ([signed]) => touchOf(signed as Signed | undefined, now),
    };
  },
};
