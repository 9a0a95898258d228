// Lets other modules store, in the batch that suppresses an address for mail, that mail came back from it.
import type { SQL } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressReturned, type ReturnedAddress } from "../extension.ts";

/** The statements, once it is known under which condition they run. */
export async function tellReturned(ctx: Omit<Ctx, "caller">, returned: readonly ReturnedAddress[]): Promise<(when: SQL) => readonly SQL[]> {
  if (returned.length === 0) return () => [];
  const prepared = await Promise.all(ctx.registry.extensions.of(addressReturned).map((tell) => tell(ctx, returned)));
  return (when) => prepared.flatMap((statements) => statements(when));
}
