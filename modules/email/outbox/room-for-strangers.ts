// Limits mail to addresses that nobody verified, by project, person and installation, besides the three mails an hour for each address.
import { hours } from "#kernel/clock/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";

/**
 * New mails and copies to addresses that nobody proved, in an hour. Where registration is open, anybody has a project, and one person
 * has several: so they count for the person and for the installation too.
 */
const PER_PROJECT = 100;
const PER_ACCOUNT = 100;
const PER_INSTALLATION = 500;

export interface StrangersRoom {
  readonly recipients: number;
  /** For whom they count, besides the project and the installation. */
  readonly by: AccountId | null;
  /** Holds while there is room for all of them; a mail that finds none waits for the next hour. */
  readonly when: SQL;
  readonly count: (done: SQL) => SQL[];
  /** Throws the refusal when there is none. */
  readonly explain: () => Promise<void>;
}
/** The room for so many of them now, for which a person counts where somebody is known. */
export function roomForStrangers(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { projectId, accountId }: { projectId: ProjectId; accountId: AccountId | null },
  recipients: number,
): StrangersRoom {
  const now = clock.now();
  const counters: Counter[] =
    recipients === 0
      ? []
      : [
          customCounter("mailsToStrangersPerProjectHour", projectId, now, hours(1), PER_PROJECT, recipients),
          ...(accountId === null
            ? []
            : [customCounter("mailsToStrangersPerAccountHour", accountId, now, hours(1), PER_ACCOUNT, recipients)]),
          customCounter("mailsToStrangersPerInstallationHour", "installation", now, hours(1), PER_INSTALLATION, recipients),
        ];
  return {
    recipients,
    by: accountId,
    when: belowLimits(counters),
    count: (done) => (counters.length === 0 ? [] : [writeCounters(counters, done)]),
    async explain() {
      const [full] = await db.read(queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full));
      const counter = counters[full ?? -1];
      if (counter) throw limitRefusal(counter, now);
    },
  };
}
