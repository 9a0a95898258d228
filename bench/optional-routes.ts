// Lists the routes of optional features, help centers and knowledge. Code that calls them must load only when somebody opens them.
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "../scripts/lib/paths.ts";

const CONTRACTS = "modules/{help-center,knowledge}/{contract.ts,**/contract.ts,**/contract/*.ts}";
const values = await Promise.all(
  globSync(CONTRACTS, { cwd: inRoot() }).map(async (file) => Object.values((await import(pathToFileURL(inRoot(file)).href)) as object)),
);
const isRoute = (value: unknown): value is { readonly name: string } =>
  typeof value === "object" && value !== null && "name" in value && "method" in value;

export const OPTIONAL_ROUTES: ReadonlySet<string> = new Set(
  values.flat().flatMap((value: unknown) => (isRoute(value) ? [value.name] : [])),
);
