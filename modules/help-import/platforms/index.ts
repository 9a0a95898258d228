// Chooses the client of a help desk.
import { notConfigured } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { basic, helpDeskClient, intercomHost } from "./client.ts";
import type { Source } from "./source.ts";
import { type HelpDesk, helpDesksConfig, missingForImport } from "../variables.ts";

export { HelpDeskError, waitAfter } from "./client.ts";
export type { Outline, Source, SourceArticle } from "./source.ts";

/** Refuses and names the variables if any are missing. */
export function requireAccess({ config }: Pick<Ctx, "config">, platform: HelpDesk): void {
  const missing = missingForImport(helpDesksConfig(config), platform);
  if (missing.length > 0)
    throw notConfigured("help-center-import", missing, m.help_import_not_configured({ missing: missing.join(" and ") }));
}

/**
 * Refuses like `requireAccess`. `place`: subdomain or region, validated by the contract. The clients are loaded when an import needs them.
 */
export async function sourceOf(ctx: Pick<Ctx, "fetch" | "config" | "clock">, platform: HelpDesk, place: string): Promise<Source> {
  requireAccess(ctx, platform);
  const [first = "", second = ""] = helpDesksConfig(ctx.config).values[platform].map((value) => value ?? "");
  const way = { platform, place, reset: "seconds" as const };
  switch (platform) {
    case "zendesk": {
      const { zendesk } = await import("./zendesk.ts");
      return zendesk(
        helpDeskClient(ctx, { ...way, base: `https://${place}.zendesk.com`, headers: { authorization: basic(`${first}/token`, second) } }),
        place,
      );
    }
    case "intercom": {
      const { intercom } = await import("./intercom.ts");
      return intercom(
        helpDeskClient(ctx, {
          ...way,
          reset: "epoch",
          base: intercomHost(place),
          headers: { authorization: `Bearer ${first}`, "intercom-version": "2.14" },
        }),
      );
    }
    case "freshdesk": {
      const { freshdesk } = await import("./freshdesk.ts");
      return freshdesk(
        helpDeskClient(ctx, { ...way, base: `https://${place}.freshdesk.com`, headers: { authorization: basic(first, "X") } }),
        place,
      );
    }
    case "helpscout": {
      const { helpscout } = await import("./helpscout.ts");
      return helpscout(
        helpDeskClient(ctx, { ...way, base: "https://docsapi.helpscout.net", headers: { authorization: basic(first, "X") } }),
      );
    }
  }
}
