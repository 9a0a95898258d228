// The private `.dev.vars` of the checkout: KEY=VALUE lines that become the worker's variables.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { inRoot } from "./paths.ts";

/** The names of a remote target, and two for the own machine. What only tests set (TEST_*) is never taken from a file. */
const ALLOWED = new Set<string>([...PUBLIC_VARIABLES, ...SECRET_VARIABLES, "LOG_REQUESTS", "SVC_LOCAL_OWNER_LOGIN"]);

export interface DevVars {
  readonly vars: Readonly<Record<string, string>>;
  /** Names that are no variable of the product; they are left out. */
  readonly unknown: readonly string[];
}

/** Its variables; none when there is no such file. Of the shell's environment only SVC_LOCAL_OWNER_LOGIN reaches the worker, under `pnpm dev` (vite.config.ts). */
export function readDevVars(file = inRoot(".dev.vars")): DevVars {
  const pairs = existsSync(file) ? Object.entries(parseEnv(readFileSync(file, "utf8"))) : [];
  const vars = pairs.flatMap(([name, value]): [string, string][] => (value !== undefined && ALLOWED.has(name) ? [[name, value]] : []));
  return { vars: Object.fromEntries(vars), unknown: pairs.map(([name]) => name).filter((name) => !ALLOWED.has(name)) };
}
