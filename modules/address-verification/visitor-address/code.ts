import { base64urlToBytes, keyedHash, keyFor, mac } from "#kernel/auth/index.ts";
import type { DeliveryId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { digitsOf } from "./rules.ts";

/**
 * The code of a mail. It follows from the mail's id by a key of the installation, so that every attempt at the mail is the same;
 * what is stored is a keyed hash, and neither a job nor a log ever holds it.
 */
export async function codeOf({ env, db }: Pick<Ctx, "env" | "db">, deliveryId: DeliveryId): Promise<string> {
  return digitsOf(base64urlToBytes(await mac(await keyFor(env, db, "address-codes"), deliveryId)));
}
export const codeHash = ({ env, db }: Pick<Ctx, "env" | "db">, contactId: string, code: string): Promise<string> =>
  keyedHash(env, db, `address code: ${contactId}: ${code}`);
