// Generates client-side ids.

/** A random UUID; pages without TLS have no crypto.randomUUID. */
export function uuid(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  return Array.from(bytes, (byte, i) => (i === 4 || i === 6 || i === 8 || i === 10 ? "-" : "") + byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
