// What other modules change and live connections have to know: ends of authority close them at once, contacts are told.
import { sessionsEnded } from "#modules/accounts";
import { contactChanged, visitorEnded } from "#modules/contacts";
import { membershipLost, projectCleanup, projectsOf } from "#modules/projects";
import { provide, type Provided } from "#kernel/module/index.ts";
import { announceContact } from "./live/announce.ts";
import { contactObject, projectObject } from "./live/objects.ts";
import { readRecentContacts } from "./queries.ts";

/** How many contacts of a deleted project are told at once; sockets of the others end when they next ask for anything. */
const TOLD = 1000;

export const authority: Provided[] = [
  provide(sessionsEnded, async (ctx, { accountId, only, except }) => {
    const [projects] = await ctx.db.read(projectsOf(accountId));
    const which = {
      accountId,
      reason: "session_revoked" as const,
      ...(only === undefined ? {} : { sessionId: only }),
      ...(except === undefined ? {} : { exceptSessionId: except }),
    };
    await Promise.all(projects.map((projectId) => projectObject(ctx.env, projectId).end(which)));
  }),
  provide(membershipLost, async (ctx, { projectId, accountId }) => {
    await projectObject(ctx.env, projectId).end({ accountId, reason: "membership_lost" });
  }),
  provide(visitorEnded, async (ctx, { projectId, contactId, sessionId, reason }) => {
    await contactObject(ctx.env, projectId, contactId).end({ reason, ...(sessionId === undefined ? {} : { sessionId }) });
    if (reason === "erased") await projectObject(ctx.env, projectId).noteOnline(contactId, false);
  }),
  provide(contactChanged, async (ctx, { projectId, contact }) => announceContact(ctx, projectId, contact)),
  provide(projectCleanup, {
    name: "live connections",
    statements: () => [],
    afterwards: async (ctx, projectId) => {
      await projectObject(ctx.env, projectId).end({ reason: "project_deleted" });
      const [contacts] = await ctx.db.read(readRecentContacts(projectId, TOLD));
      await Promise.all(contacts.map((contactId) => contactObject(ctx.env, projectId, contactId).end({ reason: "project_deleted" })));
    },
  }),
];
