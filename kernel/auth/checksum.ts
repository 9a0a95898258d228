// The text of a secret token: random characters and a checksum of them, by which secret scanners and the server recognise it without a query.
import { sha256 } from "./crypto.ts";

/** The characters of tokens: 62. */
export const TOKEN_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM = 6;

/** 32 bits of the hash as six characters. */
function checksumOf(text: string): string {
  let value = Number.parseInt(sha256(text).slice(0, 8), 16);
  let out = "";
  for (let i = 0; i < CHECKSUM; i += 1) {
    out = TOKEN_ALPHABET.charAt(value % TOKEN_ALPHABET.length) + out;
    value = Math.floor(value / TOKEN_ALPHABET.length);
  }
  return out;
}

/** The text with its checksum at the end. */
export const withChecksum = (text: string): string => text + checksumOf(text);
/** Whether the text is `prefix`, `length` characters of the alphabet, and the right checksum. */
export const isTokenWithChecksum = (text: string, prefix: string, length: number): boolean =>
  text.length === prefix.length + length + CHECKSUM &&
  text.startsWith(prefix) &&
  /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) &&
  text.endsWith(checksumOf(text.slice(0, -CHECKSUM)));
