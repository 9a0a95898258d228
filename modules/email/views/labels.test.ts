import { expect, test } from "vitest";
import { sizeText } from "#dashboard/ui/size.ts";
import { DELIVERY_STATES } from "../contract.ts";
import type { Mail } from "../../email-channel/contract.ts";
import { checkOf, personText, resultsOf } from "../../inbound-email/views/labels.ts";
import { isNewSubject, subjectBefore } from "../../email-channel/views/thread/subjects.ts";
import { listText, mayRetry } from "./labels.ts";
import { previewOf, replyProblem } from "../../email-settings/views/settings/sender-preview.ts";

test("a person is a name and an address, without the marks that turn writing around", () => {
  expect(personText({ name: "Amara Okafor", address: "amara@example.com" })).toBe("Amara Okafor <amara@example.com>");
  expect(personText({ name: " ", address: "amara@example.com" })).toBe("amara@example.com");
  expect(personText({ name: "amara@example.com", address: "amara@example.com" })).toBe("amara@example.com");
  expect(personText({ name: "\u202eevil", address: "a@example.com" })).toBe("evil <a@example.com>");
});

test("an answer's subject is the same one, whatever language its prefix is in", () => {
  expect(isNewSubject("Invoice", undefined)).toBe(true);
  for (const prefix of ["Re: ", "RE: Re: ", "AW: ", "Fwd: ", "Re[2]: ", "SV: "])
    expect(isNewSubject(`${prefix}Invoice`, "Invoice")).toBe(false);
  expect(isNewSubject("Re: Export", "Invoice")).toBe(true);
  expect(isNewSubject("Re: ", "Invoice")).toBe(false);
  expect(isNewSubject(null, "Invoice")).toBe(false);
  // Words that only begin like a prefix.
  expect(isNewSubject("Refund: October", "October")).toBe(true);
});

test("the subject before is that of the last earlier mail that has one", () => {
  const mail = (id: string, subject: string | null) => ({ messageId: id, subject }) as unknown as Mail;
  const all = [mail("msg_3", "Export"), mail("msg_1", "Invoice"), mail("msg_2", null)];
  expect(subjectBefore(all, all[0] as Mail)).toBe("Invoice");
  expect(subjectBefore(all, all[1] as Mail)).toBeUndefined();
});

test("what the checks found is said in words", () => {
  const passed = { spf: "pass", dkim: null, dmarc: "pass", aligned: true };
  expect(checkOf(passed).label()).toBe("Sender’s domain confirmed");
  expect(checkOf({ ...passed, aligned: false }).label()).toBe("Sender not confirmed");
  expect(checkOf(null).label()).toBe("Sender not checked");
  expect(resultsOf(passed)).toEqual(["DMARC: pass", "SPF: pass", "DKIM: not checked"]);
});

test("the preview fills in what the form leaves empty", () => {
  const empty = { sender: "", senderName: " ", replyAddress: "" };
  expect(previewOf(empty, "desk@acme.example", "Acme", "Mia")).toEqual({ from: "Mia at Acme <desk@acme.example>", replyTo: null });
  expect(previewOf(empty, null, "Acme", "Mia").from).toBeNull();
  expect(previewOf({ sender: "a@b.example", senderName: "Team", replyAddress: "help@b.example" }, null, "Acme", "Mia")).toEqual({
    from: "Mia at Team <a@b.example>",
    replyTo: "help+…@b.example",
  });
});

test("a reply address that cannot be used is named before the server refuses it", () => {
  expect(replyProblem("help@acme.example", 11)).toBeUndefined();
  expect(replyProblem("", 11)).toBeUndefined();
  expect(replyProblem("customer.service@acme.example", 11)).toMatch(/at most 11 characters/);
  expect(replyProblem("a+b@acme.example", 11)).toMatch(/without a \+/);
});

test("what ended badly or is held back is sent again by hand, unless its address was erased", () => {
  const again = (to: string | null) => DELIVERY_STATES.filter((state) => mayRetry({ state, to, dueAt: null }));
  expect(again("ada@customer.example")).toEqual(["bounced", "failed", "needs_review", "suppressed", "held"]);
  expect(again(null)).toEqual([]);
  expect(mayRetry({ state: "held", to: "ada@customer.example", dueAt: "2026-11-20T12:00:00.000Z" })).toBe(false);
});

test("sizes and lists are for people", () => {
  expect(sizeText(48_200)).toMatch(/^48\s?kB$/);
  expect(sizeText(1_400_000)).toMatch(/^1.4\s?MB$/);
  expect(listText(["EMAIL_FROM", "EMAIL_API_KEY"])).toBe("EMAIL_FROM and EMAIL_API_KEY");
});
