import type { Module } from "./vocabulary.ts";

/** Declares a module; what it does not have may be left out. */
export function defineModule(parts: { name: string } & Partial<Omit<Module, "name">>): Module {
  return { needs: [], routes: [], authenticators: [], jobs: [], listens: [], cron: [], provides: [], ...parts };
}
