// Creates the first owner. One conditional insert decides; after it, setup is closed for good.
import { equalTexts, hashPassword, randomToken, readInstallation, writeInstallation } from "#kernel/auth/index.ts";
import { columns, queryOne, sql } from "#kernel/db/index.ts";
import { misconfigured } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, newId } from "#kernel/ids/index.ts";
import { guessable, notTheOwner, setupClosed, setupNeedsToken, wrongSetupToken } from "./errors.ts";
import { writeAccount } from "./queries.ts";
import { isGuessable, setupGate } from "./rules.ts";
import { beginSession } from "./session.ts";
import { accountsConfig } from "./variables.ts";

export interface SetupInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly setupToken: string;
}

/** Creates the first owner and signs in; answers the cookie. Refuses a second owner, a public address without token, and other emails. */
export async function makeFirstOwner(ctx: RequestCtx, input: SetupInput): Promise<{ accountId: AccountId; cookie: string }> {
  await refuseSetup(ctx);
  const { config } = ctx;
  const { setupToken, setupOwnerEmail } = accountsConfig(config);
  if (setupToken !== undefined && !equalTexts(input.setupToken, setupToken)) throw wrongSetupToken();
  if (setupOwnerEmail !== undefined && input.email !== setupOwnerEmail) throw notTheOwner();
  if (isGuessable(input.password, input.email)) throw guessable();
  const now = ctx.clock.now();
  const id = newId("account", now);
  const passwordHash = await hashPassword(input.password, config.scryptLogN);
  const mine = sql`EXISTS (SELECT 1 FROM installation WHERE first_owner_id = ${id})`;
  const session = await beginSession(ctx, id, mine);
  const [owner] = await ctx.db.commitAndRead(
    [
      writeInstallation(randomToken(), id, now),
      writeAccount({ id, email: input.email, name: input.name, passwordHash }, now, mine),
      session.statement,
    ],
    queryOne(sql`SELECT ${columns("installation", "first_owner_id")} FROM installation WHERE id = 1`, (row) => row.first_owner_id),
  );
  if (owner !== id) throw setupClosed();
  return { accountId: id, cookie: session.cookie };
}

/** Refuses when setup is done, not open on this address, or misconfigured. */
export async function refuseSetup(ctx: RequestCtx): Promise<void> {
  const [existing] = await ctx.db.read(readInstallation());
  if (existing) throw setupClosed();
  if (
    setupGate({ appOrigin: ctx.config.appOrigin, setupToken: accountsConfig(ctx.config).setupToken }, ctx.url, ctx.request.headers) ===
    "refused"
  )
    throw setupNeedsToken();
  if (ctx.config.errors.some((f) => f.variable === "SVC_SETUP_TOKEN" || f.variable === "APP_ORIGIN" || f.variable === "MANAGEMENT_ORIGIN"))
    throw misconfigured(ctx.config.errors.map((f) => f.variable));
}
