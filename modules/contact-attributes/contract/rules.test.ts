import { expect, test } from "vitest";
import type { Attribute } from "../contract.ts";
import { checkValue, valuesOfIdentity } from "./rules.ts";

const of = (type: Attribute["type"], choices: string[] = []) => ({ type, choices });

test("values get one form, and what does not fit its type is refused", () => {
  expect(checkValue(of("text"), "  Team plan ").value).toBe("Team plan");
  expect(checkValue(of("number"), "1.50").value).toBe("1.5");
  expect(checkValue(of("number"), "-0012").value).toBe("-12");
  for (const [given, kept] of [
    ["0.0000001", "0.0000001"],
    ["-000.50", "-0.5"],
    ["-0.0", "0"],
    ["100", "100"],
    ["007.070", "7.07"],
    ["0", "0"],
    ["00", "0"],
    ["10.0", "10"],
  ] as const) {
    expect(checkValue(of("number"), given).value).toBe(kept);
    expect(checkValue(of("number"), kept).value).toBe(kept);
  }
  expect(checkValue(of("date"), "2026-02-28").value).toBe("2026-02-28");
  expect(checkValue(of("choice", ["Pro", "Team"]), "Pro").value).toBe("Pro");
  expect(checkValue(of("link"), "HTTPS://Example.org").value).toBe("https://example.org/");
  for (const [type, wrong] of [
    ["text", ""],
    ["text", "two\nlines"],
    ["text", "x".repeat(501)],
    ["number", "1,5"],
    ["number", "1e5"],
    ["number", "Infinity"],
    ["number", "12345678901234567890"],
    ["date", "2026-02-30"],
    ["date", "28.2.2026"],
    ["link", "javascript:alert(1)"],
    ["link", "https://user:secret@example.org/"],
    ["link", "example.org"],
  ] as const)
    expect(checkValue(of(type), wrong).problem, `${type} ${wrong}`).toBeTypeOf("string");
  expect(checkValue(of("choice", ["Pro"]), "pro").problem).toBeTypeOf("string");
});

test("a signed identity sets the attributes that its metadata names and that fit", () => {
  const attribute = (key: string, type: Attribute["type"], archived = false) =>
    ({ id: `cat_${key}`, key, label: key, type, choices: [], archived }) as unknown as Attribute;
  const attributes = [attribute("seats", "number"), attribute("plan", "text"), attribute("since", "date"), attribute("old", "text", true)];
  expect(valuesOfIdentity(attributes, { seats: 5, plan: null, since: "soon", old: "x", other: true })).toEqual({ seats: "5", plan: null });
  expect(valuesOfIdentity([attribute("toString", "text")], {})).toEqual({});
});
