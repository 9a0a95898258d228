// Tells members of something that is no conversation, in the batch that stores it.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged } from "#modules/live-updates";
import { missingForLinks } from "#modules/email";
import { readMemberAddresses } from "#modules/projects";
import { readBell, type SubjectNotification } from "../contract.ts";
import { bitOf } from "../events.ts";
import { readAllChosen } from "../queries.ts";
import { choiceFor, WAIT } from "../rules.ts";
import type { Notifying } from "../notify-members.ts";
import { readTold, writeNotices } from "./queries.ts";

interface About {
  readonly projectId: ProjectId;
  readonly event: SubjectNotification;
  /** A member is told once of each. */
  readonly subjectId: string;
}
type Where = Pick<Ctx, "db" | "config" | "clock" | "env" | "after">;

/** Everybody who wants the event, in the bell and by mail. Without the mail settings that links need, in the bell alone. */
export async function notifyOfSubject(ctx: Where, about: About): Promise<Notifying> {
  const { projectId, event } = about;
  const byMail = missingForLinks(ctx.config).length === 0;
  const [people, chosen] = await ctx.db.read(readMemberAddresses(projectId), readAllChosen(projectId));
  const choices = new Map(chosen.map((one) => [one.accountId, one]));
  const now = ctx.clock.now();
  const told = people.flatMap((member) => {
    const { bell, events } = choiceFor(member, choices.get(member.accountId));
    const listed = (bell & bitOf(event)) !== 0;
    const dueAt = byMail && member.confirmed && (events & bitOf(event)) !== 0 ? now + WAIT : null;
    return listed || dueAt !== null ? [{ ...about, accountId: member.accountId, listed, dueAt }] : [];
  });
  return {
    count: told.length,
    statements: (when: SQL) => (told.length === 0 ? [] : [writeNotices(told, now, when)]),
    announce: () =>
      announceChanged(
        ctx,
        projectId,
        readBell,
        told.map(({ accountId }) => accountId),
      ),
  };
}

/** Tells the dashboards of those who were told that it may be no news any more. */
export async function announceSubject(ctx: Where, projectId: ProjectId, event: SubjectNotification, subjectId: string): Promise<void> {
  const [told] = await ctx.db.read(readTold(projectId, event, subjectId));
  if (told.length > 0) announceChanged(ctx, projectId, readBell, told);
}
