// The variables with which conversations are read from other help desks, beside those that the import of articles has.
import { type Config, declareVariables, headerValue, serviceAddress } from "#kernel/config/index.ts";
import type { Platform } from "./contract.ts";

export interface DeskConfig {
  /** The address of the Chatwoot installation. */
  readonly chatwootUrl: string | undefined;
  readonly chatwootToken: string | undefined;
  /** An app of Help Scout's, which is not the key that its articles are read with. */
  readonly helpscoutAppId: string | undefined;
  readonly helpscoutAppSecret: string | undefined;
}
export const helpDeskVariables = declareVariables({
  public: { CHATWOOT_URL: serviceAddress, HELPSCOUT_APP_ID: headerValue },
  secrets: { CHATWOOT_API_TOKEN: headerValue, HELPSCOUT_APP_SECRET: headerValue },
  capability: {
    name: "desk-import",
    module: "desk-import",
    public: ["CHATWOOT_URL", "HELPSCOUT_APP_ID"],
    secrets: ["CHATWOOT_API_TOKEN", "HELPSCOUT_APP_SECRET"],
    alsoRequires: "only for Chatwoot and Help Scout; the variables of Zendesk, Intercom and Freshdesk are those of the import of articles",
  },
  read: ({ validValue }): DeskConfig => ({
    chatwootUrl: validValue("CHATWOOT_URL"),
    chatwootToken: validValue("CHATWOOT_API_TOKEN"),
    helpscoutAppId: validValue("HELPSCOUT_APP_ID"),
    helpscoutAppSecret: validValue("HELPSCOUT_APP_SECRET"),
  }),
});
export const deskConfig = (config: Config): DeskConfig => config.of(helpDeskVariables);

/** Names of the missing variables without which this help desk cannot be read. `ofArticles`: those that the import of articles misses. */
export function missingFor(
  config: DeskConfig,
  platform: Platform,
  ofArticles: (platform: Exclude<Platform, "chatwoot" | "helpscout">) => string[],
): string[] {
  if (platform !== "chatwoot" && platform !== "helpscout") return ofArticles(platform);
  const needed = {
    chatwoot: { CHATWOOT_URL: config.chatwootUrl, CHATWOOT_API_TOKEN: config.chatwootToken },
    helpscout: { HELPSCOUT_APP_ID: config.helpscoutAppId, HELPSCOUT_APP_SECRET: config.helpscoutAppSecret },
  }[platform];
  return Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
}
