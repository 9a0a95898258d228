// Chooses the reader of a help desk.
import type { DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import { notConfigured } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  basic,
  type HelpDeskAccess,
  helpDeskClient,
  type HelpDeskGet,
  helpDesksConfig,
  intercomHost,
  missingForImport,
} from "#modules/help-import";
import { m } from "#messages";
import type { Platform } from "./contract.ts";
import type { DeskReader } from "./reader.ts";
import { deskConfig, missingFor } from "./variables.ts";

type DeskCtx = Pick<Ctx, "fetch" | "config" | "clock" | "db" | "env">;
export const missingVariables = ({ config }: Pick<Ctx, "config">, platform: Platform): string[] =>
  missingFor(deskConfig(config), platform, (one) => missingForImport(helpDesksConfig(config), one));

/** Refuses and names the variables if any are missing. */
export function requireAccess(ctx: Pick<Ctx, "config">, platform: Platform): void {
  const missing = missingVariables(ctx, platform);
  if (missing.length > 0) throw notConfigured("desk-import", missing, m.help_desks_not_configured({ missing: missing.join(" and ") }));
}

/**
 * Refuses like `requireAccess`. `place`: subdomain, number of an account, region or `inbox`, validated by the contract. The readers are
 * loaded when an import needs them, because what they parse HTML with is large.
 */
export async function readerOf(
  ctx: DeskCtx,
  source: { readonly projectId: ProjectId; readonly platform: Platform; readonly site: string; readonly exportId: DeskExportId | null },
): Promise<DeskReader> {
  const { platform, site: place, exportId } = source;
  if (exportId !== null) {
    const { exportReader } = await import("./export-files.ts");
    return await exportReader(ctx, source.projectId, exportId);
  }
  requireAccess(ctx, platform);
  const way = { platform, place, reset: "seconds" as const };
  const { chatwootUrl = "", chatwootToken = "", helpscoutAppId = "", helpscoutAppSecret = "" } = deskConfig(ctx.config);
  const { values } = helpDesksConfig(ctx.config);
  switch (platform) {
    case "chatwoot": {
      const { chatwoot } = await import("./chatwoot.ts");
      const base = chatwootUrl.replace(/\/+$/, "");
      return chatwoot(helpDeskClient(ctx, { ...way, base, headers: { api_access_token: chatwootToken } }), place);
    }
    case "zendesk": {
      const { zendesk } = await import("./zendesk.ts");
      const [email = "", token = ""] = values.zendesk;
      const headers = { authorization: basic(`${email}/token`, token) };
      return zendesk(helpDeskClient(ctx, { ...way, base: `https://${place}.zendesk.com`, headers }), () => ctx.clock.now());
    }
    case "intercom": {
      const { intercom } = await import("./intercom.ts");
      const headers = { authorization: `Bearer ${values.intercom[0] ?? ""}`, "intercom-version": "2.14" };
      return intercom(helpDeskClient(ctx, { ...way, reset: "epoch", base: intercomHost(place), headers }));
    }
    case "freshdesk": {
      const { freshdesk } = await import("./freshdesk.ts");
      const headers = { authorization: basic(values.freshdesk[0] ?? "", "X") };
      return freshdesk(helpDeskClient(ctx, { ...way, base: `https://${place}.freshdesk.com`, headers }));
    }
    case "helpscout": {
      const { accessToken, helpscout } = await import("./helpscout.ts");
      const token = (get: HelpDeskGet): Promise<string> => accessToken(get, helpscoutAppId, helpscoutAppSecret);
      return helpscout(withAppToken(ctx, { ...way, base: "https://api.helpscout.net" }, token), () => ctx.clock.now());
    }
  }
}

/** Signs in with the first request. */
function withAppToken(ctx: DeskCtx, way: Omit<HelpDeskAccess, "headers">, tokenBy: (get: HelpDeskGet) => Promise<string>): HelpDeskGet {
  let signedIn: Promise<HelpDeskGet> | undefined;
  const signIn = async (): Promise<HelpDeskGet> => {
    const token = await tokenBy(helpDeskClient(ctx, { ...way, headers: {} }));
    return helpDeskClient(ctx, { ...way, headers: { authorization: `Bearer ${token}` } });
  };
  return async (path, search) => await (await (signedIn ??= signIn()))(path, search);
}
