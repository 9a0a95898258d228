// Lists the routes of features that a project may not use: help center and knowledge. Their clients must load on demand only.
import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "../scripts/lib/paths.ts";

const CONTRACTS =
  "modules/{article-editor,articles,contact-form,help-center,help-import,help-insights,knowledge-sources,retrieval,semantic-search}/{contract.ts,**/contract.ts,**/contract/*.ts}";
const values = await Promise.all(
  globSync(CONTRACTS, { cwd: inRoot() }).map(async (file) => Object.values((await import(pathToFileURL(inRoot(file)).href)) as object)),
);
const isRoute = (value: unknown): value is { readonly name: string } =>
  typeof value === "object" && value !== null && "name" in value && "method" in value;

export const OPTIONAL_ROUTES: ReadonlySet<string> = new Set(
  values.flat().flatMap((value: unknown) => (isRoute(value) ? [value.name] : [])),
);
