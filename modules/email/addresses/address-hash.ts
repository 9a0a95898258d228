import { keyedHash } from "#kernel/auth/index.ts";
import type { Ctx } from "#kernel/module/index.ts";

/** Keyed hash of an address, used by limits, suppressions and the mapping to contacts. */
export const addressHash = (ctx: Pick<Ctx, "env" | "db">, address: string): Promise<string> =>
  keyedHash(ctx.env, ctx.db, address.trim().toLowerCase());
