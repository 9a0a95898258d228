// The way to the post office, which a higher module provides.
import { col, queryOne } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "drizzle-orm";
import type { MailStanding } from "./contract.ts";
import { addressOfDesk, addressOfProject, mailMissing } from "./errors.ts";
import { type PostOffice, postOffice } from "./extension.ts";

type Where = Pick<Ctx, "config" | "registry">;
/** Names of the variables without which no mail with a link is sent. */
export const missingForMail = (ctx: Where): string[] => officeOf(ctx).missing(ctx.config);
/** The post office. Throws `not_configured` with the names of what is missing; `what` needs it. */
export function officeFor(ctx: Where, what: string): PostOffice {
  const missing = missingForMail(ctx);
  if (missing.length > 0) throw mailMissing(what, missing);
  return officeOf(ctx);
}
/** The same for whoever only looks how mails stand. */
export function officeOf({ registry }: Pick<Ctx, "registry">): PostOffice {
  const [office] = registry.extensions.of(postOffice);
  if (!office) throw new Error("nothing provides the post office");
  return office;
}

/** Refuses an address at which this installation takes mail in: no link is mailed there, for it would come back here. */
export async function mustBeOutside(ctx: Pick<Ctx, "db" | "registry">, address: string): Promise<void> {
  const [own] = await ctx.db.read(queryOne(sql`SELECT ${officeOf(ctx).isOwnAddress(address)} AS own`, (row) => col.truth(row, "own")));
  if (own === true) throw addressOfDesk();
}
/** Refuses an address that a project has, also one that it only sends from: it becomes no account's. */
export async function mustBeNoProjects(ctx: Pick<Ctx, "db" | "registry">, address: string): Promise<void> {
  const { isOwnAddress, isProjectAddress } = officeOf(ctx);
  const [is] = await ctx.db.read(
    queryOne(sql`SELECT ${isOwnAddress(address)} AS own, ${isProjectAddress(address)} AS taken`, (row) => ({
      own: col.truth(row, "own"),
      taken: col.truth(row, "taken"),
    })),
  );
  if (is?.own) throw addressOfDesk();
  if (is?.taken) throw addressOfProject();
}

const SHOWN: Readonly<Record<string, MailStanding["state"]>> = {
  queued: "waiting",
  sending: "waiting",
  sent: "sent",
  needs_review: "unclear",
};
/** What the post office's JSON says of a mail, as people read it; null when there is none. */
export function standingIn(json: string | null): MailStanding | null {
  if (json === null) return null;
  const { state, error } = JSON.parse(json) as { state: string; error: string | null };
  return { state: SHOWN[state] ?? "failed", error };
}
