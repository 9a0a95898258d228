// Limits mail to unverified addresses by project, person and installation, in addition to three mails an hour to each address.
import { hours } from "#kernel/clock/index.ts";
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";

/**
 * New mails and copies to unverified addresses in an hour. With open registration anybody can create several projects, so the mails also
 * count for the person and for the installation.
 */
const PER_PROJECT = 100;
const PER_ACCOUNT = 100;
const PER_INSTALLATION = 500;

export interface UnverifiedLimit {
  readonly recipients: number;
  /** The member for whom they count, besides the project and the installation. */
  readonly by: AccountId | null;
  /** Holds while the limits allow all of them; else the mail waits for the next hour. */
  readonly when: SQL;
  readonly count: (done: SQL) => SQL[];
  /** Throws the refusal when the limits do not allow them. */
  readonly explain: () => Promise<void>;
}
/** The limit for so many more unverified recipients now; `accountId`: the member who causes them, null without one. */
export function limitUnverified(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { projectId, accountId }: { projectId: ProjectId; accountId: AccountId | null },
  recipients: number,
): UnverifiedLimit {
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
