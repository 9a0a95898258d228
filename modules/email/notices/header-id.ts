import { missingForSending } from "#kernel/config/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { providerOf } from "../providers/hand-over.ts";
import { readSettings } from "../settings-queries.ts";

/** What stands behind the @ of our own Message-IDs; null with a provider that makes them itself. */
export async function headerIdOf(ctx: Ctx, projectId: ProjectId): Promise<string | null> {
  const { email } = ctx.config;
  if (email.provider === undefined || missingForSending(email).length > 0 || !providerOf(email.provider).ownHeaders) return null;
  const [settings] = await ctx.db.read(readSettings(projectId));
  const address = settings.sender ?? email.from ?? "";
  return address.slice(address.lastIndexOf("@") + 1);
}
