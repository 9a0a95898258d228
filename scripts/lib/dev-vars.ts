// The private `.dev.vars` of the checkout: KEY=VALUE lines that become the worker's variables.
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { inRoot } from "./paths.ts";

/** Its variables; none when there is no such file. The shell's own environment never reaches the worker. */
export function readDevVars(file = inRoot(".dev.vars")): Record<string, string> {
  if (!existsSync(file)) return {};
  return Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, "utf8"))).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
