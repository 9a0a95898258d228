// What ends letters: an erasure, the end of the project, their age.
import { provide, type Ctx } from "#kernel/module/index.ts";
import type { ContactRequestId } from "#kernel/ids/index.ts";
import { erasureStep, readContact } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { readLettersOf, writeEndLetters, writeNoLetters, writeSweptLetters, writeTaken } from "./queries.ts";
import { KEPT } from "./rules.ts";
import { sql } from "#kernel/db/index.ts";

/**
 * Also letters that wait with the contact's address. Whether the contact proved it does not matter: all that is lost is a message
 * that nobody has confirmed.
 */
export const letterStep = erasureStep<ContactRequestId>({
  name: "contact-form.requests",
  async beforehand(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    return contact?.email ? [writeTaken(projectId, contactId, contact.email.toLowerCase())] : [];
  },
  foresee: async (_ctx, { projectId, contactId }) => ({
    mails: sql`SELECT 1 FROM help_letters WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  page: ({ projectId, contactId }, _after, limit) => readLettersOf(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeNoLetters(projectId, keys), counts: { as: "mails" } }],
});

export const endLetters = provide(projectCleanup, {
  name: "letters",
  statements: (projectId, when) => [writeEndLetters(projectId, when)],
});

const PER_TICK = 200;
export async function sweepLetters(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeSweptLetters(ctx.clock.now() - KEPT, PER_TICK)]);
}
