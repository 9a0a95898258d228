import { expect, test } from "vitest";
import { checkOf, personText, resultsOf } from "./labels.ts";

test("a sender is shown as name and address, without characters that change the text direction", () => {
  expect(personText({ name: "Amara Okafor", address: "amara@example.com" })).toBe("Amara Okafor <amara@example.com>");
  expect(personText({ name: " ", address: "amara@example.com" })).toBe("amara@example.com");
  expect(personText({ name: "amara@example.com", address: "amara@example.com" })).toBe("amara@example.com");
  expect(personText({ name: "\u202eevil", address: "a@example.com" })).toBe("evil <a@example.com>");
});

test("the results of the checks are shown as text", () => {
  const passed = { spf: "pass", dkim: null, dmarc: "pass", aligned: true };
  expect(checkOf(passed).label()).toBe("Sender verified");
  expect(checkOf({ ...passed, aligned: false }).label()).toBe("Sender not verified");
  expect(checkOf(null).label()).toBe("Sender not checked");
  expect(resultsOf(passed)).toEqual(["DMARC: pass", "SPF: pass", "DKIM: not checked"]);
});
