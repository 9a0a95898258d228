// Sends account mail: a row, a job with its id, and a text that is rendered when it is sent. Each attempt has a new token, which would
// invalidate an earlier mail, so an attempt that may have arrived is never repeated automatically.
import { emailConfig, missingForLinks, missingForSending } from "../variables.ts";
import { randomToken, readInstallation } from "#kernel/auth/index.ts";
import { minutes, seconds } from "#kernel/clock/index.ts";
import { idOf, newId, type SystemMailId } from "#kernel/ids/index.ts";
import { handle, job, type JobMeta, type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type AccountMail, accountMailTemplates, type SystemMailer } from "#modules/accounts";
import { m } from "#messages";
import * as v from "valibot";
import { addressHash } from "../addresses/address-hash.ts";
import { mailboxAddress } from "../addresses/base-form.ts";
import { MARK_HEADER, markOf } from "./mail-mark.ts";
import { isHeldByAnyProject, takesMailAt } from "../addresses/held-addresses.ts";
import { sendThroughProvider, providerOf } from "../providers/send-through-provider.ts";
import type { Outcome } from "../providers/provider.ts";
import { notConfiguredSentence } from "../outbox/rules.ts";
import { headerText } from "../writing/compose.ts";
import { ownHeaders } from "../writing/sender.ts";
import { SENDER, systemBody } from "./compose.ts";
import {
  type Attempt,
  isTakenBy,
  readObstacle,
  readSystemMail,
  accountMailStatus,
  type SystemMail,
  type SystemMailState,
  systemMailWaits,
  writeSystemClaim,
  writeSystemMail,
  writeSystemSettled,
  writeCleanup,
} from "./queries.ts";

const send = job("email.system", v.strictObject({ systemMailId: idOf("systemMail") }));
function jobFor(id: SystemMailId, attempt: number, now: number, dueAt: number): NewJob {
  return {
    id: newId("job", now),
    kind: send.kind,
    key: `email.system:${id}:${attempt}`,
    payload: { systemMailId: id },
    projectId: null,
    dueAt,
  };
}

export const accountMailer: SystemMailer = {
  missing: missingForLinks,
  async queueMail(ctx, { kind, subjectId, cause, to }, when) {
    const now = ctx.clock.now();
    const id = newId("systemMail", now);
    const work = jobFor(id, 1, now, now);
    const toHash = await addressHash(ctx, to);
    return {
      statements: [writeSystemMail({ id, kind, subjectId, cause, toHash, now }, when), writeJobs([work], now, systemMailWaits(id))],
      jobId: work.id,
    };
  },
  deliveryStateOf: accountMailStatus,
  isInstallationAddress: (address) => takesMailAt(mailboxAddress(address)),
  isProjectAddress: (address) => isHeldByAnyProject(mailboxAddress(address)),
};

export const accountMailJob = handle(send, (ctx, { systemMailId }, meta) => attempt(ctx, systemMailId, meta));

const REASONS = {
  full: m.email_system_full,
  cameBack: m.email_system_bounced,
  ours: m.email_system_own_address,
  unclear: m.email_system_unclear,
} as const;

async function attempt(ctx: Ctx, id: SystemMailId, meta: JobMeta): Promise<void> {
  const [row, installation] = await ctx.db.read(readSystemMail(id), readInstallation());
  if (!row) return;
  // An earlier run of this job claimed the mail and was interrupted before it stored the outcome.
  if (row.state === "sending" && meta.attempts > 1) return await settle(ctx, row, "needs_review", REASONS.unclear());
  if (row.state !== "queued") return;
  const { appOrigin } = ctx.config;
  const email = emailConfig(ctx.config);
  const missing = missingForSending(email);
  if (email.provider === undefined || missing.length > 0) return await settle(ctx, row, "failed", notConfiguredSentence(missing));
  const accountMail = await ctx.registry.extensions
    .of(accountMailTemplates)
    .find(({ kind }) => kind === row.kind)
    ?.render(ctx, row.subjectId);
  if (!accountMail) return await settle(ctx, row, "dropped", null);
  if (accountMail.action && appOrigin === undefined)
    return await settle(ctx, row, "failed", notConfiguredSentence(missingForLinks(ctx.config)));
  const provider = providerOf(email.provider);
  const now = ctx.clock.now();
  const taken: Attempt = {
    id,
    key: randomToken(16),
    toHash: await addressHash(ctx, accountMail.to),
    proved: accountMail.isVerified,
    ours: takesMailAt(mailboxAddress(accountMail.to)),
    provider: provider.name,
    now,
  };
  const [obstacle] = await ctx.db.commitAndRead([writeSystemClaim(taken), ...accountMail.store(isTakenBy(taken))], readObstacle(taken));
  if (!obstacle) return;
  if (!obstacle.taken)
    return await settle(ctx, row, "failed", (obstacle.ours ? REASONS.ours : obstacle.full ? REASONS.full : REASONS.cameBack)());
  const mark = await markOf(ctx, id);
  const mail = {
    key: `${id}.${taken.key}`,
    deliveryId: id,
    from: { name: headerText(installation?.name ?? SENDER, 60), address: email.from ?? "" },
    to: accountMail.to,
    cc: [],
    bcc: [],
    replyTo: undefined,
    headers: { ...ownHeaders(provider, { headerId: null }, "operator"), ...(provider.ownHeaders ? { [MARK_HEADER]: mark } : {}) },
    attachments: [],
    ...inLanguage(accountMail.language ?? "en", () => systemBody(accountMail satisfies AccountMail, appOrigin ?? "", mark)),
  };
  await finish(ctx, row, taken, await sendThroughProvider(ctx, provider, mail, email));
}

async function settle(ctx: Ctx, { id }: SystemMail, state: SystemMailState, error: string | null): Promise<void> {
  await ctx.db.commit([writeSystemSettled(id, null, { state, error, now: ctx.clock.now() })]);
}

// Less than an hour in all: people wait for such a mail in front of the screen.
const RETRY_DELAYS = [seconds(30), minutes(2), minutes(10), minutes(30)];
/** Longest wait that a provider's Retry-After can cause. */
const LONGEST_DELAY = minutes(45);

/** Stores the outcome of the attempt. A mail that was certainly not accepted is retried with a new token. */
async function finish(ctx: Ctx, { id, attempts }: SystemMail, { key }: Attempt, outcome: Outcome): Promise<void> {
  const now = ctx.clock.now();
  const settled = (state: SystemMailState, error: string | null, providerId: string | null = null) =>
    writeSystemSettled(id, key, { state, error, providerId, now });
  switch (outcome.kind) {
    case "sent":
      return void (await ctx.db.commit([settled("sent", null, outcome.providerId)]));
    case "bounced":
      return void (await ctx.db.commit([settled("bounced", outcome.reason)]));
    case "refused":
      return void (await ctx.db.commit([settled("failed", outcome.reason)]));
    case "ambiguous":
      return void (await ctx.db.commit([settled("needs_review", `${outcome.reason} ${REASONS.unclear()}`)]));
    case "retry": {
      const wait = RETRY_DELAYS[attempts];
      if (wait === undefined) return void (await ctx.db.commit([settled("failed", outcome.reason)]));
      const dueAt = now + Math.min(LONGEST_DELAY, Math.max(wait, seconds(outcome.after ?? 0)));
      await ctx.db.commit([
        settled("queued", m.email_will_retry({ reason: outcome.reason })),
        writeJobs([jobFor(id, attempts + 2, now, dueAt)], now, systemMailWaits(id)),
      ]);
    }
  }
}

/** Cron task: ends abandoned account mails and deletes old rows. */
export async function cleanUpAccountMails(ctx: Ctx): Promise<void> {
  await ctx.db.commit(writeCleanup(ctx.clock.now()));
}
