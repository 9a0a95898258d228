// Serves the doubles of model providers on loopback.
import { serveDouble } from "../serve.ts";
import type { Models } from "./index.ts";
import type { Vendor } from "./script.ts";
import { PROVIDERS } from "./vendors.ts";

export interface ServedModels {
  readonly url: string;
  /** The base address of each provider's API, with its version. */
  readonly base: Readonly<Record<Vendor, string>>;
  stop(): Promise<void>;
}
/** Serves the doubles on a free port of 127.0.0.1. */
export async function startModels(models: Models): Promise<ServedModels> {
  const served = await serveDouble({ answer: (request) => models.respond(request) });
  const base = Object.fromEntries(Object.entries(PROVIDERS).map(([vendor, { base: path }]) => [vendor, `${served.url}/${vendor}${path}`]));
  return { ...served, base: base as Record<Vendor, string> };
}
