// Closes the sockets of a session, member, visitor or project as soon as it is revoked.
import { sessionsEnded } from "#modules/accounts";
import { visitorSessionsEnded } from "#modules/contacts";
import { membershipLost, projectCleanup, projectsOf } from "#modules/projects";
import { provide, type Provided } from "#kernel/module/index.ts";
import { contactCoordinator, projectCoordinator } from "./coordinators.ts";
import { eventSourceOf } from "./extension.ts";

/** Contacts of a deleted project whose sockets are closed at once; the others are closed when they are next proved. */
const CLOSED_AT_ONCE = 1000;

export const closeRevokedSockets: Provided[] = [
  provide(sessionsEnded, async (ctx, { accountId, only, except }) => {
    const [projects] = await ctx.db.read(projectsOf(accountId));
    const which = {
      accountId,
      reason: "session_revoked" as const,
      ...(only === undefined ? {} : { sessionId: only }),
      ...(except === undefined ? {} : { exceptSessionId: except }),
    };
    await Promise.all(projects.map((projectId) => projectCoordinator(ctx.env, projectId).end(which)));
  }),
  provide(membershipLost, async (ctx, { projectId, accountId }) => {
    await projectCoordinator(ctx.env, projectId).end({ accountId, reason: "membership_lost" });
  }),
  provide(visitorSessionsEnded, async (ctx, { projectId, contactId, sessionId, reason }) => {
    await contactCoordinator(ctx.env, projectId, contactId).end({ reason, ...(sessionId === undefined ? {} : { sessionId }) });
    if (reason === "erased") await projectCoordinator(ctx.env, projectId).noteOnline(contactId, false);
  }),
  provide(projectCleanup, {
    name: "live connections",
    statements: () => [],
    afterwards: async (ctx, projectId) => {
      await projectCoordinator(ctx.env, projectId).end({ reason: "project_deleted" });
      const [contacts] = await ctx.db.read(eventSourceOf(ctx.registry.extensions).recentContacts(projectId, CLOSED_AT_ONCE));
      await Promise.all(contacts.map((contactId) => contactCoordinator(ctx.env, projectId, contactId).end({ reason: "project_deleted" })));
    },
  }),
];
