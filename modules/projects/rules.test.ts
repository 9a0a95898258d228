import fc from "fast-check";
import * as v from "valibot";
import { anyText } from "#kernel/testing/any-text.ts";
import { expect, test } from "vitest";
import { atLeast, ROLES, WebsiteOrigin, WidgetAppearance } from "./contract.ts";
import { luminance, onColorOf } from "#kernel/wire/color.ts";
import { defaultAppearance, slugOf, snippetOf } from "./rules.ts";

const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

test("the chosen text colour has a contrast of at least 4.5 : 1 on every colour", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, (c) => {
      expect(contrast(c, onColorOf(c))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 1000 },
  );
  // Greys near the switch between dark and light text are the hardest.
  for (let n = 0; n < 256; n += 1) {
    const grey = `#${n.toString(16).padStart(2, "0").repeat(3)}`;
    expect(contrast(grey, onColorOf(grey)), grey).toBeGreaterThanOrEqual(4.5);
  }
});
test("luminance follows WCAG's definition", () => {
  expect([luminance("#000000"), luminance("#ffffff")]).toEqual([0, 1]);
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("checking a website origin never throws", () => {
  for (const text of ["http://", "http://[", "http://%", "http://a b", "http://localhost:99999", "https://localhost:99999"])
    expect(v.is(WebsiteOrigin, text), text).toBe(false);
  fc.assert(
    fc.property(anyText(40), fc.constantFrom("", "http://", "https://"), (text, scheme) => void v.is(WebsiteOrigin, scheme + text)),
  );
});

test("a slug is short, plain and never empty for any name", () => {
  expect([slugOf("Acme GmbH & Co."), slugOf("Zoë's Café"), slugOf("日本"), slugOf("--"), slugOf("  A  B  ")]).toEqual([
    "acme-gmbh-co",
    "zoe-s-cafe",
    "project",
    "project",
    "a-b",
  ]);
  fc.assert(
    fc.property(anyText(80), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
      expect(slugOf(name).length).toBeLessThanOrEqual(40);
    }),
  );
  expect(slugOf(`${"a".repeat(39)} b`)).toMatch(/^a+$/);
});

test("the default appearance is valid, and the snippet contains origin and key", () => {
  expect(v.parse(WidgetAppearance, defaultAppearance())).toEqual(defaultAppearance());
  expect(snippetOf("https://desk.example", "pk_x")).toBe('<script async src="https://desk.example/widget.js" data-key="pk_x"></script>');
});

test.each([
  "https://www.example.com",
  "https://example.com:8443",
  "http://localhost:3000",
  "https://localhost:3000",
  "http://shop.localhost",
  "http://127.0.0.1:1",
])("%s is accepted as a website origin", (origin) => {
  expect(v.is(WebsiteOrigin, origin)).toBe(true);
});
test.each([
  "http://example.com",
  "https://example.com/",
  "https://example.com/path",
  "https://*.example.com",
  "null",
  "",
  "https://EXAMPLE.com",
  "https://user@example.com",
  "file:///x",
  "javascript:alert(1)",
  "https://example.com#",
  "https://example.com:443",
  "http://localhost.evil.example",
  "https://null",
  "https://foo",
  "https://foo:8443",
  "https://foo.",
])("%s is refused as a website origin", (origin) => {
  expect(v.is(WebsiteOrigin, origin)).toBe(false);
});

test("roles are ordered from owner to operator", () => {
  for (const [i, role] of ROLES.entries()) for (const [j, needed] of ROLES.entries()) expect(atLeast(role, needed)).toBe(i <= j);
});
