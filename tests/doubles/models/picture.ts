// Makes pictures for tests: a PNG of one colour with a disc in another one, with a C2PA manifest if one is wanted.
import { crc32, deflateSync } from "node:zlib";

interface Wish {
  readonly width?: number;
  readonly height?: number;
  /** Red, green, blue. */
  readonly ground?: readonly [number, number, number];
  readonly disc?: readonly [number, number, number];
  readonly signed?: boolean;
}
export function picture({
  width = 192,
  height = 128,
  ground = [32, 72, 180],
  disc = [250, 210, 60],
  signed = false,
}: Wish = {}): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * 3));
  const radius = Math.min(width, height) / 3;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows.set(Math.hypot(x - width / 2, y - height / 2) < radius ? disc : ground, y * (1 + width * 3) + 1 + x * 3);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return joined([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(signed ? [chunk("caBX", new TextEncoder().encode("\0\0\0\u0016jumb a manifest"))] : []),
    chunk("IDAT", new Uint8Array(deflateSync(rows))),
    chunk("IEND", new Uint8Array()),
  ]);
}
function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), data]);
  const [before, after] = [new Uint8Array(4), new Uint8Array(4)];
  new DataView(before.buffer).setUint32(0, data.byteLength);
  new DataView(after.buffer).setUint32(0, crc32(named));
  return joined([before, named, after]);
}
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
