// The text of a token: a prefix and a checksum, by which it is recognised wherever it turns up. Pure but for the random bytes.
import { sha256 } from "#kernel/auth/index.ts";

const PREFIX = "sdt_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 40 characters of 62: 238 bits. */
const RANDOM = 40;
const CHECKSUM = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

/** 32 bits of the hash as six characters. */
function checksumOf(text: string): string {
  let value = Number.parseInt(sha256(text).slice(0, 8), 16);
  let out = "";
  for (let i = 0; i < CHECKSUM; i += 1) {
    out = ALPHABET.charAt(value % ALPHABET.length) + out;
    value = Math.floor(value / ALPHABET.length);
  }
  return out;
}

/** A new token. */
export function newTokenText(): string {
  let text = PREFIX;
  while (text.length < PREFIX.length + RANDOM) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // The largest multiple of 62 in a byte: without the rest no character is likelier than another.
    if (byte < 248) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return text + checksumOf(text);
}

/** Whether the text has the shape of a token and its checksum is right. */
export const isTokenText = (text: string): boolean => SHAPE.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM)));
