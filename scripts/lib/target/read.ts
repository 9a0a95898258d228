// Reads and checks a remote target from the environment. All faults are reported together, and no message contains a value.
import { PUBLIC_VARIABLES, SECRET_VARIABLES, VARIABLES } from "../../../edition/variables.ts";
import { readConfig } from "../../../kernel/config/index.ts";
import { isPrefix, namesFor } from "./names.ts";
import { isPlatformHost, isPublicName, sameSite } from "./site.ts";
import type { Target, TargetFault, TargetReading } from "./target.ts";
import { warningsFor } from "./warnings.ts";

type Source = Readonly<Record<string, string | undefined>>;

const given = (source: Source, name: string): string | undefined => source[name]?.trim() || undefined;

const pick = (source: Source, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given(source, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The host of a plain https origin, otherwise undefined. */
function hostOf(origin: string | undefined): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const { protocol, origin: plain, hostname, port } = new URL(origin);
  return protocol === "https:" && plain === origin && port === "" && isPublicName(hostname) ? hostname : undefined;
}

/** The host name of an origin that may be malformed otherwise, so that checks of the name alone still apply. */
function nameIn(origin: string | undefined): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const { hostname } = new URL(origin);
  return isPublicName(hostname) ? hostname : undefined;
}

const NOT_PUBLIC = "must be an https origin of a public host name, without port, path, query or credentials";

/** Faults of the variables that only a remote target has. */
function targetFaults(source: Source): TargetFault[] {
  const faults: TargetFault[] = [];
  const fault = (variable: string, message: string): void => void faults.push({ variable, message });
  const need = (name: string, message: string, isValid: (text: string) => boolean): string | undefined => {
    const value = given(source, name);
    if (value === undefined) fault(name, `is missing; it ${message}`);
    else if (!isValid(value)) fault(name, message);
    return value;
  };

  need("PLATFORM_ACCOUNT_ID", "must be the 32 hexadecimal characters of the account", (text) => /^[0-9a-f]{32}$/i.test(text));
  const prefix = need(
    "SVC_RESOURCE_PREFIX",
    "must have 3 to 40 characters: a lower-case letter, then lower-case letters, digits or hyphens",
    isPrefix,
  );
  const origin = need("SVC_PUBLIC_ORIGIN", NOT_PUBLIC, (text) => hostOf(text) !== undefined);
  const host = hostOf(origin);
  if (host !== undefined && isPlatformHost(host)) {
    if (!/^[^.]+\.[^.]+\.workers\.dev$/.test(host) || host.split(".")[0] !== prefix)
      fault("SVC_PUBLIC_ORIGIN", "must be https://<SVC_RESOURCE_PREFIX>.<account subdomain>.workers.dev, or a domain of your own");
  }
  if (given(source, "APP_ORIGIN") !== undefined && given(source, "APP_ORIGIN") !== origin)
    fault("APP_ORIGIN", "is set from SVC_PUBLIC_ORIGIN for a remote target; leave it out");

  const preview = given(source, "PREVIEW_ORIGIN");
  const previewHost = hostOf(preview);
  if (preview !== undefined && previewHost === undefined) fault("PREVIEW_ORIGIN", NOT_PUBLIC);
  if (previewHost !== undefined && isPlatformHost(previewHost))
    fault("PREVIEW_ORIGIN", "must be a domain of your own, not one that the platform gives out");
  const name = nameIn(origin);
  if (name !== undefined && previewHost === name) fault("PREVIEW_ORIGIN", "must not be the application's own origin");

  const management = given(source, "MANAGEMENT_ORIGIN");
  if (previewHost !== undefined && previewHost === hostOf(management))
    fault("PREVIEW_ORIGIN", "must not be on the host of MANAGEMENT_ORIGIN, which may frame the application");
  if (name !== undefined && hostOf(management) !== undefined && !sameSite(`https://${name}`, management ?? ""))
    fault("MANAGEMENT_ORIGIN", "must be same-site with SVC_PUBLIC_ORIGIN");

  const apiToken = given(source, "PLATFORM_API_TOKEN");
  if (apiToken !== undefined && !/^[\x21-\x7e]+$/.test(apiToken))
    fault("PLATFORM_API_TOKEN", "must be one line of visible characters without spaces");
  if (apiToken !== undefined && apiToken === given(source, "EMAIL_API_KEY"))
    fault("EMAIL_API_KEY", "must be a token of its own with Email Sending Edit, never PLATFORM_API_TOKEN");
  if (given(source, "ENABLE_SYNTHETIC_EVALUATION") === "true") fault("ENABLE_SYNTHETIC_EVALUATION", "is for local runs only; leave it out");
  return faults;
}

/** Faults by the worker's own rules, without variables that have a fault above. */
function workerFaults(source: Source, reported: readonly TargetFault[]): TargetFault[] {
  const known = new Set(reported.map((fault) => fault.variable));
  const origin = given(source, "SVC_PUBLIC_ORIGIN");
  return readConfig({ ...source, APP_ORIGIN: hostOf(origin) === undefined ? undefined : origin }, VARIABLES).errors.filter(
    ({ variable }) => !known.has(variable),
  );
}

/** Reads and checks the whole target, from `source` only. */
export function readTarget(source: Source): TargetReading {
  const own = targetFaults(source);
  const faults = [...own, ...workerFaults(source, own)];
  const origin = given(source, "SVC_PUBLIC_ORIGIN");
  const host = hostOf(origin);
  const prefix = given(source, "SVC_RESOURCE_PREFIX");
  const variables = { ...pick(source, PUBLIC_VARIABLES), ...(origin === undefined ? {} : { APP_ORIGIN: origin }) };
  const secrets = pick(source, SECRET_VARIABLES);
  const warnings = warningsFor(variables, secrets, source);
  if (faults.length > 0 || host === undefined || prefix === undefined) return { target: undefined, faults, warnings };
  const kind = isPlatformHost(host) ? "platform" : "custom";
  const previewHost = hostOf(given(source, "PREVIEW_ORIGIN"));
  const target: Target = {
    accountId: (given(source, "PLATFORM_ACCOUNT_ID") ?? "").toLowerCase(),
    prefix,
    names: namesFor(prefix),
    host: { kind, name: host },
    customHosts: [
      ...(kind === "custom" ? [{ variable: "SVC_PUBLIC_ORIGIN" as const, name: host }] : []),
      ...(previewHost === undefined ? [] : [{ variable: "PREVIEW_ORIGIN" as const, name: previewHost }]),
    ],
    variables,
    secrets,
    apiToken: given(source, "PLATFORM_API_TOKEN"),
  };
  return { target, faults, warnings };
}
