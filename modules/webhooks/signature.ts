// Secrets and signatures of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).

const PREFIX = "whsec_";
/** Bytes of a secret; the specification asks for 24 to 64. */
const LENGTH = 32;
const encoder = new TextEncoder();
const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

export const newSecret = (): string => PREFIX + base64(crypto.getRandomValues(new Uint8Array(LENGTH)));

/** The headers of a delivery: its id, the seconds since 1970, and a signature for each secret, the newest first. */
export async function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

async function signatureOf(secret: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.codePointAt(0) ?? 0);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))))}`;
}
