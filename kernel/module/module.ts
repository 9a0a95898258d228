// Declares modules.
import type { Module } from "./types.ts";

/** Declares a module; omitted lists are empty. */
export function defineModule(parts: { name: string } & Partial<Omit<Module, "name">>): Module {
  return { needs: [], routes: [], authenticators: [], jobs: [], listens: [], cron: [], provides: [], ...parts };
}
