// Types of a remote target as the administrator described it in variables.
import type { ResourceNames } from "./names.ts";

export interface Target {
  readonly accountId: string;
  readonly prefix: string;
  readonly names: ResourceNames;
  /** The host of the application; `platform`: a subdomain of workers.dev. */
  readonly host: { readonly kind: "platform" | "custom"; readonly name: string };
  /** Hosts that need a zone of the account: of the application, unless it is a platform host, and of the preview. */
  readonly customHosts: readonly { readonly variable: "SVC_PUBLIC_ORIGIN" | "PREVIEW_ORIGIN"; readonly name: string }[];
  /** The worker's public variables, `APP_ORIGIN` among them. */
  readonly variables: Readonly<Record<string, string>>;
  /** The given secrets; others stay on the platform unchanged. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Undefined if the platform tool's own sign-in is used. */
  readonly apiToken: string | undefined;
}

export interface TargetFault {
  readonly variable: string;
  readonly message: string;
}

export interface TargetReading {
  /** Undefined if there are faults. */
  readonly target: Target | undefined;
  readonly faults: readonly TargetFault[];
  readonly warnings: readonly string[];
}
