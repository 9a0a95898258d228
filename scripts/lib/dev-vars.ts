// Reads the checkout's private `.dev.vars`: KEY=VALUE lines that become variables of the worker.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { inRoot } from "./paths.ts";

/** The variables of a remote target, and two for local use. Variables for tests (TEST_*) are never read from a file. */
const ALLOWED = new Set<string>([...PUBLIC_VARIABLES, ...SECRET_VARIABLES, "LOG_REQUESTS", "SVC_LOCAL_OWNER_LOGIN"]);

export interface DevVars {
  readonly vars: Readonly<Record<string, string>>;
  /** Names in the file that are not variables of the product; they are ignored. */
  readonly unknown: readonly string[];
}

/**
 * Reads the variables; none if the file does not exist. Of the shell's environment only SVC_LOCAL_OWNER_LOGIN reaches the worker, under
 * `pnpm dev` (vite.config.ts).
 */
export function readDevVars(file = inRoot(".dev.vars")): DevVars {
  const pairs = existsSync(file) ? Object.entries(parseEnv(readFileSync(file, "utf8"))) : [];
  const vars = pairs.flatMap(([name, value]): [string, string][] => (value !== undefined && ALLOWED.has(name) ? [[name, value]] : []));
  return { vars: Object.fromEntries(vars), unknown: pairs.map(([name]) => name).filter((name) => !ALLOWED.has(name)) };
}
