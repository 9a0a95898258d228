// A remote target as the administrator described it in variables.
import type { ResourceNames } from "./names.ts";

export interface Target {
  readonly accountId: string;
  readonly prefix: string;
  readonly names: ResourceNames;
  /** Where the application answers; `platform` is a host below workers.dev. */
  readonly host: { readonly kind: "platform" | "custom"; readonly name: string };
  /** Hosts that need a zone of the account: the application's, unless the platform gives it, and the preview's. */
  readonly customHosts: readonly { readonly variable: "SVC_PUBLIC_ORIGIN" | "PREVIEW_ORIGIN"; readonly name: string }[];
  /** The worker's public variables, `APP_ORIGIN` among them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Those given now; what is not given stays on the platform as it is. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Absent when the platform tool's own sign-in is used. */
  readonly apiToken: string | undefined;
}

export interface TargetFault {
  readonly variable: string;
  readonly message: string;
}

export interface TargetReading {
  /** Absent when anything is wrong. */
  readonly target: Target | undefined;
  readonly faults: readonly TargetFault[];
  readonly warnings: readonly string[];
}
