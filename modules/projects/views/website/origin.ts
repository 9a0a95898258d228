// What people type as their website, as the origin the server wants.

/** `www.acme.com/pricing` → `https://www.acme.com`; null for nothing; what cannot be read goes as typed, for the server to say why. */
export function asOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(text);
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${loopback ? "http" : "https"}://${text}`);
    return url.origin === "null" ? text : url.origin;
  } catch {
    return text;
  }
}
