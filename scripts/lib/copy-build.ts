// Copies the build for a server that runs for long, because the next build removes dist/ and with it the styles and scripts of open pages.
import { createHash } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BUILT_CONFIG, inRoot } from "./paths.ts";

const copyFor = (state: string): string => inRoot(".generated/served", createHash("sha256").update(state).digest("hex").slice(0, 16));

/** Removes the copy of a state folder. */
export const removeCopy = (state: string): void => rmSync(copyFor(state), { recursive: true, force: true });

/**
 * Copies the build and returns the copy's configuration. Each state folder has one copy: only one server can run on it, and a later one
 * replaces what a killed one left. Call it only with the state locked.
 */
export function copyBuild(state: string): string {
  const server = dirname(BUILT_CONFIG);
  const copy = copyFor(state);
  removeCopy(state);
  cpSync(dirname(server), copy, { recursive: true });
  return join(copy, basename(server), basename(BUILT_CONFIG));
}
