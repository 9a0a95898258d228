// What plain Node loads as `cloudflare:workers`: base classes and no more.
export class DurableObject {
  readonly ctx: unknown;
  readonly env: unknown;
  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx;
    this.env = env;
  }
}
export class WorkerEntrypoint {}
