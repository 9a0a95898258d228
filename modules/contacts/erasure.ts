// Erasure step of contacts: clears identity, browser sessions and counters. It is the first step, and runs in the first batch.
import { writeForgetSubjects } from "#kernel/limits/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { contactChanged, erasureStep, visitorEnded } from "./extension.ts";
import { sql } from "#kernel/db/index.ts";
import { contactExists, factsOf, readContact, readErasureKeys, writeEndVisitorsOf, writeForgotten } from "./queries.ts";

export const contactStep = erasureStep<ContactId>({
  name: "contacts.identity",
  page: ({ projectId, contactId }, _after, limit) => readErasureKeys(projectId, contactId, limit),
  clear: ({ projectId, contactId }, _keys, _now, config) => [
    { statement: writeForgotten(projectId, contactId), counts: { as: "facts", n: factsOf(projectId, contactId) } },
    { statement: writeEndVisitorsOf(projectId, contactId), counts: { as: "sessions" } },
    // Counters are not bound to a project, so the condition keeps a caller from clearing those of another project's contact.
    { statement: writeForgetSubjects(config.personalCounters, [contactId], contactExists(projectId, contactId)) },
  ],
  preview: async (_ctx, { projectId, contactId }) => ({
    sessions: sql`SELECT 1 FROM visitor_sessions WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  async afterCommit(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    for (const notify of ctx.registry.extensions.of(visitorEnded)) await notify(ctx, { projectId, contactId, reason: "erased" });
    if (contact) for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
  },
});
