// Lets plain Node load worker code: `cloudflare:workers` is a base class and no more. Import it before the code.
import { registerHooks } from "node:module";

const STUB =
  "data:text/javascript,export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env; } } export class WorkerEntrypoint {}";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "cloudflare:workers" ? { url: STUB, shortCircuit: true } : next(specifier, context),
});
