import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "./size.ts";

const bytes = (...parts: (string | number | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (c) => c.charCodeAt(0)) : part)));
const be = (value: number, length: number): number[] => Array.from({ length }, (_, i) => (value >>> (8 * (length - 1 - i))) & 255);
const le = (value: number, length: number): number[] => be(value, length).reverse();
const png = (width: number, height: number) => bytes([0x89], "PNG\r\n\x1a\n", be(13, 4), "IHDR", be(width, 4), be(height, 4));
const frame = (marker: number) => [0xff, marker, ...be(17, 2), 8, ...be(300, 2), ...be(400, 2), 3];
const exif = (orientation: number): number[] => {
  const tiff = [...bytes("II*\0"), ...le(8, 4), ...le(1, 2), ...le(0x0112, 2), ...le(3, 2), ...le(1, 4), ...le(orientation, 2), 0, 0];
  const body = [...bytes("Exif\0\0"), ...tiff];
  return [0xff, 0xe1, ...be(body.length + 2, 2), ...body];
};
const box = (type: string, ...inside: number[][]): number[] => {
  const body = inside.flat();
  return [...be(body.length + 8, 4), ...bytes(type), ...body];
};
const ispe = (width: number, height: number) => box("ispe", be(0, 4), be(width, 4), be(height, 4));
const avif = (...properties: number[][]) =>
  Uint8Array.from([...box("ftyp", [...bytes("avif")], be(0, 4)), ...box("meta", be(0, 4), box("iprp", box("ipco", ...properties)))]);

test.each([
  ["PNG", png(640, 480), [640, 480]],
  ["GIF", bytes("GIF89a", le(20, 2), le(30, 2)), [20, 30]],
  ["WebP, extended", bytes("RIFF", be(0, 4), "WEBPVP8X", be(0, 8), le(799, 3), le(599, 3)), [800, 600]],
  ["WebP, lossless", bytes("RIFF", be(0, 4), "WEBPVP8L", be(0, 4), 0x2f, le(99 | (49 << 14), 4)), [100, 50]],
  ["WebP, lossy", bytes("RIFF", be(0, 4), "WEBPVP8 ", be(0, 4), [0, 0, 0, 0x9d, 0x01, 0x2a], le(120, 2), le(80, 2)), [120, 80]],
  ["JPEG", bytes([0xff, 0xd8], [0xff, 0xe0, ...be(4, 2), 0, 0], frame(0xc0)), [400, 300]],
  ["JPEG, progressive, after a table", bytes([0xff, 0xd8], [0xff, 0xc4, ...be(3, 2), 0], frame(0xc2)), [400, 300]],
  ["JPEG upright", bytes([0xff, 0xd8], exif(1), frame(0xc0)), [400, 300]],
  ["JPEG turned by its camera", bytes([0xff, 0xd8], exif(6), frame(0xc0)), [300, 400]],
  ["AVIF", avif(ispe(64, 64), ispe(1024, 768)), [1024, 768]],
  ["AVIF turned", avif(ispe(1024, 768), box("irot", [1])), [768, 1024]],
])("the size of an image is read from its bytes: %s", (_, given, [width, height]) => {
  expect(sizeOf(given)).toEqual({ width, height });
});

test("truncated, empty and invalid images have no size", () => {
  expect(sizeOf(png(0, 480))).toBeUndefined();
  expect(sizeOf(png(70_000, 480))).toBeUndefined();
  expect(sizeOf(png(640, 480).subarray(0, 20))).toBeUndefined();
  expect(sizeOf(bytes("<svg width='1'>"))).toBeUndefined();
  expect(sizeOf(new Uint8Array())).toBeUndefined();
});

test("reading the size of arbitrary bytes terminates with a positive size or none", () => {
  const head = fc.constantFrom([...png(1, 1)], [0xff, 0xd8], [...bytes("RIFF\0\0\0\0WEBP")], [...avif(ispe(2, 2))], [...bytes("GIF8")]);
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 200 }), (begin, rest) => {
      const size = sizeOf(Uint8Array.from([...begin, ...rest]));
      expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
    }),
  );
});
