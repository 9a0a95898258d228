// A reader's message is kept, and a link is mailed to the address: all of it or nothing. Nobody of the team sees it before it is used.
import { keyedHash, sha256 } from "#kernel/auth/index.ts";
import { days, hours } from "#kernel/clock/index.ts";
import { col, queryOne } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { askToConfirm } from "#modules/address-verification";
import { sql } from "drizzle-orm";
import { ofAddress, visitOfAddress, dayOf } from "#modules/help-insights";
import type { Center } from "#modules/help-center";
import { isStoredWith, letterStands, writeLetter } from "./queries.ts";
import { emailOf, type From, LINK_FOR, mailboxOf, type Typed } from "./rules.ts";
import { letterWords, naming } from "./translations.ts";

// Besides the three mails of an hour for each address that nobody proved: one network or project does not write to many strangers.
const PER_NETWORK_HOUR = 10;
const PER_MAILBOX_DAY = 5;
const PER_PROJECT_DAY = 300;

interface Written {
  readonly locale: string;
  readonly typed: Typed;
  readonly from: From;
  /** Names the page that it was written on: sent again from there, the same words are one letter. */
  readonly formId: string | undefined;
}

/** Keeps the letter and its mail. Throws `rate_limited`; what the mail meets on its way nobody is told here. */
export async function writeFromReader(
  ctx: RequestCtx,
  { projectId, title }: Center,
  { locale, typed, from, formId }: Written,
): Promise<void> {
  const email = emailOf(typed.email);
  if (email === undefined) throw new Error("a letter without an address");
  const now = ctx.clock.now();
  const name = typed.name === "" ? null : typed.name;
  const { message } = typed;
  const { article, query, feedback } = from;
  const same = sha256(JSON.stringify([formId ?? dayOf(now), email, name, message, article, query]));
  const id = await derivedId("helpLetter", `${projectId}:${same}`);
  const mail = await askToConfirm(ctx, {
    projectId,
    cause: `letter:${id}:${now}`,
    to: email,
    subject: naming(letterWords(locale).confirm, title),
  });
  const counters = [
    ...(await ofAddress(ctx, "helpLettersPerIpHour", hours(1), PER_NETWORK_HOUR)),
    customCounter("helpLettersPerMailboxDay", await keyedHash(ctx.env, ctx.db, mailboxOf(email)), now, days(1), PER_MAILBOX_DAY),
    customCounter("helpLettersPerProjectDay", projectId, now, days(1), PER_PROJECT_DAY),
  ];
  const done = isStoredWith(id, mail.id);
  const visit = query === undefined ? undefined : await visitOfAddress(ctx);
  const [verdict] = await ctx.db.commitAndRead(
    [
      writeLetter(
        { id, projectId, deliveryId: mail.id, locale, name, email, message, article, query, visit, feedback, now, until: now + LINK_FOR },
        belowLimits(counters),
      ),
      ...mail.statements(done),
      writeCounters(counters, done),
    ],
    queryOne(sql`SELECT ${done} AS fresh, ${letterStands(projectId, id, now)} AS stored, ${firstFull(counters)} AS full`, (row) => ({
      fresh: col.truth(row, "fresh"),
      stored: col.truth(row, "stored"),
      full: col.numberOrNull(row, "full"),
    })),
  );
  if (verdict?.fresh) return wakeJobs(ctx, [mail.firstJob]);
  if (verdict?.stored) return;
  const full = counters[verdict?.full ?? -1];
  throw full ? limitRefusal(full, now) : notFound();
}
