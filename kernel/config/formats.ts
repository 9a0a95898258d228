// Formats of variables. Messages say what is expected and never repeat the value.
import { PREFIXES } from "#kernel/ids/index.ts";

/** Returns what is wrong with a value; undefined if it is valid. */
export type Format = (text: string) => string | undefined;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;
/** Whether a host, as in `URL.hostname`, is a loopback name or address: 127.0.0.0/8, [::1], localhost and its subdomains. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);
const PROJECT = new RegExp(`^${PREFIXES.project}_[0-9a-hjkmnp-tv-z]{26}$`);
const EMAIL = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/;

export const isEmailAddress = (text: string): boolean => EMAIL.test(text);
export const isProjectId = (text: string): boolean => PROJECT.test(text);
const NOT_AN_ORIGIN = "must be an https origin without path, query or credentials (http only for localhost)";

/** Session cookies and the clipboard need https; http is only for loopback. */
function isOrigin(text: string, httpOnLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && (url.protocol === "https:" || (httpOnLoopback && url.protocol === "http:" && isLoopbackName(url.hostname)));
}

/** A format with the message "must be …". */
export const must =
  (expected: string, isValid: (text: string) => boolean): Format =>
  (text) =>
    isValid(text) ? undefined : `must be ${expected}`;

export const originFormat =
  (httpOnLoopback: boolean): Format =>
  (text) =>
    isOrigin(text, httpOnLoopback) ? undefined : NOT_AN_ORIGIN;

export const anyText: Format = () => undefined;
export const trueOrFalse = must('"true" or "false"', (text) => text === "true" || text === "false");
/** Most secrets are sent in a header, which allows no spaces or line breaks here. */
export const headerValue = must("one line of visible characters without spaces", (text) => /^[\x21-\x7e]+$/.test(text));
export const emailAddress = must("one email address", isEmailAddress);
export const keyOf32Bytes = must("the base64 encoding of 32 bytes", isKeyOf32Bytes);
export const serviceAddress = must("an https address without credentials or query", isServiceUrl);

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const plain = username === "" && password === "" && search === "" && hash === "";
  return plain && (protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname)));
}

/** Only canonical base64 is accepted, so that one key has one spelling. */
function isKeyOf32Bytes(text: string): boolean {
  try {
    const bytes = atob(text);
    return bytes.length === 32 && btoa(bytes) === text;
  } catch {
    return false;
  }
}

/** The platform stores values of at most 5000 bytes. */
export const tooLong = (text: string): string | undefined =>
  new TextEncoder().encode(text).length > 5000 ? "must not be longer than 5000 bytes" : undefined;
