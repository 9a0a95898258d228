// Ends notifications with the membership, the project, or the contact they are about.
import { provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { membershipLost, projectCleanup } from "#modules/projects";
import { writeNoticesOfMemberEnd, writeNoticesOfProjectEnd } from "./subjects/queries.ts";
import { type EntryKey, readEntriesAbout, writeBellOfMemberEnds, writeBellOfProjectEnds, writeEntriesForgotten } from "./bell-queries.ts";
import { writePushOfMemberEnds, writePushOfProjectEnds } from "./push-queries.ts";
import {
  type NotificationKey,
  readNotificationsOf,
  writeEndNotifications,
  writeForgottenNotifications,
  writeMemberLeft,
} from "./queries.ts";

/** Deletes waiting notifications about the contact. Mails that already exist lose their text with the outbox. */
const notificationStep = erasureStep<NotificationKey>({
  name: "email.notices",
  listKeys: ({ projectId, contactId }, _after, limit) => readNotificationsOf(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeForgottenNotifications(projectId, keys) }],
});

/** Deletes what the bells of members tell of the contact. */
const bellStep = erasureStep<EntryKey>({
  name: "notifications.bell",
  listKeys: ({ projectId, contactId }, _after, limit) => readEntriesAbout(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeEntriesForgotten(projectId, keys) }],
});

export const notificationCleanup: Provided[] = [
  provide(contactErasure, bellStep),
  provide(contactErasure, notificationStep),
  provide(membershipLost, async (ctx, { projectId, accountId }) => {
    await ctx.db.commit([
      ...writeMemberLeft(projectId, accountId),
      ...writeBellOfMemberEnds(projectId, accountId),
      writePushOfMemberEnds(projectId, accountId),
      writeNoticesOfMemberEnd(projectId, accountId),
    ]);
  }),
  provide(projectCleanup, {
    name: "notices",
    statements: (projectId, when) => [
      ...writeEndNotifications(projectId, when),
      ...writeBellOfProjectEnds(projectId, when),
      writePushOfProjectEnds(projectId, when),
      writeNoticesOfProjectEnd(projectId, when),
    ],
  }),
];
