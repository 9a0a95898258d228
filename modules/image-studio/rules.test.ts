import { expect, test } from "vitest";
import { picture } from "../../tests/doubles/models/picture.ts";
import { hasManifest, isSize, isUsable, MAX_TOLD, promptOf } from "./rules.ts";

test.each([
  ["1536x1024", true],
  ["256x4096", true],
  ["255x1024", false],
  ["1024x5000", false],
  ["auto", false],
  ["1024", false],
  ["", false],
])("size %j: %s", (text, valid) => expect(isSize(text)).toBe(valid));

test("only images that browsers show, and that are no dots, can be stored", () => {
  expect(isUsable("image/webp", { width: 64, height: 64 })).toBe(true);
  expect(isUsable("image/gif", { width: 64, height: 64 })).toBe(false);
  expect(isUsable("image/png", { width: 63, height: 640 })).toBe(false);
  expect(isUsable("image/png", { width: 640, height: 8193 })).toBe(false);
});

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...part].map((char) => char.charCodeAt(0)))));
test("a C2PA manifest is found where each format keeps it", () => {
  expect(hasManifest(picture({ signed: true }))).toBe(true);
  expect(hasManifest(picture())).toBe(false);
  const app11 = bytes(0xff, 0xd8, 0xff, 0xeb, 0, 20, "JP", 0, 1, 0, 0, 0, 1, 0, 0, 0, 8, "jumb", 0xff, 0xda);
  expect(hasManifest(app11)).toBe(true);
  expect(hasManifest(bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xda))).toBe(false);
  expect(hasManifest(bytes("RIFF", 20, 0, 0, 0, "WEBP", "VP8X", 1, 0, 0, 0, 9, 0, "C2PA", 0, 0, 0, 0))).toBe(true);
  expect(hasManifest(bytes("RIFF", 20, 0, 0, 0, "WEBP", "VP8X", 1, 0, 0, 0, 9, 0))).toBe(false);
});
test.each([0, 1, 3, 11, 19, 40])("%d bytes of a cut file are no reason to fail", (length) => {
  expect(hasManifest(picture().subarray(0, length))).toBe(false);
});

test("the model is told purpose, wish and look, never more than its price was computed for", () => {
  const longest = {
    ...{ purpose: "launcher" as const, prompt: "w".repeat(1000), tone: "t".repeat(200), edits: false },
    colors: Array.from({ length: 6 }, () => "#aabbcc"),
  };
  for (const purpose of ["header", "card", "avatar", "launcher", "empty"] as const)
    for (const edits of [true, false]) expect(promptOf({ ...longest, purpose, edits }).length).toBeLessThanOrEqual(MAX_TOLD);
  const plain = promptOf({ purpose: "card", prompt: "A bridge", colors: [], tone: "", edits: false });
  expect(plain).toContain("It shows: A bridge");
  expect(plain).not.toMatch(/Colours|tone:/);
});
