// Builds the app registry.
import type { ConfigDeclaration } from "#kernel/config/index.ts";
import type { Who } from "#kernel/wire/route.ts";
import { Extensions } from "./extension.ts";
import type { Authenticator, AppRegistry, JobHandler, Module } from "./types.ts";

/** Joins the modules. Throws if two routes, jobs or authenticators have the same name. */
export function buildRegistry(modules: readonly Module[], variables: readonly ConfigDeclaration[] = []): AppRegistry {
  const routes = modules.flatMap((m) => m.routes);
  const seen = new Set<string>();
  for (const { route } of routes) {
    for (const key of [route.name, `${route.method} ${route.path}`]) {
      if (seen.has(key)) throw new Error(`two routes are called ${key}`);
      seen.add(key);
    }
  }
  const authenticators = new Map<Who, readonly Authenticator[]>();
  for (const authenticator of modules.flatMap((m) => m.authenticators)) {
    for (const who of authenticator.who) {
      const others = authenticators.get(who) ?? [];
      if (!authenticator.accepts && others.some(({ accepts }) => !accepts)) throw new Error(`two authenticators for ${who}`);
      authenticators.set(who, authenticator.accepts ? [authenticator, ...others] : [...others, authenticator]);
    }
  }
  const jobs = new Map<string, JobHandler>();
  for (const handler of modules.flatMap((m) => m.jobs)) {
    if (jobs.has(handler.job.kind)) throw new Error(`two handlers for job ${handler.job.kind}`);
    jobs.set(handler.job.kind, handler);
  }
  return {
    modules,
    variables,
    routes,
    authenticators,
    jobs,
    listeners: modules.flatMap((m) => m.listens),
    cron: modules.flatMap((m) => m.cron),
    extensions: new Extensions(modules.flatMap((m) => m.provides)),
  };
}
