import { expect, test } from "vitest";
import type { Mail } from "../../contract.ts";
import { isNewSubject, subjectBefore } from "./subjects.ts";

test("a reply prefix in any language does not make a subject new", () => {
  expect(isNewSubject("Invoice", undefined)).toBe(true);
  for (const prefix of ["Re: ", "RE: Re: ", "AW: ", "Fwd: ", "Re[2]: ", "SV: "])
    expect(isNewSubject(`${prefix}Invoice`, "Invoice")).toBe(false);
  expect(isNewSubject("Re: Export", "Invoice")).toBe(true);
  expect(isNewSubject("Re: ", "Invoice")).toBe(false);
  expect(isNewSubject(null, "Invoice")).toBe(false);
  // A word followed by a colon is not always a prefix.
  expect(isNewSubject("Refund: October", "October")).toBe(true);
});

test("the previous subject is that of the last earlier mail that has one", () => {
  const mail = (id: string, subject: string | null) => ({ messageId: id, subject }) as unknown as Mail;
  const all = [mail("msg_3", "Export"), mail("msg_1", "Invoice"), mail("msg_2", null)];
  expect(subjectBefore(all, all[0] as Mail)).toBe("Invoice");
  expect(subjectBefore(all, all[1] as Mail)).toBeUndefined();
});
