// Erasure step of contacts: clears the identity, visitor sessions and limit counters. It is the first step, so that it runs in the batch that
// blocks the contact.
import { writeDeleteCounters } from "#kernel/limits/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { contactChanged, erasureStep, visitorSessionsEnded } from "./extension.ts";
import { sql } from "#kernel/db/index.ts";
import { contactExists, factCount, readContact, readContactId, writeEndVisitorSessionsOf, writeClearIdentity } from "./queries.ts";

export const contactStep = erasureStep<ContactId>({
  name: "contacts.identity",
  listKeys: ({ projectId, contactId }, _after, limit) => readContactId(projectId, contactId, limit),
  clear: ({ projectId, contactId }, _keys, _now, config) => [
    { statement: writeClearIdentity(projectId, contactId), report: { kind: "facts", count: factCount(projectId, contactId) } },
    { statement: writeEndVisitorSessionsOf(projectId, contactId), report: { kind: "sessions" } },
    // Counters are not bound to a project, so the condition keeps a caller from clearing those of another project's contact.
    { statement: writeDeleteCounters(config.limitsKeyedByPerson, [contactId], contactExists(projectId, contactId)) },
  ],
  preview: async (_ctx, { projectId, contactId }) => ({
    sessions: sql`SELECT 1 FROM visitor_sessions WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  async afterCommit(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    for (const notify of ctx.registry.extensions.of(visitorSessionsEnded)) await notify(ctx, { projectId, contactId, reason: "erased" });
    if (contact) for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
  },
});
