// The variables with which articles are read from other help desks. A variable with an invalid value counts as missing.
import { type Config, declareVariables, emailAddress, headerValue } from "#kernel/config/index.ts";

/** In the order in which messages list them. */
const HELP_DESK_VARIABLES = {
  zendesk: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"],
  intercom: ["INTERCOM_ACCESS_TOKEN"],
  freshdesk: ["FRESHDESK_API_KEY"],
  helpscout: ["HELPSCOUT_API_KEY"],
} as const;
export type HelpDesk = keyof typeof HELP_DESK_VARIABLES;

export interface HelpDesksConfig {
  /** Values in the order of the variables; undefined for a missing one. */
  readonly values: Readonly<Record<HelpDesk, readonly (string | undefined)[]>>;
  /** Base URL of the test double: `/<platform>/<subdomain or region>` below it. */
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
    alsoRequires: "only the token of the help desk that is imported from; ZENDESK_EMAIL beside Zendesk's",
  },
  read: ({ validValue, test }): HelpDesksConfig => ({
    values: {
      zendesk: HELP_DESK_VARIABLES.zendesk.map(validValue),
      intercom: HELP_DESK_VARIABLES.intercom.map(validValue),
      freshdesk: HELP_DESK_VARIABLES.freshdesk.map(validValue),
      helpscout: HELP_DESK_VARIABLES.helpscout.map(validValue),
    },
    testBaseUrl: test("TEST_HELP_DESK_BASE_URL"),
  }),
});
export const helpDesksConfig = (config: Config): HelpDesksConfig => config.of(importVariables);

/** Names of the missing variables without which this help desk cannot be read. */
export const missingForImport = (config: HelpDesksConfig, platform: HelpDesk): string[] =>
  HELP_DESK_VARIABLES[platform].filter((_, i) => config.values[platform][i] === undefined);
