// Stub that plain Node loads as `cloudflare:workers`: only base classes.
export class DurableObject {
  readonly ctx: unknown;
  readonly env: unknown;
  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx;
    this.env = env;
  }
}
export class WorkerEntrypoint {}
