// The variables of code hosting. A variable with an invalid value counts as missing.
import {
  anyText,
  type Config,
  declareVariables,
  encryptionVariables,
  headerValue,
  isProjectId,
  must,
  serviceAddress,
} from "#kernel/config/index.ts";

export interface CodeHostingConfig {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Tokens that the installation gives to projects. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Where people look at issues, without a slash at the end. */
  readonly web: string;
  /** Where programs ask, without a slash at the end. */
  readonly api: string;
  /** The address of GraphQL. */
  readonly graph: string;
  /** Variables of fixed credentials that are set, but not valid: whose credential they would be, nobody knows. */
  readonly malformed: readonly string[];
}
const FIXED = ["CODEHOST_PROJECT_ID", "CODEHOST_TOKEN", "CODEHOST_TOKENS"] as const;

const isTokens = (text: string): boolean => {
  try {
    const map: unknown = JSON.parse(text);
    if (typeof map !== "object" || map === null || Array.isArray(map)) return false;
    return Object.entries(map).every(([id, token]) => isProjectId(id) && typeof token === "string" && headerValue(token) === undefined);
  } catch {
    return false;
  }
};

export const codeHostingVariables = declareVariables({
  public: {
    CODEHOST_CLIENT_ID: anyText,
    CODEHOST_PROJECT_ID: must("a project id", isProjectId),
    CODEHOST_BASE_URL: serviceAddress,
  },
  secrets: {
    CODEHOST_CLIENT_SECRET: headerValue,
    CODEHOST_TOKEN: headerValue,
    CODEHOST_TOKENS: must("a JSON object from project ids to tokens", isTokens),
  },
  capability: {
    name: "code-hosting",
    module: "code-hosting",
    public: ["CODEHOST_CLIENT_ID", "CODEHOST_PROJECT_ID", "CODEHOST_BASE_URL"],
    secrets: ["CODEHOST_CLIENT_SECRET", "INTEGRATION_ENCRYPTION_KEY", "CODEHOST_TOKEN", "CODEHOST_TOKENS"],
    alsoRequires:
      "CODEHOST_PROJECT_ID, CODEHOST_TOKEN and CODEHOST_TOKENS only for fixed credentials; CODEHOST_BASE_URL only for a GitHub Enterprise Server",
  },
  read: ({ rawValue, validValue }): CodeHostingConfig => {
    const [projectId, token] = [validValue("CODEHOST_PROJECT_ID"), validValue("CODEHOST_TOKEN")];
    const base = validValue("CODEHOST_BASE_URL")?.replace(/\/+$/, "");
    return {
      clientId: validValue("CODEHOST_CLIENT_ID"),
      clientSecret: validValue("CODEHOST_CLIENT_SECRET"),
      tokens: {
        ...(projectId !== undefined && token !== undefined ? { [projectId]: token } : {}),
        ...(JSON.parse(validValue("CODEHOST_TOKENS") ?? "{}") as Record<string, string>),
      },
      web: base ?? "https://github.com",
      // A GitHub Enterprise Server has its programming interface below its own address:
      // https://docs.github.com/enterprise-server/rest/overview
      api: base === undefined ? "https://api.github.com" : `${base}/api/v3`,
      graph: base === undefined ? "https://api.github.com/graphql" : `${base}/api/graphql`,
      malformed: FIXED.filter((name) => rawValue(name) !== undefined && validValue(name) === undefined),
    };
  },
});
export const codeHostingConfig = (config: Config): CodeHostingConfig => config.of(codeHostingVariables);

/**
 * Names of the variables without which nobody can connect a project. Those of fixed credentials only if they are not valid: a project that
 * has such a credential must not be connected with another account meanwhile.
 */
export function missingForConnecting(config: Config): string[] {
  const { clientId, clientSecret, malformed } = codeHostingConfig(config);
  return [
    ...malformed,
    ...(clientId === undefined ? ["CODEHOST_CLIENT_ID"] : []),
    ...(clientSecret === undefined ? ["CODEHOST_CLIENT_SECRET"] : []),
    ...(config.of(encryptionVariables).key === undefined ? ["INTEGRATION_ENCRYPTION_KEY"] : []),
  ];
}
