// Signed reply addresses of notifications. They belong to no conversation; a MAC proves that they are ours.
import { equalTexts } from "#kernel/auth/index.ts";
import { type DeliveryId, isId } from "#kernel/ids/index.ts";
import { proofOf, type Where } from "#modules/email";

const PURPOSE = "notice-addresses";

/** Has the form of a conversation's reply address, but is signed with another key, so neither passes for the other. */
export async function notificationAddress(where: Where, id: DeliveryId, base: string): Promise<string> {
  const at = base.lastIndexOf("@");
  return `${base.slice(0, at)}+${id.slice(4)}${await proofOf(where, PURPOSE, id)}${base.slice(at)}`;
}

/** The notification of a reply address; undefined for any other address or a forged MAC. */
export async function notificationOfAddress(where: Where, address: string): Promise<DeliveryId | undefined> {
  const [, name, proof] = /^[^@+]+\+([0-9a-z]{26})([0-9a-z]{26})@/.exec(address.trim().toLowerCase()) ?? [];
  const id = `dlv_${name ?? ""}`;
  if (proof === undefined || !isId("delivery", id)) return undefined;
  return equalTexts(await proofOf(where, PURPOSE, id), proof) ? id : undefined;
}
