// Ends notices with the membership, the project, or the contact they are about.
import { provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { membershipLost, projectCleanup } from "#modules/projects";
import { type NoticeKey, readNoticesOf, writeEndNotices, writeForgottenNotices, writeMemberLeft } from "./queries.ts";

/** Deletes waiting notices about the contact. Mails that already exist lose their text with the outbox. */
const noticeStep = erasureStep<NoticeKey>({
  name: "email.notices",
  listKeys: ({ projectId, contactId }, _after, limit) => readNoticesOf(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeForgottenNotices(projectId, keys) }],
});

export const noticeCleanup: Provided[] = [
  provide(contactErasure, noticeStep),
  provide(membershipLost, async (ctx, { projectId, accountId }) => {
    await ctx.db.commit(writeMemberLeft(projectId, accountId));
  }),
  provide(projectCleanup, { name: "notices", statements: (projectId, when) => writeEndNotices(projectId, when) }),
];
