// The name of the installation: what its home page, the pages before sign-in, and account mails call it. Only the first owner reads it here and changes it.
import { type AccountPrincipal, readInstallation, writeInstallationName } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { installationRenamed } from "./extension.ts";
import { onlyFirstOwnerNames } from "./errors.ts";

type Ctx = RequestCtx<AccountPrincipal>;

export async function installationName(ctx: Ctx): Promise<{ name: string | null }> {
  if (!ctx.caller.isFirstOwner) throw onlyFirstOwnerNames();
  const [installation] = await ctx.db.read(readInstallation());
  return { name: installation?.name ?? null };
}

/** Gives the installation a name, or with null or nothing takes it away. */
export async function renameInstallation(ctx: Ctx, given: string | null): Promise<{ name: string | null }> {
  const name = given === "" ? null : given;
  if (!ctx.caller.isFirstOwner) throw onlyFirstOwnerNames();
  const also = await Promise.all(ctx.registry.extensions.of(installationRenamed).map((told) => told(ctx, name)));
  const changed = await ctx.db.commit([...also.flat(), writeInstallationName(name, ctx.caller.accountId)]);
  if (changed.at(-1) === 0) throw onlyFirstOwnerNames();
  return { name };
}
