// The configuration that the worker runs with. Its refusals are sentences of the catalogue, so it stands apart from what scripts
// load: they read variables in a checkout whose messages are not compiled yet.
import { misconfigured } from "#kernel/errors/index.ts";
import { readConfig } from "./index.ts";
import type { Config, ConfigDeclaration } from "./types.ts";

type Source = Readonly<Record<string, unknown>>;
const NONE: readonly ConfigDeclaration[] = [];

// A Durable Object in the same isolate has an environment object of its own, so one is not enough.
const known = new WeakMap<Source, { declarations: readonly ConfigDeclaration[]; config: Config }>();
/** The configuration of this isolate, read once per environment object. */
export function configOf(source: Source, declarations: readonly ConfigDeclaration[] = NONE): Config {
  let found = known.get(source);
  if (found?.declarations !== declarations)
    known.set(source, (found = { declarations, config: readConfig(source, declarations, misconfigured) }));
  return found.config;
}
