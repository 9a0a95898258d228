// Author kinds of this module: members of the project, and visitors of its website.
import { actorOf, type MemberPrincipal, type VisitorPrincipal } from "#kernel/auth/index.ts";
import { isMember } from "#modules/projects";
import { defineAuthor, defineCustomer } from "./author-kind.ts";

export const memberAuthor = defineAuthor<MemberPrincipal>({
  kind: "member",
  role: "operator",
  scope: actorOf,
  actorId: ({ accountId }) => accountId,
  mayWrite: ({ projectId, accountId }) => isMember(projectId, accountId),
  accountId: ({ accountId }) => accountId,
});
export const visitorAuthor = defineCustomer<VisitorPrincipal>("visitor");
