// What contacts clear of a person: who it is, the sessions of its browsers, its counters. The first step, and the first batch.
import { writeForgetSubjects } from "#kernel/limits/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { contactChanged, erasureStep, visitorEnded } from "./extension.ts";
import { sql } from "drizzle-orm";
import { contactExists, factsOf, readContact, readLeftOf, writeEndVisitorsOf, writeForgotten } from "./queries.ts";

export const contactStep = erasureStep<ContactId>({
  name: "contacts.identity",
  page: ({ projectId, contactId }, _after, limit) => readLeftOf(projectId, contactId, limit),
  clear: ({ projectId, contactId }, _keys, _now, config) => [
    { statement: writeForgotten(projectId, contactId), counts: { as: "facts", n: factsOf(projectId, contactId) } },
    { statement: writeEndVisitorsOf(projectId, contactId), counts: { as: "sessions" } },
    // Counters name no project: whoever asks for a contact of another one must not empty them.
    { statement: writeForgetSubjects(config.personalCounters, [contactId], contactExists(projectId, contactId)) },
  ],
  foresee: async (_ctx, { projectId, contactId }) => ({
    sessions: sql`SELECT 1 FROM visitor_sessions WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  async afterwards(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    for (const tell of ctx.registry.extensions.of(visitorEnded)) await tell(ctx, { projectId, contactId, reason: "erased" });
    if (contact) for (const tell of ctx.registry.extensions.of(contactChanged)) await tell(ctx, { projectId, contact });
  },
});
