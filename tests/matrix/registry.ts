// Lists all routes, as the contracts declare them and as the edition mounts them.
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Route } from "../../kernel/wire/route.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import "../../scripts/lib/worker-imports.ts";

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "who" in value && "method" in value && "path" in value;

/** Route values of every `modules/<name>/contract.ts`, also those in lists, with the names under which they are exported. */
export async function declaredRoutes(): Promise<Route[]> {
  const found: Route[] = [];
  for (const file of globSync("modules/*/contract.ts", { cwd: ROOT }).sort()) {
    const contract = (await import(pathToFileURL(inRoot(file)).href)) as Record<string, unknown>;
    found.push(...Object.values(contract).flat().filter(isRoute));
  }
  return found;
}

/** The routes that the worker's router answers. */
export async function mountedRoutes(): Promise<Route[]> {
  const { registry } = (await import(pathToFileURL(inRoot("edition/manifest.ts")).href)) as {
    registry: { routes: readonly { route: Route }[] };
  };
  return registry.routes.map((served) => served.route);
}

/** Whether a request changes something when it is allowed. */
export const isWrite = (route: Route): boolean => route.method !== "GET";
/** The names of a path's parameters. */
export const paramsIn = (route: Route): string[] => [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
