// Variables and limits of setup, registration and the bot challenge.
import {
  anyText,
  type Config,
  declareLimits,
  declareVariables,
  emailAddress,
  headerValue,
  trueOrFalse,
  type Values,
} from "#kernel/config/index.ts";

/** The shortest setup token that is accepted. */
export const SETUP_TOKEN_MIN = 32;

export interface AccountsConfig {
  readonly registrationEnabled: boolean;
  /** Also set when it is invalid: setup then requires it and refuses. */
  readonly setupToken: string | undefined;
  readonly setupOwnerEmail: string | undefined;
  /** The bot challenge; undefined without CHALLENGE_SECRET. */
  readonly challenge: ChallengeConfig | undefined;
}
/** Invalid variables are listed in `Config.errors`. `siteKey` is empty when it is missing. */
export interface ChallengeConfig {
  readonly siteKey: string;
  readonly secret: string;
  /** Base URL of the test double that stands in for the service. */
  readonly testBaseUrl: string | undefined;
}

export const accountVariables = declareVariables({
  public: { REGISTRATION_ENABLED: trueOrFalse, SVC_SETUP_OWNER_EMAIL: emailAddress, CHALLENGE_SITE_KEY: anyText },
  secrets: {
    SVC_SETUP_TOKEN: (text) => (text.length < SETUP_TOKEN_MIN ? `must have at least ${SETUP_TOKEN_MIN} characters` : undefined),
    CHALLENGE_SECRET: headerValue,
  },
  capability: {
    name: "owner-access-and-registration",
    module: "accounts",
    public: ["APP_ORIGIN", "MANAGEMENT_ORIGIN", "REGISTRATION_ENABLED", "SVC_SETUP_OWNER_EMAIL", "CHALLENGE_SITE_KEY"],
    secrets: ["SVC_SETUP_TOKEN", "CHALLENGE_SECRET"],
    optional: true,
    alsoRequires: "registration and recovery need email",
  },
  compare: (rawValue) =>
    rawValue("CHALLENGE_SECRET") !== undefined && rawValue("CHALLENGE_SITE_KEY") === undefined
      ? [{ variable: "CHALLENGE_SITE_KEY", message: "is needed beside CHALLENGE_SECRET" }]
      : [],
  read: (values): AccountsConfig => ({
    registrationEnabled: values.rawValue("REGISTRATION_ENABLED") === "true",
    setupToken: values.rawValue("SVC_SETUP_TOKEN"),
    setupOwnerEmail: values.rawValue("SVC_SETUP_OWNER_EMAIL")?.toLowerCase(),
    challenge: challengeOf(values),
  }),
});

function challengeOf({ rawValue, test }: Values<"CHALLENGE_SECRET" | "CHALLENGE_SITE_KEY">): ChallengeConfig | undefined {
  const secret = rawValue("CHALLENGE_SECRET");
  if (secret === undefined) return undefined;
  return { siteKey: rawValue("CHALLENGE_SITE_KEY") ?? "", secret, testBaseUrl: test("TEST_CHALLENGE_BASE_URL") };
}

export const accountsConfig = (config: Config): AccountsConfig => config.of(accountVariables);

export const { declaration: accountLimits, of: accountLimitsOf } = declareLimits({ registrationsPerIpDay: { max: 5 } });
