/** The `Content-Disposition` header (RFC 6266) with the file name in UTF-8 and an ASCII fallback. */
export function disposition(name: string, inline: boolean): string {
  const fallback = name.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${inline ? "inline" : "attachment"}; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
