// The variables with which conversations are read from other help desks, beside those that the import of articles has.
import { type Config, declareVariables, headerValue, serviceAddress } from "#kernel/config/index.ts";
import type { Platform } from "./contract.ts";

export interface DeskConfig {
  /** The address of the Chatwoot installation. */
  readonly chatwootUrl: string | undefined;
  readonly chatwootToken: string | undefined;
}
export const deskImportVariables = declareVariables({
  public: { CHATWOOT_URL: serviceAddress },
  secrets: { CHATWOOT_API_TOKEN: headerValue },
  capability: {
    name: "desk-import",
    module: "desk-import",
    public: ["CHATWOOT_URL"],
    secrets: ["CHATWOOT_API_TOKEN"],
    alsoRequires: "only for Chatwoot; Zendesk's variables are those of the import of articles",
  },
  read: ({ validValue }): DeskConfig => ({
    chatwootUrl: validValue("CHATWOOT_URL"),
    chatwootToken: validValue("CHATWOOT_API_TOKEN"),
  }),
});
export const deskConfig = (config: Config): DeskConfig => config.of(deskImportVariables);

/** Names of the missing variables without which this help desk cannot be read. `ofArticles`: those that the import of articles misses. */
export function missingFor(
  { chatwootUrl, chatwootToken }: DeskConfig,
  platform: Platform,
  ofArticles: (platform: "zendesk") => string[],
): string[] {
  if (platform === "zendesk") return ofArticles("zendesk");
  return [...(chatwootUrl === undefined ? ["CHATWOOT_URL"] : []), ...(chatwootToken === undefined ? ["CHATWOOT_API_TOKEN"] : [])];
}
