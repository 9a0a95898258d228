// Detects whether a page identifies the same person again, without storing who it is.

/**
 * A short print of what a JWT says about its person. Sites sign a fresh token for every page view; as long as it says the
 * same, the running session stays. Only a memory aid: the server alone judges tokens.
 */
export function printOf(jwt: string): string {
  try {
    const claims = JSON.parse(atob((jwt.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/"))) as Record<string, unknown>;
    for (const changing of ["iat", "exp", "nbf", "jti"]) delete claims[changing];
    return hash(JSON.stringify(claims));
  } catch {
    return hash(jwt);
  }
}

/** 53 bits of a text (cyrb53): enough to tell two people on one browser apart, too little to keep what they are called. */
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
