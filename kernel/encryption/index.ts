// Encrypts secrets of other services before they are stored: AES-256-GCM with INTEGRATION_ENCRYPTION_KEY. A stored text names the key
// that it needs, and belongs to one project and one purpose: copied into another row it cannot be read.
import { base64urlToBytes, bytesToBase64url } from "#kernel/auth/crypto.ts";
import { type Config, encryptionVariables } from "#kernel/config/index.ts";
import { misconfigured, notConfigured, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

const VARIABLE = "INTEGRATION_ENCRYPTION_KEY";
const VERSION = "v1";
/** Bytes. 96 random bits for each text, as NIST SP 800-38D recommends; far below 2^32 texts for one key. */
const NONCE = 12;
const TAG = 16;
const encoder = new TextEncoder();

export interface SecretPlace {
  readonly projectId: string;
  /** What is stored, with the id of its row: `assistant-actions/headers/act_…`. */
  readonly purpose: string;
}
/**
 * Why a stored text cannot be read. `form`: it is no text of this kind. `key`: it was encrypted with another key. `forged`: it was changed,
 * or belongs to another project or purpose.
 */
export type DecryptionFault = "form" | "key" | "forged";
export class DecryptionError extends Error {
  readonly fault: DecryptionFault;
  constructor(fault: DecryptionFault) {
    super(`a stored secret cannot be read: ${fault}`);
    this.name = "DecryptionError";
    this.fault = fault;
  }
}

/** Why nothing can be encrypted now, as a refusal that names the variable; undefined if it can. `capability`: what needs it. */
export function encryptionFault(config: Config, capability: string): Refusal | undefined {
  const { key, malformed } = config.of(encryptionVariables);
  if (malformed) return misconfigured([VARIABLE]);
  return key === undefined ? notConfigured(capability, [VARIABLE], m.kernel_encryption_key_missing({ variable: VARIABLE })) : undefined;
}

/** Encrypts a text. Throws the refusal of `encryptionFault` without a valid key: nothing is ever stored in plain. */
export async function encrypt(config: Config, place: SecretPlace, text: string, capability: string): Promise<string> {
  const { id, key } = await keyOf(config, capability);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce, additionalData: boundTo(place, id) },
    key,
    encoder.encode(text.toWellFormed()),
  );
  return [VERSION, id, bytesToBase64url(nonce), bytesToBase64url(new Uint8Array(sealed))].join(".");
}

/** Reads an encrypted text. Throws `DecryptionError`, or the refusal of `encryptionFault`. */
export async function decrypt(config: Config, place: SecretPlace, stored: string, capability: string): Promise<string> {
  const { id, key } = await keyOf(config, capability);
  const [version, keyId, nonceText, sealedText, ...more] = stored.split(".");
  const [nonce, sealed] = [bytesOf(nonceText), bytesOf(sealedText)];
  if (version !== VERSION || keyId === undefined || more.length > 0 || nonce?.length !== NONCE || sealed === undefined)
    throw new DecryptionError("form");
  if (sealed.length < TAG) throw new DecryptionError("form");
  if (keyId !== id) throw new DecryptionError("key");
  try {
    const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce, additionalData: boundTo(place, id) }, key, sealed);
    return new TextDecoder().decode(opened);
  } catch {
    throw new DecryptionError("forged");
  }
}

/** What the text is bound to. JSON keeps the parts apart, whatever they contain. */
const boundTo = ({ projectId, purpose }: SecretPlace, keyId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(encoder.encode(JSON.stringify([`seed-desk/encryption/${VERSION}`, keyId, projectId, purpose])));

/** Undefined unless it is the canonical spelling: unused bits of the last character would otherwise make two texts of one. */
function bytesOf(text: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = base64urlToBytes(text ?? "");
    return bytesToBase64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

interface EncryptionKey {
  /** Reveals nothing about the key: a part of a hash of its 256 random bits. */
  readonly id: string;
  readonly key: CryptoKey;
}
const keys = new Map<string, Promise<EncryptionKey>>();
/** The key of this configuration, imported once for each isolate. */
function keyOf(config: Config, capability: string): Promise<EncryptionKey> {
  const fault = encryptionFault(config, capability);
  const { key = "" } = config.of(encryptionVariables);
  if (fault) return Promise.reject(fault);
  let known = keys.get(key);
  if (!known) keys.set(key, (known = importKey(base64urlToBytes(key))));
  return known;
}
async function importKey(raw: Uint8Array<ArrayBuffer>): Promise<EncryptionKey> {
  const prefix = encoder.encode("seed-desk/encryption/key-id/");
  const named = new Uint8Array(prefix.length + raw.length);
  named.set(prefix);
  named.set(raw, prefix.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", named));
  const id = [...digest.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { id, key: await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]) };
}
