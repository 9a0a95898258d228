import { expect, test } from "vitest";
import { asOrigin } from "./origin.ts";

test("a typed website becomes an origin", () => {
  expect(asOrigin("www.acme.com/pricing?x=1")).toBe("https://www.acme.com");
  expect(asOrigin(" HTTPS://Acme.com/ ")).toBe("https://acme.com");
  expect(asOrigin("localhost:5173")).toBe("http://localhost:5173");
  expect(asOrigin("127.0.0.1")).toBe("http://127.0.0.1");
  expect(asOrigin("shop.localhost:3000/x")).toBe("http://shop.localhost:3000");
  expect(asOrigin("http://acme.com")).toBe("http://acme.com");
  expect(asOrigin("")).toBeNull();
});

test("text that cannot be parsed is sent as typed", () => {
  expect(asOrigin("not a site")).toBe("not a site");
  expect(asOrigin("mailto://")).toBe("mailto://");
  expect(asOrigin("null")).toBe("null");
  expect(asOrigin("foo/bar")).toBe("foo/bar");
  expect(asOrigin("123")).toBe("123");
});
