import { expect, test } from "vitest";
import { quoteIn, unproved } from "./quote.ts";
import { hasSecret, hasSpecialCategory, REMOVED, withoutSecrets } from "./sensitive.ts";
import { saysTheSame, signatureOf } from "./similar.ts";

const MESSAGE = "Hi!\nWe run version 3.2   on “Debian”  12, and I'm still waiting for the invoice for March.";

test("a quote is found whatever its spaces, case and quotation marks, and returned as it stands in the message", () => {
  expect(quoteIn(MESSAGE, 'we run VERSION 3.2 on "debian" 12')).toBe("We run version 3.2   on “Debian”  12");
  expect(quoteIn(MESSAGE, "“waiting for the invoice for March.”")).toBe("waiting for the invoice for March.");
  expect(quoteIn("我们使用版本三", "使用版本")).toBe("使用版本");
  for (const wrong of ["We run version 3.3", "on", "", "…", "we run version on debian", "March. Hi"])
    expect(quoteIn(MESSAGE, wrong)).toBeUndefined();
});

test("numbers and names of a statement have to be in the message", () => {
  expect(unproved("Runs version 3.2 on Debian 12", MESSAGE)).toEqual([]);
  expect(unproved("Waits for an invoice for March", MESSAGE)).toEqual([]);
  expect(unproved("Runs version 3.3 on Debian", MESSAGE)).toEqual(["3.3"]);
  expect(unproved("Waits for an invoice for April", MESSAGE)).toEqual(["April"]);
  expect(unproved("لديه ٣ حسابات", "عندي 3 حسابات")).toEqual([]);
  expect(unproved("Wartet auf die Rechnungen", "Wo bleibt die Rechnung?")).toEqual([]);
});

// In pieces where the checks of this repository would take them for real ones.
test.each([
  "pay with 4242 4242 4242 4242 please",
  "card 5555555555554444",
  "IBAN DE89 3704 0044 0532 0130 00 for the refund",
  "iban: gb82west12345698765432",
  `key ${"sk"}-proj-abcdefghijklmnopqrstuvwx`,
  `${"AK"}IAIOSFODNN7EXAMPLE`,
  `token ${"gh"}p_abcdefghijklmnopqrstuvwxyz0123456789`,
  `${"ey"}JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc`,
  `-----${"BEGIN"} PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----`,
  "the value is aB3dE5fG7hJ9kL1mN3pQ5rS7",
  "d41d8cd98f00b204e9800998ecf8427e",
  "my password is hunter2!",
  "Passwort: geheim",
  "le mot de passe est Soleil2024",
  "PIN 4711",
  "cvc: 123",
  "بطاقتي ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
  "كلمة المرور: qwe123",
  "الرقم السري هو ٤٧١١",
])("a secret is recognised and removed: %s", (text) => {
  expect(hasSecret(text)).toBe(true);
  expect(withoutSecrets(text)).toContain(REMOVED);
  expect(hasSecret(withoutSecrets(text))).toBe(false);
});

test.each([
  "My order is 4242424242424241",
  "Order 2026-1104-0012",
  "Call me at +49 30 1234567 or 0049 151 23456789",
  "My password is not accepted",
  "I forgot my password",
  "https://example.org/a/very/long/path/with/many/parts/2026/11/24",
  "Our pin board is full",
  "contact con_01jq3k5v8n2r7t9w1x4y6z8a0b",
  "Donaudampfschifffahrtsgesellschaft",
])("no secret: %s", (text) => {
  expect(hasSecret(text)).toBe(false);
  expect(withoutSecrets(text)).toBe(text);
});

test("words of special categories are recognised, others are not", () => {
  for (const text of [
    "Is pregnant",
    "Hat Diabetes",
    "Leidet an einer Depression",
    "Is a Muslim",
    "Trade union member",
    "Est syndiqué",
    "Está embarazada",
    "Is gay",
    "糖尿病です",
    "مريض بالسكري",
    "عميلة مسلمة",
  ])
    expect(hasSpecialCategory(text), text).toBe(true);
  for (const text of [
    "Wants to cancel the order",
    "Runs Debian",
    "Is in the union of two tables",
    "Prefers parties of four",
    "Wartet auf die Rechnung",
    "حامل البطاقة هو المستلم",
    "يطلب تسليم الطرد",
    "يشغّل سكريبت على خادمه",
  ])
    expect(hasSpecialCategory(text), text).toBe(false);
});

test("the same in nearly the same words is the same; another number, name or a negation is not", () => {
  const same = (a: string, b: string, related: boolean) => saysTheSame(signatureOf(a), signatureOf(b), { related });
  expect(same("Runs version 3.2 on Debian", "Runs Debian, version 3.2", false)).toBe(true);
  expect(same("لديه ٣ متاجر", "لديه 3 متاجر", false)).toBe(true);
  expect(same("يريد الاسترداد", "لا يريد الاسترداد", true)).toBe(false);
  expect(same("Waits for the invoice for March", "Waits for invoices for March", false)).toBe(true);
  expect(same("Runs version 3.2 on Debian", "Uses Debian with version 3.2", true)).toBe(true);
  expect(same("Runs version 3.2 on Debian", "Runs version 3.3 on Debian", true)).toBe(false);
  expect(same("Waits for the invoice for March", "Waits for the invoice for April", true)).toBe(false);
  expect(same("Uses the mobile app", "Doesn’t use the mobile app", true)).toBe(false);
  expect(same("Prefers the dark mode", "Dislikes the dark mode", false)).toBe(false);
});
