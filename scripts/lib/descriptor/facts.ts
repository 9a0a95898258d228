// Collects the facts for the descriptor from files of the checkout and the names in this process's environment.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import "../without-messages.ts";
import "../worker-imports.ts";
import { CAPABILITIES, PUBLIC_VARIABLES } from "../../../edition/variables.ts";
import type { Capability } from "../../../kernel/config/index.ts";
import { type Lock, type Migration, readLock, readMigrations } from "../migrations.ts";
import { inRoot } from "../paths.ts";
import { parseJsonc } from "./jsonc.ts";
import type { Operations, Package, WorkerFile } from "./shapes.ts";

export interface RouteFact {
  readonly name: string;
  readonly module: string;
  readonly method: string;
  readonly path: string;
  readonly who: string;
}
export interface ModuleFact {
  readonly name: string;
  readonly needs: readonly string[];
}

export interface Facts {
  readonly operations: Operations;
  readonly worker: WorkerFile;
  readonly pkg: Package;
  readonly modules: readonly ModuleFact[];
  readonly routes: readonly RouteFact[];
  /** The access rules for which there is an authenticator. */
  readonly proved: ReadonlySet<string>;
  readonly migrations: readonly Migration[];
  readonly lock: Lock;
  readonly capabilities: readonly Capability[];
  /** Public variables set in wrangler.jsonc or in this process's environment, under the worker's name for them. */
  readonly declared: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
  readonly exists: (path: string) => boolean;
}

/** The part of the app registry that the descriptor needs; the worker's own types do not exist in Node. */
interface Manifest {
  readonly registry: {
    readonly modules: readonly (ModuleFact & { readonly routes: readonly { readonly route: Omit<RouteFact, "module"> }[] })[];
    readonly authenticators: ReadonlyMap<string, unknown>;
  };
}

const read = (path: string): string => readFileSync(inRoot(path), "utf8");

/** Parses a file as JSON with comments. Errors of the parser itself are not shown, because they quote the content. */
function parsed<T>(path: string): T {
  try {
    return parseJsonc(read(path)) as T;
  } catch {
    throw new Error(`${path}: cannot be read as JSON`);
  }
}

function declaredIn(worker: WorkerFile, environment: NodeJS.ProcessEnv): Record<string, string> {
  const origin = environment["SVC_PUBLIC_ORIGIN"];
  const given: NodeJS.ProcessEnv = { ...(origin === undefined ? {} : { APP_ORIGIN: origin }), ...environment };
  return Object.fromEntries(
    PUBLIC_VARIABLES.flatMap((name) => {
      const value = given[name] ?? worker.vars?.[name];
      return typeof value === "string" && value.trim() !== "" ? [[name, value]] : [];
    }),
  );
}

/** Reads all facts. Throws if a file cannot be parsed or two migrations share a number. */
export async function readFacts(environment: NodeJS.ProcessEnv = process.env): Promise<Facts> {
  const { registry } = (await import(pathToFileURL(inRoot("edition/manifest.ts")).href)) as Manifest;
  const worker = parsed<WorkerFile>("wrangler.jsonc");
  return {
    operations: parsed("edition/operations.json"),
    worker,
    pkg: parsed("package.json"),
    modules: registry.modules.map(({ name, needs }) => ({ name, needs })),
    routes: registry.modules.flatMap((one) =>
      one.routes.map(({ route: { name, method, path, who } }) => ({ name, module: one.name, method, path, who })),
    ),
    proved: new Set(registry.authenticators.keys()),
    migrations: readMigrations(),
    lock: readLock(),
    capabilities: CAPABILITIES,
    declared: declaredIn(worker, environment),
    ignored: read(".gitignore").split("\n"),
    exists: (path) => existsSync(inRoot(path)),
  };
}
