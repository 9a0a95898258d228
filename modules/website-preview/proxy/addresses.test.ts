import { expect, test } from "vitest";
import {
  addressIn,
  cssIn,
  fileAddress,
  importMapIn,
  isInScope,
  linkAddress,
  MAX_ADDRESSES,
  type Reading,
  readingOf,
  sessionPathOf,
  srcsetIn,
  targetOf,
} from "./addresses.ts";

const PREFIX = `/s/${"a".repeat(43)}`;
const place = { prefix: PREFIX, origins: ["https://shop.example", "https://cdn.example"] };
const reading = (): Reading => readingOf(place, new URL("https://shop.example/a/b?c"));

test("a request names an origin of the session and a path, and nothing else", () => {
  const at = (path: string) => targetOf(new URL(path, "https://look.example"), place.origins);
  expect(at(`${PREFIX}/0/x?y=1`)).toEqual({ url: "https://shop.example/x?y=1", origin: 0, hops: 0 });
  expect(at(`${PREFIX}/1.3/x`)).toEqual({ url: "https://cdn.example/x", origin: 1, hops: 3 });
  expect(at(`${PREFIX}/0//evil.example/x`)).toEqual({ url: "https://shop.example//evil.example/x", origin: 0, hops: 0 });
  expect(at(`${PREFIX}/0/@evil.example/x`)).toEqual({ url: "https://shop.example/@evil.example/x", origin: 0, hops: 0 });
  for (const path of ["/0", "/2/x", "/00x/", "/0.12/x", "/-1/x", "/x", "/0:443/x", "/0@evil.example/x"])
    expect(at(PREFIX + path), path).toBeUndefined();
  expect(sessionPathOf(`${PREFIX}/0/x`)).toEqual({ prefix: PREFIX, token: "a".repeat(43), rest: "/0/x" });
  for (const path of ["/s/short/0/", PREFIX, `/x${PREFIX}/0/`, `${PREFIX}a/0/`]) expect(sessionPathOf(path), path).toBeUndefined();
});

test.for([
  ["x.png", `${PREFIX}/0/a/x.png`],
  ["/x.png?y#z", `${PREFIX}/0/x.png?y#z`],
  ["  ../x.png\n", `${PREFIX}/0/x.png`],
  ["//cdn.example/x", `${PREFIX}/1/x`],
  ["http://shop.example/x", `${PREFIX}/0/x`],
  ["https://shop.example:443/x", `${PREFIX}/0/x`],
  ["https://shop.example:8443/x", undefined],
  ["http://shop.example:8080/x", undefined],
  ["https://evil.example/x", undefined],
  ["https://shop.example@evil.example/x", undefined],
  ["https://shop.example.evil.example/x", undefined],
  ["javascript:alert(1)", undefined],
  ["java\nscript:alert(1)", undefined],
  ["blob:https://shop.example/x", undefined],
  ["data:text/html,x", undefined],
  ["data:image/png;base64,x", "data:image/png;base64,x"],
  ["http://[", undefined],
  ["#a", "#a"],
] as const)("the address of a file %j", ([text, address]) => {
  expect(fileAddress(reading(), text)).toBe(address);
});

test.for([
  ["x", `${PREFIX}/0/a/x`],
  ["#top", "#top"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["https://evil.example/?a=b", `${PREFIX}/away?to=${encodeURIComponent("https://evil.example/?a=b")}`],
  // Files may come from there, but no pages.
  ["https://cdn.example/x", `${PREFIX}/away?to=${encodeURIComponent("https://cdn.example/x")}`],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
] as const)("the address of a link %j", ([text, address]) => {
  expect(linkAddress(reading(), text)).toBe(address);
});

test("a srcset keeps its descriptors and loses what can't be loaded", () => {
  const at = (text: string): string => srcsetIn(reading(), text);
  expect(at("/a.png 1x, /b.png 2x")).toBe(`${PREFIX}/0/a.png 1x, ${PREFIX}/0/b.png 2x`);
  expect(at(" a.png , https://evil.example/b.png 2x,/c.png 300w ")).toBe(`${PREFIX}/0/a/a.png, ${PREFIX}/0/c.png 300w`);
  expect(at("/a,b.png 1x")).toBe(`${PREFIX}/0/a,b.png 1x`);
  expect(at("")).toBe("");
  const began = performance.now();
  at(", ".repeat(20_000));
  at("a ".repeat(20_000));
  expect(performance.now() - began).toBeLessThan(500);
});

test("a style sheet leads through the preview", () => {
  const at = (text: string): string => cssIn(reading(), text);
  expect(at(`a{background:URL( 'x.png' )}`)).toBe(`a{background:url("${PREFIX}/0/a/x.png")}`);
  expect(at(`@import 'x.css' screen; @import url(/y.css);`)).toBe(
    `@import "${PREFIX}/0/a/x.css" screen; @import url("${PREFIX}/0/y.css");`,
  );
  expect(at(`a{background:url(https://evil.example/x)}`)).toBe(`a{background:url("")}`);
  expect(at(`a{background:url(data:image/png;base64,AAAA)}`)).toBe(`a{background:url("data:image/png;base64,AAAA")}`);
  expect(at(`a{mask:url(#m)}`)).toBe(`a{mask:url("#m")}`);
  const began = performance.now();
  at("url(".repeat(100_000));
  at(`@import "`.repeat(50_000));
  at(`url(${" ".repeat(500_000)}`);
  at(`url('`.repeat(50_000));
  at(`url("${"url('".repeat(50_000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});

test("beyond so many addresses a page loads nothing more", () => {
  const one = reading();
  const srcset = srcsetIn(one, "/a 1x,".repeat(2999) + "/a 1x");
  expect(srcset.split(", ").length).toBe(3000);
  const css = cssIn(one, "url(/a)".repeat(MAX_ADDRESSES));
  expect([css.split(`url("${PREFIX}/0/a")`).length - 1, css.endsWith('url("")')]).toEqual([MAX_ADDRESSES - 3000, true]);
  expect([srcsetIn(one, "/a 1x, /b 2x"), fileAddress(one, "/a"), linkAddress(one, "/a"), linkAddress(one, "#a")]).toEqual([
    ...["", undefined, undefined, "#a"],
  ]);
});

test("an import map leads through the preview, and one that is no JSON is empty", () => {
  const map = JSON.parse(
    importMapIn(
      reading(),
      JSON.stringify({ imports: { vue: "/vue.js", "./x/": "./y/", evil: "https://evil.example/x.js" }, scopes: { "/a/": { b: "/b.js" } } }),
    ),
  ) as unknown;
  expect(map).toEqual({
    imports: { vue: `${PREFIX}/0/vue.js`, [`${PREFIX}/0/a/x/`]: `${PREFIX}/0/a/y/` },
    scopes: { [`${PREFIX}/0/a/`]: { b: `${PREFIX}/0/b.js` } },
  });
  for (const text of ["", "null", "[]", "{", '{"imports":3}']) expect(importMapIn(reading(), text), text).toMatch(/^\{/);
  expect(importMapIn(reading(), JSON.stringify({ imports: { "</script><script>": "/x" } }))).not.toContain("</script");
});

test("a prefix holds for whole segments", () => {
  for (const path of ["/shop", "/shop/", "/shop/x"]) expect([path, isInScope(path, ["/shop"])]).toEqual([path, true]);
  for (const path of [
    "/",
    "/shopping",
    "/Shop",
    "/shop%2f..%2fadmin",
    "/shop/%5c../x",
    "/shop/..;/a",
    "/shop/%2e%2e;x/a",
    "/shop/%252e%252e/a",
  ])
    expect([path, isInScope(path, ["/shop"])]).toEqual([path, false]);
  expect(isInScope("/anything%2f", ["/a", "/"])).toBe(true);
  expect(isInScope("/shop/x", ["/shop/"])).toBe(true);
  expect(isInScope("/shop", ["/shop/"])).toBe(false);
});

test("a redirect keeps its place among the hops", () => {
  expect(addressIn(place, new URL("https://shop.example/x#y"), 2)).toBe(`${PREFIX}/0.2/x#y`);
  expect(addressIn(place, new URL("https://127.0.0.1/x"), 2)).toBeUndefined();
});
