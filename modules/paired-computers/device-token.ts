// The text of a device token: a prefix, 43 characters, and a checksum. Each is derived from what the connector already has, so that a
// repeated request gets the same token: an answer that was lost on the way is simply asked for again.
import { isTokenWithChecksum, mac, base64urlToBytes, TOKEN_ALPHABET, withChecksum } from "#kernel/auth/index.ts";

const PREFIX = "sdd_";
/** 43 characters of 62 hold the 256 bits of the derived value. */
const LENGTH = 43;

/**
 * The token of a device's generation. `from` is the device code for the first, and the token before it for every other. It takes both
 * the installation's key and `from`: neither a copy of the database nor an earlier token is enough.
 */
export async function deriveToken(key: CryptoKey, deviceId: string, generation: number, from: string): Promise<string> {
  let value = 0n;
  for (const byte of base64urlToBytes(await mac(key, `${deviceId}\n${generation}\n${from}`))) value = value * 256n + BigInt(byte);
  let text = "";
  for (let i = 0; i < LENGTH; i += 1) {
    text = TOKEN_ALPHABET.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return withChecksum(PREFIX + text);
}
/** Whether the text has the shape of a device token and its checksum is right. */
export const isDeviceToken = (text: string): boolean => isTokenWithChecksum(text, PREFIX, LENGTH);
