// Reaches the system mailer, which a higher module provides.
import { as, queryOne, sql } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { MailDeliveryState } from "./contract.ts";
import { addressOfInstallation, addressOfProject, mailMissing } from "./errors.ts";
import { type SystemMailer, systemMailer } from "./extension.ts";

type MailerCtx = Pick<Ctx, "config" | "registry">;
/** Names of the variables without which no mail with a link is sent. */
export const missingForMail = (ctx: MailerCtx): string[] => systemMailerOf(ctx).missing(ctx.config);
/** The system mailer. Throws `not_configured` in these words, which are given the names of the missing variables. */
export function requireSystemMailer(ctx: MailerCtx, says: (inputs: { variables: string }) => string): SystemMailer {
  const missing = missingForMail(ctx);
  if (missing.length > 0) throw mailMissing(says, missing);
  return systemMailerOf(ctx);
}
/** The system mailer for callers that only read delivery states, which needs no configuration. */
export function systemMailerOf({ registry }: Pick<Ctx, "registry">): SystemMailer {
  const [mailer] = registry.extensions.of(systemMailer);
  if (!mailer) throw new Error("nothing provides the post office");
  return mailer;
}

/** Refuses an address at which this installation receives mail: a link mailed there would come back to us. */
export async function refuseInstallationAddress(ctx: Pick<Ctx, "db" | "registry">, address: string): Promise<void> {
  const [own] = await ctx.db.read(
    queryOne(sql`SELECT ${systemMailerOf(ctx).isInstallationAddress(address)} ${as.number("own")}`, (row) => row.own !== 0),
  );
  if (own === true) throw addressOfInstallation();
}
/** Refuses an address that a project uses, even if it only sends from it: no account may have it. */
export async function refuseProjectAddress(ctx: Pick<Ctx, "db" | "registry">, address: string): Promise<void> {
  const { isInstallationAddress, isProjectAddress } = systemMailerOf(ctx);
  const [is] = await ctx.db.read(
    queryOne(
      sql`SELECT ${isInstallationAddress(address)} ${as.number("own")}, ${isProjectAddress(address)} ${as.number("taken")}`,
      (row) => ({
        own: row.own !== 0,
        taken: row.taken !== 0,
      }),
    ),
  );
  if (is?.own) throw addressOfInstallation();
  if (is?.taken) throw addressOfProject();
}

const SHOWN_STATES: Readonly<Record<string, MailDeliveryState["state"]>> = {
  queued: "waiting",
  sending: "waiting",
  sent: "sent",
  needs_review: "unclear",
};
/** Parses the stored delivery state as the screens show it; null when there is no mail. */
export function parseDeliveryState(json: string | null): MailDeliveryState | null {
  if (json === null) return null;
  const { state, error } = JSON.parse(json) as { state: string; error: string | null };
  return { state: SHOWN_STATES[state] ?? "failed", error };
}
