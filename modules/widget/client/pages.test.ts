import { expect, test } from "vitest";
import { pageOf } from "./pages.ts";

const at = (href: string, title = "T") => pageOf(new URL(href), title);

test("fragments are removed, except for routes of a hash router", () => {
  expect(at("https://a.example/x?y=1#access_token=abc").url).toBe("https://a.example/x?y=1");
  expect(at("https://a.example/#/cart").url).toBe("https://a.example/#/cart");
});
test("titles become one line of at most 300 characters, and long URLs lose their query", () => {
  expect(at("https://a.example/", ` a\n b ${"c".repeat(400)}`).title).toBe(`a b ${"c".repeat(296)}`);
  expect(at(`https://a.example/p?q=${"x".repeat(3000)}`).url).toBe("https://a.example/p");
});
