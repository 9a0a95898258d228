// Builds the descriptor, version 1. It contains only names: no value of a variable is read here.
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../../edition/variables.ts";
import type { Capability } from "../../../kernel/config/index.ts";
import { CONNECTOR_VERSION, MINIMUM_CONNECTOR_VERSION } from "../../../modules/paired-computers/contract/versions.ts";
import { sha256 } from "../content-hash.ts";
import { MINIMUM } from "../node-version.mjs";
import type { Facts } from "./facts.ts";

type Need =
  | { readonly variable: string; readonly kind: "public"; readonly declared: boolean }
  | { readonly variable: string; readonly kind: "secret"; readonly declared: "not inspected" };

const publicNeed = (variable: string, facts: Facts): Need => ({ variable, kind: "public", declared: variable in facts.declared });
const secretNeed = (variable: string): Need => ({ variable, kind: "secret", declared: "not inspected" });

const capability = (one: Capability, facts: Facts): object => ({
  name: one.name,
  module: one.module,
  inThisRelease: facts.routes.some(({ module }) => module === one.module),
  optional: one.optional ?? false,
  needs: [...one.public.map((name) => publicNeed(name, facts)), ...one.secrets.map(secretNeed)],
  oneOf: (one.oneOf ?? []).map(secretNeed),
  also: one.alsoRequires ?? null,
});

/** The descriptor of this checkout as plain JSON. */
export const describe = (facts: Facts): object => ({
  version: facts.operations.version,
  edition: facts.operations.edition,
  product: facts.pkg.version,
  runtime: { node: `>=${MINIMUM}`, packageManager: facts.pkg.packageManager ?? null },
  connector: { version: CONNECTOR_VERSION, minimum: MINIMUM_CONNECTOR_VERSION },
  scripts: facts.operations.scripts,
  bindings: facts.operations.bindings,
  schedule: facts.operations.schedule,
  modules: facts.modules.map(({ name, needs }) => ({
    name,
    needs,
    migrations: facts.migrations.filter(({ owner }) => owner === name).map(({ file }) => file),
  })),
  routes: facts.routes,
  variables: [...PUBLIC_VARIABLES.map((name) => publicNeed(name, facts)), ...SECRET_VARIABLES.map(secretNeed)],
  capabilities: facts.capabilities.map((one) => capability(one, facts)),
  migrations: facts.migrations.map(({ file, owner, sql }) => ({ file, owner, sha256: sha256(sql) })),
});
