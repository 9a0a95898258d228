// Variables of the installation itself, which no single module owns.
import { declareVariables } from "./declare.ts";
import { anyText, headerValue, isLoopbackName, keyOf32Bytes, originFormat } from "./formats.ts";
import { AI_KEY_VARIABLES, type ConfigDeclaration } from "./types.ts";

/** The origins of the installation. It never fetches anything from them. */
export const originVariables = declareVariables({
  public: { APP_ORIGIN: originFormat(true), MANAGEMENT_ORIGIN: originFormat(false), PREVIEW_ORIGIN: originFormat(true) },
  secrets: {},
  compare(rawValue) {
    const [app, management, preview] = [rawValue("APP_ORIGIN"), rawValue("MANAGEMENT_ORIGIN"), rawValue("PREVIEW_ORIGIN")];
    return [
      ...(app !== undefined && isValidOrigin(management) && !sameSite(app, management)
        ? [{ variable: "MANAGEMENT_ORIGIN" as const, message: "must be same-site with APP_ORIGIN" }]
        : []),
      ...previewErrors(preview, app, management),
    ];
  },
  read({ rawValue }) {
    const app = rawValue("APP_ORIGIN");
    const management = rawValue("MANAGEMENT_ORIGIN");
    const managementOrigin = isValidOrigin(management) ? management : undefined;
    const preview = rawValue("PREVIEW_ORIGIN");
    const isPreview =
      preview !== undefined && originFormat(true)(preview) === undefined && previewErrors(preview, app, management).length === 0;
    const previewOrigin = isPreview ? preview : undefined;
    // Fails closed: with a mistyped origin the looser rules for loopback must not apply.
    const appOrigin = app === undefined || originFormat(true)(app) === undefined ? app : MISCONFIGURED;
    return {
      ...{ appOrigin, managementOrigin, previewOrigin },
      ownOrigins: [appOrigin, managementOrigin, previewOrigin].filter((one) => one !== undefined),
    };
  },
});

const MISCONFIGURED = "https://misconfigured.invalid";
const isValidOrigin = (origin: string | undefined): origin is string => origin !== undefined && originFormat(false)(origin) === undefined;

/**
 * What is wrong with a preview's origin beside that of the application. The host has to differ: cookies don't know ports. Plain http is
 * for a laptop, where the application is on loopback too.
 */
function previewErrors(
  preview: string | undefined,
  app: string | undefined,
  management: string | undefined,
): { variable: "PREVIEW_ORIGIN"; message: string }[] {
  // What is no origin at all is said by its format.
  if (preview === undefined || originFormat(true)(preview) !== undefined) return [];
  const [url, own] = [new URL(preview), app !== undefined && URL.canParse(app) ? new URL(app) : undefined];
  const wrong =
    url.hostname === own?.hostname
      ? "must not be on the application's own host"
      : isValidOrigin(management) && url.hostname === new URL(management).hostname
        ? "must not be on the host of MANAGEMENT_ORIGIN, which may frame the application"
        : url.protocol === "http:" && own !== undefined && !isLoopbackName(own.hostname)
          ? NOT_ON_A_SERVER
          : undefined;
  return wrong === undefined ? [] : [{ variable: "PREVIEW_ORIGIN", message: wrong }];
}
const NOT_ON_A_SERVER = "must be an https origin: http is only for an application on localhost";

/** Same scheme and same last two labels. Setup of a remote target uses the public suffix list and is stricter. */
function sameSite(app: string, other: string): boolean {
  const [x, y] = [new URL(originFormat(true)(app) === undefined ? app : MISCONFIGURED), new URL(other)];
  const site = (host: string): string => host.split(".").slice(-2).join(".");
  return x.protocol === y.protocol && site(x.hostname) === site(y.hostname);
}

/** Variables that hold JSON objects, whose keys the modules declare. */
export const limitVariables = declareVariables({
  public: { RATE_LIMITS: anyText, AI_DAILY_CEILINGS: anyText },
  secrets: {},
  read: () => undefined,
});

export const aiKeyVariables: ConfigDeclaration = {
  public: {},
  secrets: Object.fromEntries(AI_KEY_VARIABLES.map((name) => [name, headerValue])),
  read: () => undefined,
};

/** The key with which secrets of other services are stored (`#kernel/encryption`). Several modules store such secrets, so none owns it. */
export const encryptionVariables = declareVariables({
  public: {},
  secrets: { INTEGRATION_ENCRYPTION_KEY: keyOf32Bytes },
  read: ({ rawValue, validValue }) => ({
    key: validValue("INTEGRATION_ENCRYPTION_KEY"),
    malformed: rawValue("INTEGRATION_ENCRYPTION_KEY") !== undefined && validValue("INTEGRATION_ENCRYPTION_KEY") === undefined,
  }),
});
