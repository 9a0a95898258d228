// Stores a reader's message and the mail with the confirmation link in one batch. The team sees nothing before the link is used.
import { keyedHash, sha256 } from "#kernel/auth/index.ts";
import { days, hours } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { prepareConfirmation } from "#modules/address-verification";
import { addressCounter, visitOfAddress, dayOf } from "#modules/help-insights";
import { type Center, textIn } from "#modules/help-center";
import { isStoredWith, requestIsHandled, writeRequest } from "./queries.ts";
import { emailOf, type ReaderOrigin, LINK_LIFETIME, mailboxOf, type TypedFields } from "./rules.ts";
import { formTranslations, withTitle } from "./translations.ts";

// In addition to three mails an hour to an unverified address: one IP address or project must not mail many of them.
const PER_NETWORK_HOUR = 10;
const PER_MAILBOX_DAY = 5;
const PER_PROJECT_DAY = 300;

interface Submission {
  readonly locale: string;
  readonly typed: TypedFields;
  readonly origin: ReaderOrigin;
  /** Identifies the page the form was on: the same text sent from it again is the same request. */
  readonly formId: string | undefined;
}

/** Stores the request and its mail. Throws `rate_limited`; whether the mail can be delivered is not revealed here. */
export async function storeRequest(ctx: RequestCtx, center: Center, { locale, typed, origin, formId }: Submission): Promise<void> {
  const { projectId } = center;
  const email = emailOf(typed.email);
  if (email === undefined) throw new Error("a contact request without an address");
  const now = ctx.clock.now();
  const name = typed.name === "" ? null : typed.name;
  const { message } = typed;
  const { article, query, feedback } = origin;
  const fingerprint = sha256(JSON.stringify([formId ?? dayOf(now), email, name, message, article, query]));
  const id = await derivedId("contactRequest", `${projectId}:${fingerprint}`);
  const mail = await prepareConfirmation(ctx, {
    projectId,
    cause: `contact_form:${id}:${now}`,
    to: email,
    subject: withTitle(formTranslations(locale).confirm, textIn(center, locale).title),
  });
  const counters = [
    ...(await addressCounter(ctx, "contactRequestsPerIpHour", hours(1), PER_NETWORK_HOUR)),
    customCounter("contactRequestsPerMailboxDay", await keyedHash(ctx.env, ctx.db, mailboxOf(email)), now, days(1), PER_MAILBOX_DAY),
    customCounter("contactRequestsPerProjectDay", projectId, now, days(1), PER_PROJECT_DAY),
  ];
  const done = isStoredWith(id, mail.id);
  const visit = query === undefined ? undefined : await visitOfAddress(ctx);
  const [verdict] = await ctx.db.commitAndRead(
    [
      writeRequest(
        {
          id,
          projectId,
          deliveryId: mail.id,
          locale,
          name,
          email,
          message,
          article,
          query,
          visit,
          feedback,
          now,
          expiresAt: now + LINK_LIFETIME,
        },
        belowLimits(counters),
      ),
      ...mail.statements(done),
      writeCounters(counters, done),
    ],
    queryOne(
      sql`SELECT ${done} ${as.number("fresh")}, ${requestIsHandled(projectId, id, now)} ${as.number("stored")}, ${firstFull(counters)} ${as.numberOrNull("full")}`,
      (row) => ({
        fresh: row.fresh !== 0,
        stored: row.stored !== 0,
        full: row.full,
      }),
    ),
  );
  if (verdict?.fresh) return wakeJobs(ctx, [mail.firstJob]);
  if (verdict?.stored) return;
  const full = counters[verdict?.full ?? -1];
  throw full ? limitRefusal(full, now) : notFound();
}
