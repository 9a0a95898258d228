// Chooses the reader of a help desk.
import { notConfigured } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { basic, type HelpDeskAccess, helpDeskClient, type HelpDeskGet, helpDesksConfig, missingForImport } from "#modules/help-import";
import { m } from "#messages";
import type { Platform } from "../contract.ts";
import { deskConfig, missingFor } from "../variables.ts";
import { chatwoot } from "./chatwoot.ts";
import { freshdesk } from "./freshdesk.ts";
import { accessToken, helpscout } from "./helpscout.ts";
import { intercom } from "./intercom.ts";
import type { DeskReader } from "./reader.ts";
import { zendesk } from "./zendesk.ts";

export type { DeskMessage, DeskPerson, DeskReader, DeskReply, DeskTicket, ReplyPage, Thread } from "./reader.ts";

type DeskCtx = Pick<Ctx, "fetch" | "config" | "clock">;
export const missingVariables = ({ config }: Pick<Ctx, "config">, platform: Platform): string[] =>
  missingFor(deskConfig(config), platform, (one) => missingForImport(helpDesksConfig(config), one));

const INTERCOM_HOSTS: Readonly<Record<string, string>> = {
  us: "https://api.intercom.io",
  eu: "https://api.eu.intercom.io",
  au: "https://api.au.intercom.io",
};

/**
 * Refuses and names the variables if any are missing. `place`: subdomain, number of an account, region or `inbox`, validated by the contract.
 */
export function readerOf(ctx: DeskCtx, platform: Platform, place: string): DeskReader {
  const missing = missingVariables(ctx, platform);
  if (missing.length > 0) throw notConfigured("desk-import", missing, m.desk_import_not_configured({ missing: missing.join(" and ") }));
  const way = { platform, place, reset: "seconds" as const };
  const { chatwootUrl = "", chatwootToken = "", helpscoutAppId = "", helpscoutAppSecret = "" } = deskConfig(ctx.config);
  const { values } = helpDesksConfig(ctx.config);
  switch (platform) {
    case "chatwoot": {
      const base = chatwootUrl.replace(/\/+$/, "");
      return chatwoot(helpDeskClient(ctx, { ...way, base, headers: { api_access_token: chatwootToken } }), place);
    }
    case "zendesk": {
      const [email = "", token = ""] = values.zendesk;
      const headers = { authorization: basic(`${email}/token`, token) };
      return zendesk(helpDeskClient(ctx, { ...way, base: `https://${place}.zendesk.com`, headers }), () => ctx.clock.now());
    }
    case "intercom": {
      const headers = { authorization: `Bearer ${values.intercom[0] ?? ""}`, "intercom-version": "2.14" };
      return intercom(helpDeskClient(ctx, { ...way, reset: "epoch", base: INTERCOM_HOSTS[place] ?? "https://api.intercom.io", headers }));
    }
    case "freshdesk": {
      const headers = { authorization: basic(values.freshdesk[0] ?? "", "X") };
      return freshdesk(helpDeskClient(ctx, { ...way, base: `https://${place}.freshdesk.com`, headers }));
    }
    case "helpscout":
      return helpscout(withAppToken(ctx, { ...way, base: "https://api.helpscout.net" }, helpscoutAppId, helpscoutAppSecret));
  }
}

/** Signs in with the first request. */
function withAppToken(ctx: DeskCtx, way: Omit<HelpDeskAccess, "headers">, id: string, secret: string): HelpDeskGet {
  let signedIn: Promise<HelpDeskGet> | undefined;
  const signIn = async (): Promise<HelpDeskGet> => {
    const token = await accessToken(helpDeskClient(ctx, { ...way, headers: {} }), id, secret);
    return helpDeskClient(ctx, { ...way, headers: { authorization: `Bearer ${token}` } });
  };
  return async (path, search) => await (await (signedIn ??= signIn()))(path, search);
}
