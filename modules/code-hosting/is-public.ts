// Who may read what GitHub calls public.
import { type Config, isLoopbackName } from "#kernel/config/index.ts";
import { fieldOf } from "#kernel/http/service-response.ts";
import { codeHostingConfig } from "./variables.ts";

/**
 * Whether everybody on the internet may read the repository that GitHub describes in `body`. On a GitHub Enterprise Server "public" means
 * everybody in the company, so nothing there is public. No such server has a loopback address: what answers there stands in for GitHub itself.
 */
export function isPublic(config: Config, body: unknown): boolean {
  const { hostname } = new URL(codeHostingConfig(config).web);
  return (hostname === "github.com" || isLoopbackName(hostname)) && fieldOf(body, "private") === false;
}
