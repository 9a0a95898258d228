// The one reader of variables: every name is declared here, checked once per isolate, and all faults are reported together.
import { misconfigured } from "#kernel/errors/index.ts";
import { type CrawlerConfig, crawlerConfigOf } from "./crawler.ts";
import { type HelpDesksConfig, helpDesksConfigOf } from "./help-desks.ts";
import { type EmailConfig, emailConfigOf, eventsSecretFault } from "./email.ts";
import { FORMATS, isOrigin, NOT_AN_ORIGIN } from "./formats.ts";
import { type AiCeilings, parseAiCeilings, parseRateLimits, type RateLimits } from "./limits.ts";
import { type SemanticConfig, semanticConfigOf } from "./semantic.ts";
import { PUBLIC_VARIABLES, SECRET_VARIABLES, SETUP_TOKEN_MIN, type VariableName } from "./names.ts";

export { isLoopbackName } from "./formats.ts";
export { AI_KEY_VARIABLES, PUBLIC_VARIABLES, SECRET_VARIABLES, SETUP_TOKEN_MIN, type VariableName } from "./names.ts";
export { type CrawlerConfig, missingForCrawling } from "./crawler.ts";
export { type HelpDesk, type HelpDesksConfig, missingForImport } from "./help-desks.ts";
export { type EmailConfig, type EmailProvider, missingForLinks, missingForReceiving, missingForSending } from "./email.ts";
export { EMBEDDING_KEY_VARIABLES, type EmbeddingProvider, missingForSemantic, type SemanticConfig } from "./semantic.ts";
export { RATE_LIMIT_DEFAULTS, AI_CEILING_DEFAULTS, type AiCeilings, type LimitName, type RateLimits } from "./limits.ts";

export interface Fault {
  variable: VariableName;
  message: string;
}

export interface Config {
  readonly appOrigin: string | undefined;
  readonly managementOrigin: string | undefined;
  /** Every origin of this installation: nothing here is fetched by it. */
  readonly ownOrigins: readonly string[];
  readonly registrationEnabled: boolean;
  readonly setupToken: string | undefined;
  readonly setupOwnerEmail: string | undefined;
  /** Throws `misconfigured` when RATE_LIMITS is not valid. */
  readonly rateLimits: RateLimits;
  /** Throws `misconfigured` when AI_DAILY_CEILINGS is not valid. */
  readonly aiCeilings: AiCeilings;
  readonly email: EmailConfig;
  readonly semantic: SemanticConfig;
  /** The check that somebody is a person; undefined without CHALLENGE_SECRET. */
  readonly challenge: ChallengeConfig | undefined;
  readonly crawler: CrawlerConfig;
  readonly helpDesks: HelpDesksConfig;
  /** Cost of password hashing: log2 N of scrypt. Only tests lower it. */
  readonly scryptLogN: number;
  readonly faults: readonly Fault[];
}

/** A variable of it that has a fault is in `faults`; `siteKey` is empty without one. */
export interface ChallengeConfig {
  readonly siteKey: string;
  readonly secret: string;
  /** Where tests answer in the service's place. */
  readonly testBaseUrl: string | undefined;
}

type Source = Readonly<Record<string, unknown>>;

/** Reads every variable. Never throws: faults are in `faults`, and using a faulty value refuses. */
export function readConfig(source: Source): Config {
  const faults: Fault[] = [];
  const value = (name: VariableName): string | undefined => {
    const found = source[name];
    return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined;
  };
  const fault = (variable: VariableName, message: string): void => void faults.push({ variable, message });
  const origin = (name: "APP_ORIGIN" | "MANAGEMENT_ORIGIN" | "PREVIEW_ORIGIN"): string | undefined => {
    const found = value(name);
    if (found === undefined) return undefined;
    if (isOrigin(found, name === "APP_ORIGIN")) return found;
    fault(name, NOT_AN_ORIGIN);
    // Fails closed: a mistyped origin must not bring the rules of loopback back.
    return name === "APP_ORIGIN" ? "https://misconfigured.invalid" : undefined;
  };
  const limits = parseRateLimits(value("RATE_LIMITS"));
  if ("fault" in limits) fault("RATE_LIMITS", limits.fault);
  const ceilings = parseAiCeilings(value("AI_DAILY_CEILINGS"));
  if ("fault" in ceilings) fault("AI_DAILY_CEILINGS", ceilings.fault);
  const setupToken = value("SVC_SETUP_TOKEN");
  if (setupToken !== undefined && setupToken.length < SETUP_TOKEN_MIN)
    fault("SVC_SETUP_TOKEN", `must have at least ${SETUP_TOKEN_MIN} characters`);
  const logN = Number(source["TEST_SCRYPT_LOG_N"] ?? 15);
  const appOrigin = origin("APP_ORIGIN");
  const managementOrigin = origin("MANAGEMENT_ORIGIN");
  if (appOrigin !== undefined && managementOrigin !== undefined && !sameSite(appOrigin, managementOrigin))
    fault("MANAGEMENT_ORIGIN", "must be same-site with APP_ORIGIN");
  const previewOrigin = origin("PREVIEW_ORIGIN");
  if (previewOrigin !== undefined && previewOrigin === appOrigin) fault("PREVIEW_ORIGIN", "must not be the application's own origin");
  if (value("CHALLENGE_SECRET") !== undefined && value("CHALLENGE_SITE_KEY") === undefined)
    fault("CHALLENGE_SITE_KEY", "is needed beside CHALLENGE_SECRET");
  for (const name of [...PUBLIC_VARIABLES, ...SECRET_VARIABLES]) {
    const found = value(name);
    const message = found === undefined ? undefined : (tooLong(found) ?? FORMATS[name]?.(found));
    if (message !== undefined) fault(name, message);
  }
  const eventsFault = eventsSecretFault(value("EMAIL_PROVIDER"), value("EMAIL_EVENTS_SECRET"));
  if (eventsFault !== undefined) fault("EMAIL_EVENTS_SECRET", eventsFault);
  const faulty = new Set(faults.map(({ variable }) => variable));
  const right = (name: VariableName): string | undefined => (faulty.has(name) ? undefined : value(name));
  const testBase = source["TEST_EMAIL_BASE_URL"];
  return {
    appOrigin,
    managementOrigin,
    ownOrigins: [appOrigin, managementOrigin, previewOrigin].filter((one) => one !== undefined),
    registrationEnabled: value("REGISTRATION_ENABLED") === "true",
    setupToken,
    setupOwnerEmail: value("SVC_SETUP_OWNER_EMAIL")?.toLowerCase(),
    get rateLimits() {
      if ("fault" in limits) throw misconfigured(["RATE_LIMITS"]);
      return limits.value;
    },
    get aiCeilings() {
      if ("fault" in ceilings) throw misconfigured(["AI_DAILY_CEILINGS"]);
      return ceilings.value;
    },
    email: emailConfigOf(right, typeof testBase === "string" ? testBase : undefined),
    semantic: semanticConfigOf(right),
    challenge: challengeOf(value, source["TEST_CHALLENGE_BASE_URL"]),
    crawler: crawlerConfigOf(
      (name) => (faulty.has(name) ? undefined : value(name)),
      source["TEST_CRAWLER_BASE_URL"],
      source["TEST_CRAWLER_PACE"],
    ),
    helpDesks: helpDesksConfigOf(right, source["TEST_HELP_DESK_BASE_URL"]),
    scryptLogN: Number.isInteger(logN) ? logN : 15,
    faults,
  };
}

function challengeOf(value: (name: VariableName) => string | undefined, testBaseUrl: unknown): ChallengeConfig | undefined {
  const secret = value("CHALLENGE_SECRET");
  if (secret === undefined) return undefined;
  return { siteKey: value("CHALLENGE_SITE_KEY") ?? "", secret, testBaseUrl: typeof testBaseUrl === "string" ? testBaseUrl : undefined };
}

/** The platform keeps no longer value. */
const tooLong = (text: string): string | undefined =>
  new TextEncoder().encode(text).length > 5000 ? "must not be longer than 5000 bytes" : undefined;

/** Same scheme and same last two labels. Setup of a remote target knows the list of public suffixes and is stricter. */
function sameSite(a: string, b: string): boolean {
  const [x, y] = [new URL(a), new URL(b)];
  const site = (host: string): string => host.split(".").slice(-2).join(".");
  return x.protocol === y.protocol && site(x.hostname) === site(y.hostname);
}

let cached: { source: Source; config: Config } | undefined;
/** The configuration of this isolate, read once per environment object. */
export function configOf(source: Source): Config {
  if (cached?.source !== source) cached = { source, config: readConfig(source) };
  return cached.config;
}
