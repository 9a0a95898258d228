// The variables with which articles are read from other help desks. A variable with a fault counts as missing.
import { type Config, declareVariables, emailAddress, headerValue } from "#kernel/config/index.ts";

/** In the order in which they are named to people. */
const HELP_DESK_VARIABLES = {
  zendesk: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"],
  intercom: ["INTERCOM_ACCESS_TOKEN"],
  freshdesk: ["FRESHDESK_API_KEY"],
  helpscout: ["HELPSCOUT_API_KEY"],
} as const;
export type HelpDesk = keyof typeof HELP_DESK_VARIABLES;

export interface HelpDesksConfig {
  /** Values in the order of the variables; undefined for one that is missing. */
  readonly values: Readonly<Record<HelpDesk, readonly (string | undefined)[]>>;
  /** Where tests answer in the services' place: below it `/<platform>/<subdomain or region>`. */
  readonly testBaseUrl: string | undefined;
}

export const importVariables = declareVariables({
  public: { ZENDESK_EMAIL: emailAddress },
  secrets: {
    ZENDESK_API_TOKEN: headerValue,
    INTERCOM_ACCESS_TOKEN: headerValue,
    FRESHDESK_API_KEY: headerValue,
    HELPSCOUT_API_KEY: headerValue,
  },
  capability: {
    name: "help-center-import",
    module: "help-import",
    public: ["ZENDESK_EMAIL"],
    secrets: ["ZENDESK_API_TOKEN", "INTERCOM_ACCESS_TOKEN", "FRESHDESK_API_KEY", "HELPSCOUT_API_KEY"],
    also: "only the token of the help desk that is imported from; ZENDESK_EMAIL beside Zendesk's",
  },
  read: ({ valid, test }): HelpDesksConfig => ({
    values: {
      zendesk: HELP_DESK_VARIABLES.zendesk.map(valid),
      intercom: HELP_DESK_VARIABLES.intercom.map(valid),
      freshdesk: HELP_DESK_VARIABLES.freshdesk.map(valid),
      helpscout: HELP_DESK_VARIABLES.helpscout.map(valid),
    },
    testBaseUrl: test("TEST_HELP_DESK_BASE_URL"),
  }),
});
export const helpDesksConfig = (config: Config): HelpDesksConfig => config.of(importVariables);

/** Names of the variables without which nothing is imported from there. */
export const missingForImport = (config: HelpDesksConfig, platform: HelpDesk): string[] =>
  HELP_DESK_VARIABLES[platform].filter((_, i) => config.values[platform][i] === undefined);
