// Tokens, hashes and derived keys. Web Crypto where possible; node:crypto for scrypt, because the platform caps the iterations of PBKDF2.
import { createHash, scrypt, timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

export const bytesToBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
export function base64urlToBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
/** A random token in base64url; by default 256 bits, 43 characters. */
export const randomToken = (bytes = 32): string => bytesToBase64url(crypto.getRandomValues(new Uint8Array(bytes)));

/** SHA-256 in hex. Tokens of 256 random bits need no salt. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Compares in constant time, so that the duration does not reveal where two texts differ. */
export function equalTexts(a: string, b: string): boolean {
  const [x, y] = [encoder.encode(a), encoder.encode(b)];
  return x.byteLength === y.byteLength && timingSafeEqual(x, y);
}

/** A key for one purpose, derived from the installation key (HKDF, RFC 5869). Another `rotation` gives a new key without changing those of other purposes. */
export async function deriveKey(installationKey: string, purpose: string, rotation = 1): Promise<CryptoKey> {
  const master = await crypto.subtle.importKey("raw", base64urlToBytes(installationKey), "HKDF", false, ["deriveKey"]);
  const info = encoder.encode(`seed-desk/${purpose}/${rotation}`);
  return await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info },
    master,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}
/** HMAC-SHA-256, base64url. */
export async function mac(key: CryptoKey, text: string): Promise<string> {
  return bytesToBase64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}
export async function macIsValid(key: CryptoKey, text: string, given: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify("HMAC", key, base64urlToBytes(given), encoder.encode(text));
  } catch {
    return false;
  }
}

// OWASP ASVS 5.0, appendix C: p >= 3 with N >= 2^15, r = 8; the platform allows N*r*p <= 2^20. Takes 140 ms and blocks the isolate.
const R = 8;
const P = 3;
const MAX_MEMORY = 64 * 1024 * 1024;

function derive(password: string, salt: Uint8Array, logN: number, r: number, p: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(encoder.encode(password), salt, 32, { N: 2 ** logN, r, p, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

/** Hashes a password as it was typed; the parameters are part of the result. */
export async function hashPassword(password: string, logN: number): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await derive(password, salt, logN, R, P);
  return `scrypt$${logN}$${R}$${P}$${bytesToBase64url(salt)}$${bytesToBase64url(key)}`;
}
/** Whether the password matches the stored hash. Without a hash the same work is done, so that the response time does not reveal which accounts exist. */
export async function passwordMatches(password: string, stored: string | undefined, logN: number): Promise<boolean> {
  const [, n, r, p, salt, key] = (stored ?? "").split("$");
  if (salt === undefined || key === undefined) {
    await derive(password, new Uint8Array(16), logN, R, P);
    return false;
  }
  const derived = await derive(password, base64urlToBytes(salt), Number(n), Number(r), Number(p));
  return timingSafeEqual(derived, base64urlToBytes(key));
}
