// Prepares a confirmation mail: the owner of an address confirms something that another module keeps until then.
import { emailConfig } from "#modules/email";
import { days } from "#kernel/clock/index.ts";
import { type DeliveryId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import {
  addressHash,
  readRecipientStatus,
  mailboxAddress,
  isInstallationAddress,
  readSettings,
  headerText,
  forgetJobFor,
  deliveryExists,
  writeDelivery,
  firstAttempts,
  headerIdOf,
} from "#modules/email";
import { m } from "#messages";

/** How long the delivery log keeps the address. */
const KEPT = days(7);

interface ConfirmationRequest {
  readonly projectId: ProjectId;
  /** Key of what it is sent for; the same cause never makes a second mail. */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
}
interface PreparedConfirmation {
  readonly id: DeliveryId;
  /** The job to wake once the statements are stored. */
  readonly firstJob: string;
  readonly statements: (when: SQL) => SQL[];
}
/**
 * Prepares the mail; nothing is stored before its statements are. What prevents it (an earlier bounce, the hourly limit of the address,
 * an address of this installation) is shown only in the delivery log, so that the requester learns nothing about the address.
 */
export async function prepareConfirmation(
  ctx: Pick<Ctx, "env" | "db" | "clock" | "config">,
  mail: ConfirmationRequest,
): Promise<PreparedConfirmation> {
  const { projectId, to } = mail;
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const email = emailConfig(ctx.config);
  const named = { address: to, base: mailboxAddress(to), hash: await addressHash(ctx, to) };
  const [settings, [standing]] = await ctx.db.read(readSettings(projectId), readRecipientStatus(projectId, [named]));
  const isOurs = standing?.ours === true || isInstallationAddress(ctx.config, named.base);
  const attempts = firstAttempts({ id, projectId }, now, sql`NULL`);
  return {
    id,
    firstJob: attempts.jobId,
    statements: (when) => [
      writeDelivery(
        {
          ...{ id, projectId, kind: "confirm", cause: mail.cause, to, toHash: named.hash, now },
          proved: false,
          subject: headerText(mail.subject, 200),
          headerId: headerIdOf(id, settings, email),
          attended: true,
          impossible: isOurs ? m.address_verification_own_address() : undefined,
        },
        when,
      ),
      ...attempts.statements,
      writeJobs([forgetJobFor(id, projectId, now, KEPT)], now, deliveryExists(id)),
    ],
  };
}
