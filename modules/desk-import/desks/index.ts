// Chooses the reader of a help desk.
import { notConfigured } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { basic, helpDeskClient, helpDesksConfig, missingForImport } from "#modules/help-import";
import { m } from "#messages";
import type { Platform } from "../contract.ts";
import { deskConfig, missingFor } from "../variables.ts";
import { chatwoot } from "./chatwoot.ts";
import type { DeskReader } from "./reader.ts";
import { zendesk } from "./zendesk.ts";

export type { DeskMessage, DeskPerson, DeskReader, DeskTicket } from "./reader.ts";

type DeskCtx = Pick<Ctx, "fetch" | "config" | "clock">;
export const missingVariables = ({ config }: Pick<Ctx, "config">, platform: Platform): string[] =>
  missingFor(deskConfig(config), platform, (one) => missingForImport(helpDesksConfig(config), one));

/** Refuses and names the variables if any are missing. `place`: subdomain or number of an account, validated by the contract. */
export function readerOf(ctx: DeskCtx, platform: Platform, place: string): DeskReader {
  const missing = missingVariables(ctx, platform);
  if (missing.length > 0) throw notConfigured("desk-import", missing, m.desk_import_not_configured({ missing: missing.join(" and ") }));
  const way = { platform, place, reset: "seconds" as const };
  if (platform === "chatwoot") {
    const { chatwootUrl = "", chatwootToken = "" } = deskConfig(ctx.config);
    const base = chatwootUrl.replace(/\/+$/, "");
    return chatwoot(helpDeskClient(ctx, { ...way, base, headers: { api_access_token: chatwootToken } }), place);
  }
  const [email = "", token = ""] = helpDesksConfig(ctx.config).values.zendesk;
  const base = `https://${place}.zendesk.com`;
  return zendesk(helpDeskClient(ctx, { ...way, base, headers: { authorization: basic(`${email}/token`, token) } }), () => ctx.clock.now());
}
