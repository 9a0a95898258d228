// Lets plain Node load worker code. Import it before the code. vitest resolves by itself (vitest.config.ts), to the same stub.
import { registerHooks } from "node:module";

const STUB = new URL("worker-stub.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "cloudflare:workers" ? { url: STUB, shortCircuit: true } : next(specifier, context),
});
