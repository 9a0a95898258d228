// Prepares the mail by which the owner of an address confirms what another module keeps until then.
import { emailConfig } from "#modules/email";
import { days } from "#kernel/clock/index.ts";
import { type DeliveryId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import {
  addressHash,
  readRecipientStatus,
  baseAddress,
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

/** How long the log names the address. */
const KEPT = days(7);

interface ToConfirm {
  readonly projectId: ProjectId;
  /** What it is sent for: one mail for it, however often it is written. */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
}
interface PreparedConfirmation {
  readonly id: DeliveryId;
  /** The job to hint at once the statements are stored. */
  readonly firstJob: string;
  readonly statements: (when: SQL) => SQL[];
}
/**
 * Prepares the mail; nothing is stored before its statements are. Whatever stands in its way (mail to the address came back, the
 * address had its mails of the hour, it is one of this desk) is told by the log alone: whoever asked learns nothing of an address.
 */
export async function askToConfirm(ctx: Pick<Ctx, "env" | "db" | "clock" | "config">, mail: ToConfirm): Promise<PreparedConfirmation> {
  const { projectId, to } = mail;
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const email = emailConfig(ctx.config);
  const named = { address: to, base: baseAddress(to), hash: await addressHash(ctx, to) };
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
