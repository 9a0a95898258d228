// The text of a token: a prefix and a checksum, by which it is recognised wherever it turns up. Pure but for the random bytes.
import { isTokenWithChecksum, TOKEN_ALPHABET, withChecksum } from "#kernel/auth/index.ts";

const PREFIX = "sdt_";
/** 40 characters of 62: 238 bits. */
const RANDOM = 40;

/** A new token. */
export function newTokenText(): string {
  let text = PREFIX;
  while (text.length < PREFIX.length + RANDOM) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // The largest multiple of 62 in a byte: without the rest no character is likelier than another.
    if (byte < 248) text += TOKEN_ALPHABET.charAt(byte % TOKEN_ALPHABET.length);
  }
  return withChecksum(text);
}

/** Whether the text has the shape of a token and its checksum is right. */
export const isTokenText = (text: string): boolean => isTokenWithChecksum(text, PREFIX, RANDOM);
