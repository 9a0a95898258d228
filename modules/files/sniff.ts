// Detects a file's type from its first bytes. Names and declared types are only claims.
const starts = (bytes: Uint8Array, signature: readonly (number | null)[]): boolean =>
  bytes.length >= signature.length && signature.every((b, i) => b === null || bytes[i] === b);
const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

const RASTER: readonly (readonly [string, readonly (number | null)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", ascii("GIF87a")],
  ["image/gif", ascii("GIF89a")],
  ["image/webp", [...ascii("RIFF"), null, null, null, null, ...ascii("WEBP")]],
  ["image/avif", [null, null, null, null, ...ascii("ftypavif")]],
];
const OTHER: readonly (readonly [string, readonly (number | null)[]])[] = [
  ["application/pdf", ascii("%PDF-")],
  ["application/zip", [0x50, 0x4b, 0x03, 0x04]],
  ["application/gzip", [0x1f, 0x8b]],
  ["video/mp4", [null, null, null, null, ...ascii("ftyp")]],
  ["audio/mpeg", ascii("ID3")],
  ["audio/ogg", ascii("OggS")],
];
/** Extensions whose files must have the type that the name claims. */
const PROMISED: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
};
const TEXTS: Readonly<Record<string, string>> = {
  txt: "text/plain",
  log: "text/plain",
  csv: "text/csv",
  md: "text/markdown",
  json: "application/json",
};

export interface Sniffed {
  readonly type: string;
  /** A raster image, safe to display. SVG never is. */
  readonly inline: boolean;
}
/** Enough bytes to detect every type. */
export const SNIFF_BYTES = 512;

/** The type that the bytes show; `mislabelled` when the name claims an image or a PDF but the bytes are something else. */
export function sniff(head: Uint8Array, name: string): Sniffed | "mislabelled" {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const raster = RASTER.find(([, signature]) => starts(head, signature))?.[0];
  const found = raster ?? OTHER.find(([, signature]) => starts(head, signature))?.[0];
  const promised = PROMISED[extension];
  if (promised !== undefined && found !== promised) return "mislabelled";
  if (raster !== undefined) return { type: raster, inline: true };
  if (found !== undefined) return { type: found, inline: false };
  return { type: TEXTS[extension] ?? "application/octet-stream", inline: false };
}

/** A name safe to store and to send in a header: no paths, no control or direction characters. */
export function safeName(name: string): string {
  const plain =
    name
      .normalize("NFC")
      .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
      .split(/[\\/]/)
      .at(-1)
      ?.trim() ?? "";
  // Truncate at a whole character: half a surrogate pair cannot be encoded.
  return (
    plain
      .replace(/^[.\s]+/, "")
      .slice(0, 200)
      .replace(/[\ud800-\udbff]$/, "")
      .trim() || "file"
  );
}
