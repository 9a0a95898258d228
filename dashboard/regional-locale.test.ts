import assert from "node:assert/strict";
import { test } from "vitest";
import { regionalLocale } from "./regional-locale.ts";

test("the first regional form of the interface's language is used", () => {
  assert.equal(regionalLocale(["de-AT", "en", "en-GB", "en-US"], "en"), "en-GB");
});

test("without a regional form the plain language is used", () => {
  assert.equal(regionalLocale(["de-AT", "en"], "en"), "en");
  assert.equal(regionalLocale([], "en"), "en");
});

test("Arabic keeps Latin digits", () => {
  assert.equal(regionalLocale(["ar-EG", "en"], "ar"), "ar-EG-u-nu-latn");
  assert.equal(new Intl.NumberFormat(regionalLocale([], "ar")).format(1234), "1,234");
});

test("a name that Intl refuses is passed over", () => {
  assert.equal(regionalLocale(["en-US@posix"], "en"), "en");
  assert.equal(regionalLocale(["en-US@posix", "en-"], "en"), "en");
  assert.equal(regionalLocale(["en-US@posix", "en-IE"], "en"), "en-IE");
});
