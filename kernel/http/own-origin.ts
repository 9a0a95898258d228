// The extension point by which a module answers on an origin of its own, where no route of the product exists.
import type { Config } from "#kernel/config/index.ts";
import { extensionPoint } from "#kernel/module/extension.ts";
import type { Ctx } from "#kernel/module/types.ts";

export interface OwnOrigin {
  /** For logs. */
  readonly name: string;
  /** The origin, by the configuration; undefined if there is none. Its host is never the application's. */
  readonly originOf: (config: Config) => string | undefined;
  /** Answers every request to that host, errors included, with its own security headers. */
  readonly handle: (ctx: Ctx, request: Request) => Promise<Response>;
}
export const ownOrigin = extensionPoint<OwnOrigin>("ownOrigin");
