// Verifies the signature of a provider's events and extracts bounces and complaints. Pure.
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { providerText } from "../providers/provider.ts";
import type { Returned } from "./queries.ts";
import type { EmailProvider } from "../variables.ts";

/** Largest accepted difference between a signature's time and now; outside it an event may be a replay. */
const TOLERANCE = minutes(5);
/** Events of one call that are processed; providers send far fewer. */
const MAX_EVENTS = 1000;

const encoder = new TextEncoder();
const isRecent = (seconds: string | null, now: number): seconds is string =>
  seconds !== null && /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= TOLERANCE;
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return base64urlToBytes(base64);
  } catch {
    return undefined;
  }
};

/** Whether the provider signed the body. `secret` is EMAIL_EVENTS_SECRET; a provider without events has no valid signature. */
export async function isSigned(
  provider: EmailProvider | undefined,
  secret: string,
  headers: Headers,
  body: string,
  now: number,
): Promise<boolean> {
  try {
    switch (provider) {
      case "resend":
        return await isSignedBySvix(secret, headers, body, now);
      case "sendgrid":
        return await isSignedBySendgrid(secret, headers, body, now);
      case "cloudflare":
      case undefined:
        return false;
    }
  } catch {
    // A malformed secret or signature proves nothing.
    return false;
  }
}

/** Resend signs through Svix: HMAC-SHA-256 of "id.timestamp.body", one or more versions of it in the header. */
async function isSignedBySvix(secret: string, headers: Headers, body: string, now: number): Promise<boolean> {
  const [id, timestamp, signatures] = [headers.get("svix-id"), headers.get("svix-timestamp"), headers.get("svix-signature")];
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  if (id === null || signatures === null || raw === undefined || raw.length === 0 || !isRecent(timestamp, now)) return false;
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = encoder.encode(`${id}.${timestamp}.${body}`);
  for (const one of signatures.split(" ").slice(0, 10)) {
    const given = one.startsWith("v1,") ? bytesOf(one.slice(3)) : undefined;
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return true;
  }
  return false;
}

/** SendGrid signs timestamp and body with ECDSA P-256; the secret is its public key as SendGrid's settings show it. */
async function isSignedBySendgrid(secret: string, headers: Headers, body: string, now: number): Promise<boolean> {
  const timestamp = headers.get("x-twilio-email-event-webhook-timestamp");
  const der = bytesOf(headers.get("x-twilio-email-event-webhook-signature") ?? "");
  const spki = bytesOf(secret);
  const signature = der && rawSignature(der);
  if (signature === undefined || spki === undefined || !isRecent(timestamp, now)) return false;
  const key = await crypto.subtle.importKey("spki", spki, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  return await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, encoder.encode(timestamp + body));
}

/** The two integers of a DER signature, 32 bytes each, as Web Crypto expects them; undefined for anything else. */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const out = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || length > 33) return undefined;
    const number = der.slice(at + 2, at + 2 + length);
    const bare = number[0] === 0 ? number.slice(1) : number;
    if (number.length !== length || bare.length > 32) return undefined;
    out.set(bare, end - bare.length);
    at += 2 + length;
  }
  return at === der.length ? out : undefined;
}

/** The bounces and complaints in the body of an event call. */
export function returnedIn(provider: EmailProvider | undefined, body: string): Returned[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return [];
  }
  if (provider === "resend") return resendEvent(json);
  return provider === "sendgrid" && Array.isArray(json) ? json.slice(0, MAX_EVENTS).flatMap(sendgridEvent) : [];
}

const idOf = (value: unknown): string | null => textOf(value)?.slice(0, 200) ?? null;
const because = (what: string, words: string | undefined): string => {
  const text = providerText(words);
  return text === "" ? what : `${what} ${/[.!?…]$/.test(text) ? text : `${text}.`}`;
};

function resendEvent(json: unknown): Returned[] {
  const data = fieldOf(json, "data");
  const tags = fieldOf(data, "tags");
  // Events have tags as an object, the API takes a list.
  const tag = Array.isArray(tags)
    ? fieldOf(
        tags.find((one: unknown) => fieldOf(one, "name") === "delivery"),
        "value",
      )
    : fieldOf(tags, "delivery");
  const which = { deliveryId: idOf(tag), providerId: idOf(fieldOf(data, "email_id")) };
  const to = fieldOf(data, "to");
  const recipient = Array.isArray(to) && to.length === 1 ? idOf(to[0]) : null;
  const bounce = fieldOf(data, "bounce");
  switch (fieldOf(json, "type")) {
    case "email.bounced":
      // A transient bounce says nothing about the address.
      if (fieldOf(bounce, "type") === "Transient") return [];
      return [{ ...which, recipient, reason: "bounced", error: because(m.email_bounced(), textOf(fieldOf(bounce, "message"))) }];
    case "email.complained":
      return [{ ...which, recipient, reason: "complained", error: m.email_complained() }];
    default:
      return [];
  }
}

function sendgridEvent(json: unknown): Returned[] {
  // `sg_message_id` is "<X-Message-Id>.<more>".
  const which = {
    deliveryId: idOf(fieldOf(json, "delivery")),
    recipient: idOf(fieldOf(json, "email")),
    providerId: idOf(textOf(fieldOf(json, "sg_message_id"))?.split(".")[0]),
  };
  const reason = textOf(fieldOf(json, "reason"));
  switch (fieldOf(json, "event")) {
    case "bounce":
      // "blocked" is a temporary rejection, such as a full mailbox or a bad reputation.
      if (fieldOf(json, "type") === "blocked") return [];
      return [{ ...which, reason: "bounced", error: because(m.email_bounced(), reason) }];
    case "dropped":
      return [{ ...which, reason: "bounced", error: because(m.email_not_delivered(), reason) }];
    case "spamreport":
      return [{ ...which, reason: "complained", error: m.email_complained() }];
    default:
      return [];
  }
}
