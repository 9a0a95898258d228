// Lets plain Node load worker code: import this file before that code. vitest resolves the same stub in vitest.config.ts.
import { registerHooks } from "node:module";

const STUB = new URL("worker-stub.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "cloudflare:workers" ? { url: STUB, shortCircuit: true } : next(specifier, context),
});
