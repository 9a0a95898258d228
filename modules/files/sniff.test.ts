import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { disposition } from "#kernel/http/disposition.ts";
import { safeName, sniff } from "./sniff.ts";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((p) => (typeof p === "string" ? [...p].map((c) => c.charCodeAt(0)) : p)));
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test.each([
  [bytes(PNG, "rest"), "a.png", "image/png"],
  [bytes([0xff, 0xd8, 0xff, 0xe0]), "a.JPG", "image/jpeg"],
  [bytes("GIF89a"), "a.gif", "image/gif"],
  [bytes("GIF87a"), "noname", "image/gif"],
  [bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 "), "a.webp", "image/webp"],
  [bytes([0, 0, 0, 28], "ftypavif"), "a.avif", "image/avif"],
])("a raster image is recognised by its bytes and served inline: %#", (head, name, type) => {
  expect(sniff(head, name)).toEqual({ type, inline: true });
});

test("an SVG is never served inline or as an image, whatever its name", () => {
  for (const name of ["a.svg", "a.SVG", "a", "a.xml", "a.txt", "a.html", "a.svgz"])
    expect(sniff(SVG, name)).toMatchObject({ inline: false });
  for (const name of ["a.svg", "a.html", "a.xml", "a"])
    expect(sniff(SVG, name)).toEqual({ type: "application/octet-stream", inline: false });
  for (const name of ["a.png", "a.svg.png", "a.jpeg", "a.gif", "a.webp", "a.pdf"]) expect(sniff(SVG, name)).toBe("mislabelled");
});

test("a file whose name claims an image or a PDF is mislabelled unless its bytes agree", () => {
  expect(sniff(bytes("<html><script>"), "photo.png")).toBe("mislabelled");
  expect(sniff(bytes(PNG), "photo.jpg")).toBe("mislabelled");
  expect(sniff(bytes("%PDF-1.7"), "paper.png")).toBe("mislabelled");
  expect(sniff(bytes("MZ"), "paper.pdf")).toBe("mislabelled");
  expect(sniff(new Uint8Array(0), "photo.png")).toBe("mislabelled");
  expect(sniff(bytes(PNG.slice(0, 7)), "photo.png")).toBe("mislabelled");
  expect(sniff(bytes("RIFF", [0, 0, 0, 0], "WAVE"), "photo.webp")).toBe("mislabelled");
});

test("a polyglot gets the type of its first bytes, and only raster images are inline", () => {
  // A GIF whose comment is a script is shown as an image; the response has nosniff and a sandbox policy.
  expect(sniff(bytes("GIF89a/*", [0, 0], "*/=alert(1)//"), "a.gif")).toEqual({ type: "image/gif", inline: true });
  expect(sniff(bytes("%PDF-1.4 <script>"), "a.html")).toEqual({ type: "application/pdf", inline: false });
  expect(sniff(bytes([0x50, 0x4b, 3, 4], "<svg"), "a.svg")).toEqual({ type: "application/zip", inline: false });
  expect(sniff(bytes("   ", PNG), "a.dat")).toEqual({ type: "application/octet-stream", inline: false });
});

test("text types are recognised by name, and only for text", () => {
  expect(sniff(bytes("a,b"), "a.csv")).toEqual({ type: "text/csv", inline: false });
  expect(sniff(bytes("{}"), "a.JSON")).toEqual({ type: "application/json", inline: false });
  expect(sniff(bytes("<script>"), "a.html")).toEqual({ type: "application/octet-stream", inline: false });
  expect(sniff(bytes("x"), "a.js")).toEqual({ type: "application/octet-stream", inline: false });
});

test("a file is inline only with the signature of a raster image, whatever its bytes and name", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (head, name) => {
      const found = sniff(head, name);
      if (found !== "mislabelled" && found.inline) expect(found.type).toMatch(/^image\/(png|jpeg|gif|webp)$/);
      if (found !== "mislabelled") expect(found.type).not.toMatch(/svg|html|javascript|xml/);
    }),
  );
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\a.png", "a.png"],
  ["..", "file"],
  [".htaccess", "htaccess"],
  ["a\u202egnp.exe", "agnp.exe"],
  ["a\r\nset-cookie: x.png", "aset-cookie: x.png"],
  ["  spaced.txt  ", "spaced.txt"],
  ["", "file"],
  ["/", "file"],
  ["Rechnung März.pdf", "Rechnung März.pdf"],
])("the file name %j is stored as %j", (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test("every file name becomes one that can be stored, shown and sent in a header", () => {
  fc.assert(
    fc.property(
      fc.oneof(anyText(300), fc.string({ unit: fc.constantFrom("😀", "é", "a", "\\", '"', ".", "'"), minLength: 150, maxLength: 300 })),
      fc.boolean(),
      (name, inline) => {
        const safe = safeName(name);
        expect(safe.length).toBeGreaterThan(0);
        expect(safe.length).toBeLessThanOrEqual(200);
        expect(safe.isWellFormed()).toBe(true);
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(safe).not.toMatch(/^\./);
        expect(safeName(safe)).toBe(safe);
        const header = disposition(safe, inline);
        expect(header).toMatch(/^(inline|attachment); filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
        expect(new Headers({ "content-disposition": header }).get("content-disposition")).toBe(header);
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? "")).toBe(safe);
      },
    ),
  );
});
