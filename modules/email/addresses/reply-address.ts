// Creates and verifies signed reply addresses: they name the conversation and contain a MAC of it.
import { base64urlToBytes, equalTexts, keyFor, mac } from "#kernel/auth/index.ts";
import type { Database } from "#kernel/db/index.ts";
import { type ConversationId, isId, type ProjectId } from "#kernel/ids/index.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const MAC_LENGTH = 26;
const PURPOSE = "reply-addresses";
export type Where = { env: { DB: object }; db: Database };

/** The first 128 bits of the MAC in 26 characters of lower-case base32, because mail systems change the case of addresses. */
export async function proofOf({ env, db }: Where, purpose: string, text: string): Promise<string> {
  const bytes = base64urlToBytes(await mac(await keyFor(env, db, purpose), text)).slice(0, 16);
  const bits = [...bytes]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .padEnd(MAC_LENGTH * 5, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
}

/** `support@acme.example` becomes `support+<id><mac>@acme.example`; the local part stays within 64 characters. */
export async function replyAddress(where: Where, projectId: ProjectId, conversationId: ConversationId, base: string): Promise<string> {
  const at = base.lastIndexOf("@");
  return `${base.slice(0, at)}+${conversationId.slice(4)}${await proofOf(where, PURPOSE, `${projectId}/${conversationId}`)}${base.slice(at)}`;
}

/** The conversation of a reply address of this project; undefined for any other address and for a forged MAC. */
export async function conversationOfAddress(where: Where, projectId: ProjectId, address: string): Promise<ConversationId | undefined> {
  const text = address.trim().toLowerCase();
  const [, name, proof] = /^[^@+]+\+([0-9a-z]{26})([0-9a-z]{26})@/.exec(text) ?? [];
  const conversationId = `cnv_${name ?? ""}`;
  if (proof === undefined || !isId("conversation", conversationId)) return undefined;
  const right = await proofOf(where, PURPOSE, `${projectId}/${conversationId}`);
  return equalTexts(right, proof) ? (conversationId as ConversationId) : undefined;
}
