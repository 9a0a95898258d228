// The keyed hash by which addresses are suppressed: of one form for all spellings that reach the same mailbox.
import { keyFor, mac } from "#kernel/auth/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash, mailboxAddress } from "#modules/email";

type InstallationCtx = Pick<Ctx, "env" | "db">;
/** Characters of a hash that are kept: 132 bits. */
const LENGTH = 22;
/** Their mailboxes ignore dots; both names are one provider. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * One form for the spellings of a mailbox: lower case, its host in ASCII, without a plus tag; at Gmail also without dots and with one name of
 * the host. Where two addresses might be one mailbox they are taken for one: to suppress more is the safe mistake.
 */
export function foldedAddress(address: string): string {
  const mailbox = mailboxAddress(address);
  const at = mailbox.lastIndexOf("@");
  const host = mailbox.slice(at + 1).replace(/\.+$/, "");
  if (at < 0 || !DOTLESS.has(host)) return mailbox;
  return `${mailbox.slice(0, at).replaceAll(".", "")}@gmail.com`;
}
/** Keyed hash of the folded address, with a key of its own: no other table's hashes can be compared with it. */
export async function suppressionKey({ env, db }: InstallationCtx, address: string): Promise<string> {
  return (await mac(await keyFor(env, db, "suppressions"), foldedAddress(address))).slice(0, LENGTH);
}

/** An address with the hashes that it is known by. */
export interface AddressKeys {
  readonly address: string;
  readonly key: string;
  /** The hash that mail uses, of exactly this spelling. */
  readonly mailHash: string;
}
export const keysOf = (ctx: InstallationCtx, addresses: readonly string[]): Promise<AddressKeys[]> =>
  Promise.all(
    addresses.map(async (address) => ({
      address,
      key: await suppressionKey(ctx, address),
      mailHash: await addressHash(ctx, address),
    })),
  );
