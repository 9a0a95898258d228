import { expect, test } from "vitest";
import { referrerOf } from "./visit.ts";

test("the referrer is a page of another website, without its search", () => {
  const own = "https://www.shop.example";
  expect(referrerOf("https://search.example/results?q=my+secret#top", own)).toBe("https://search.example/results");
  expect(referrerOf("https://shop.example/", own)).toBe("https://shop.example/");
  expect(referrerOf(`https://long.example/${"x".repeat(900)}`, own)).toHaveLength(500);
  for (const none of ["", "https://www.shop.example/cart", "android-app://com.example", "nonsense"])
    expect(referrerOf(none, own)).toBeNull();
});
