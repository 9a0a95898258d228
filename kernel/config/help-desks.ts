// What the installation needs to read other help desks. A variable with a fault counts as missing.
import type { VariableName } from "./names.ts";

export type HelpDesk = "zendesk" | "intercom" | "freshdesk" | "helpscout";

/** In the order in which they are named to people. */
const HELP_DESK_VARIABLES: Readonly<Record<HelpDesk, readonly VariableName[]>> = {
  zendesk: ["ZENDESK_EMAIL", "ZENDESK_API_TOKEN"],
  intercom: ["INTERCOM_ACCESS_TOKEN"],
  freshdesk: ["FRESHDESK_API_KEY"],
  helpscout: ["HELPSCOUT_API_KEY"],
};

export interface HelpDesksConfig {
  /** Values in the order of the variables; undefined for one that is missing. */
  readonly values: Readonly<Record<HelpDesk, readonly (string | undefined)[]>>;
  /** Where tests answer in the services' place: below it `/<platform>/<subdomain or region>`. */
  readonly testBaseUrl: string | undefined;
}

/** The part of the configuration that is about other help desks. `value` answers only values without a fault. */
export const helpDesksConfigOf = (value: (name: VariableName) => string | undefined, testBaseUrl: unknown): HelpDesksConfig => ({
  values: {
    zendesk: HELP_DESK_VARIABLES.zendesk.map(value),
    intercom: HELP_DESK_VARIABLES.intercom.map(value),
    freshdesk: HELP_DESK_VARIABLES.freshdesk.map(value),
    helpscout: HELP_DESK_VARIABLES.helpscout.map(value),
  },
  testBaseUrl: typeof testBaseUrl === "string" ? testBaseUrl : undefined,
});

/** Names of the variables without which nothing is imported from there. */
export const missingForImport = (config: HelpDesksConfig, platform: HelpDesk): VariableName[] =>
  HELP_DESK_VARIABLES[platform].filter((_, i) => config.values[platform][i] === undefined);
