// Names that are known are left out, as words of their own.
import { expect, test } from "vitest";
import { leftOutIn, withoutDetails } from "./redaction.ts";

test("a known name is left out as a whole and in parts, but not within other words or in another case", () => {
  const names = ["Mark O'Neil (CTO)", "Al"];
  const text = "Mark O'Neil (CTO) and Mark said: mark the Markdown, O'Neil. Al agrees.";
  expect(withoutDetails(text, names)).toBe("[…] and […] said: mark the Markdown, […]. Al agrees.");
  expect(leftOutIn(withoutDetails(text, names))).toBe(3);
  expect(withoutDetails("Ana.* (+[", ["Ana.*", "(+["])).not.toContain("Ana");
  expect(withoutDetails("Anne-Marie/A. wrote", ["Anne-Marie/A."])).toBe("[…] wrote");
  expect(withoutDetails("昨日、山田太郎さんが", ["山田太郎"])).toBe("昨日、[…]さんが");
});
