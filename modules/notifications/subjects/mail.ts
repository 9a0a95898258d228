// Mails about what is no conversation: one for each, at the end of quiet hours, if it is still news then.
import { type DeliveryId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  addressHash,
  attemptJob,
  deliveryExists,
  emailConfig,
  headerIdOf,
  headerText,
  isQueued,
  missingForLinks,
  readSettings,
  readSuppressed,
  writeDelivery,
} from "#modules/email";
import { readMemberAddress, readWidget } from "#modules/projects";
import { m } from "#messages";
import { bitOf } from "../events.ts";
import { noticeSubjects } from "../extension.ts";
import { readChosen } from "../queries.ts";
import { quietUntil } from "../quiet.ts";
import { choiceFor } from "../rules.ts";
import { type DueNotice, noticeWaits, writeNoticeDelayed, writeNoticeMailed, writeNoticeNotMailed } from "./queries.ts";

/** The mail, its job and the end of what waits are one batch, and its cause is the subject: a repetition mails nothing more. */
export async function mailNotice(ctx: Ctx, due: DueNotice): Promise<void> {
  const { projectId, accountId, event, subjectId } = due;
  const now = ctx.clock.now();
  const subject = ctx.registry.extensions.of(noticeSubjects).find((one) => one.event === event);
  const [person, chosen, project, settings] = await ctx.db.read(
    readMemberAddress(projectId, accountId),
    readChosen(projectId, accountId),
    readWidget(projectId),
    readSettings(projectId),
  );
  const none = async (): Promise<void> => void (await ctx.db.commit([writeNoticeNotMailed(due)]));
  if (!due.news || !subject || !person?.confirmed || !project || missingForLinks(ctx.config).length > 0) return await none();
  const choice = choiceFor(person, chosen);
  const to = person.email;
  const toHash = await addressHash(ctx, to);
  const [suppressed] = await ctx.db.read(readSuppressed(projectId, toHash));
  if (suppressed === true || (choice.events & bitOf(event)) === 0) return await none();
  const until = quietUntil(choice, now);
  if (until !== null) return void (await ctx.db.commit([writeNoticeDelayed(due, until)]));
  const id: DeliveryId = newId("delivery", now);
  const cause = `notice:${event}:${accountId}:${subjectId}`;
  const work = attemptJob({ id, projectId }, 1, 0, now, now);
  await ctx.db.commit([
    writeDelivery(
      {
        ...{ id, projectId, kind: "notice", cause, to, toHash, now, impossible: undefined },
        // A used link in a mail proves the address.
        ...{ proved: true, attended: true },
        subject: inLanguage(person.language, () =>
          m.notifications_subject_one({ sentence: subject.sentence(), project: headerText(project.projectName, 60) }),
        ),
        headerId: headerIdOf(id, settings, emailConfig(ctx.config)),
      },
      noticeWaits(due),
    ),
    writeNoticeMailed(due, id, deliveryExists(id)),
    writeJobs([work], now, isQueued(id)),
  ]);
  wakeJobs(ctx, [work.id]);
}
