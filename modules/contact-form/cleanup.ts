// Removes contact requests: with the erasure of a contact, with their project, and after seven days.
import { provide, type Ctx } from "#kernel/module/index.ts";
import type { ContactRequestId } from "#kernel/ids/index.ts";
import { erasureStep, readContact } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import {
  readRequestsOf,
  writeClaimedForErasure,
  writeRemovedRequests,
  writeRemoveOldRequests,
  writeRemoveRequestsOfProject,
} from "./queries.ts";
import { KEEP_FOR } from "./rules.ts";
import { sql } from "#kernel/db/index.ts";

/**
 * Also takes pending requests with the contact's address, even if the contact never verified it: all that is lost is a message that
 * nobody has confirmed.
 */
export const contactRequestErasure = erasureStep<ContactRequestId>({
  name: "contact-form.requests",
  async prepare(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    return contact?.email ? [writeClaimedForErasure(projectId, contactId, contact.email.toLowerCase())] : [];
  },
  preview: async (_ctx, { projectId, contactId }) => ({
    mails: sql`SELECT 1 FROM help_letters WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  listKeys: ({ projectId, contactId }, _after, limit) => readRequestsOf(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeRemovedRequests(projectId, keys), report: { kind: "mails" } }],
});

export const removeRequestsWithProject = provide(projectCleanup, {
  name: "contact requests",
  statements: (projectId, when) => [writeRemoveRequestsOfProject(projectId, when)],
});

const PER_TICK = 200;
export async function removeOldRequests(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeRemoveOldRequests(ctx.clock.now() - KEEP_FOR, PER_TICK)]);
}
