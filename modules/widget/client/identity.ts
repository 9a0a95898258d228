// Detects whether a page identifies the same person again, without storing who it is.

/**
 * A short fingerprint of a JWT's claims. Sites sign a fresh token for every page view; while its claims stay the same, the running session
 * is kept. Only an optimisation: the server alone verifies tokens.
 */
export function fingerprintOf(jwt: string): string {
  try {
    const claims = JSON.parse(atob((jwt.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))) as Record<string, unknown>;
    for (const changing of ["iat", "exp", "nbf", "jti"]) delete claims[changing];
    return hash(JSON.stringify(claims));
  } catch {
    return hash(jwt);
  }
}

/** A 53-bit hash of a text (cyrb53): enough to distinguish the people using one browser, without storing their names. */
export function hash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return ((b >>> 0) * 2097152 + (a >>> 11)).toString(36);
}
