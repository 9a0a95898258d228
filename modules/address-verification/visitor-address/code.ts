// Derives verification codes and hashes them.
import { base64urlToBytes, keyedHash, keyFor, mac } from "#kernel/auth/index.ts";
import type { DeliveryId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { digitsOf } from "./rules.ts";

/**
 * The code of a mail. It is derived from the mail's id with a key of the installation, so that every attempt sends the same code. Only
 * a keyed hash is stored; no job and no log ever holds the code.
 */
export async function codeOf({ env, db }: Pick<Ctx, "env" | "db">, deliveryId: DeliveryId): Promise<string> {
  return digitsOf(base64urlToBytes(await mac(await keyFor(env, db, "address-codes"), deliveryId)));
}
export const codeHash = ({ env, db }: Pick<Ctx, "env" | "db">, contactId: string, code: string): Promise<string> =>
  keyedHash(env, db, `address code: ${contactId}: ${code}`);
