import { expect, test } from "vitest";
import { digitsOf, pageOf } from "./rules.ts";

test("a code has six digits, evenly spread, whatever bytes it is derived from", () => {
  expect(digitsOf(new Uint8Array(32))).toBe("000000");
  expect(digitsOf(new Uint8Array([0, 0, 0, 0, 0, 7, 255]))).toBe("000007");
  const seen = new Set<string>();
  for (let i = 0; i < 2000; i += 1) seen.add(digitsOf(crypto.getRandomValues(new Uint8Array(32))));
  for (const code of seen) expect(code).toMatch(/^\d{6}$/);
  // A skewed distribution would have far more repetitions.
  expect(seen.size).toBeGreaterThan(1980);
});

test.each([
  [null, "https://shop.example/"],
  ["https://shop.example/cart?item=1#top", "https://shop.example/cart?item=1"],
  ["https://evil.example/cart", "https://shop.example/"],
  ["https://shop.example.evil.example/", "https://shop.example/"],
  ["http://shop.example/cart", "https://shop.example/"],
  ["https://user:word@shop.example/cart", "https://shop.example/"],
  ["javascript:alert(1)", "https://shop.example/"],
  ["no address", "https://shop.example/"],
])("a return link from a mail to a visitor last seen on %j opens %j", (page, leads) => {
  expect(pageOf("https://shop.example", page)).toBe(leads);
});
