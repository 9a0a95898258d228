import { expect, test } from "vitest";
import { languageOf, stem, stemsOf } from "./stem.ts";

const THINGS: readonly [language: string, ...things: readonly (readonly string[])[]][] = [
  [
    "en",
    ["invoice", "invoices"],
    ["retry", "retries", "retried", "retrying"],
    ["connect", "connection", "connected"],
    ["stop", "stopped", "stopping", "stops"],
    ["change", "changes", "changed", "changing"],
  ],
  ["de", ["rechnung", "rechnungen"], ["grosse", "grossen", "grosser"]],
  ["fr", ["facture", "factures"], ["envoyé", "envoyée", "envoyer"], ["journal", "journaux"]],
  ["es", ["factura", "facturas"], ["cancelación", "cancelaciones"]],
  ["pt", ["conexão"], ["fatura", "faturas"]],
  ["it", ["fattura", "fatture"]],
  ["nl", ["factuur"], ["rekening", "rekeningen"]],
  [
    "ar",
    ["فاتورة", "الفاتورة", "بالفاتورة", "فاتورتي", "فاتورتك"],
    ["اشتراك", "الاشتراك", "اشتراكات", "اشتراكي"],
    ["إلغاء", "الغاء", "الإلغاء"],
    ["طلب", "طلبي", "الطلبات", "للطلبات", "طلباتكم"],
    ["مستخدم", "المستخدمين", "مستخدمون"],
    ["وصول", "الوصول"],
    ["يوم", "يومًا", "يومين"],
  ],
];
test.each(THINGS)("%s: forms of one word have the same stem", (language, ...things) => {
  const terms = things.map((thing) => [...new Set(thing.map((word) => stem(word, language)))]);
  for (const [i, thing] of terms.entries()) expect(thing, things[i]?.join()).toHaveLength(1);
  expect(new Set(terms.flat()).size).toBe(things.length);
});

test("numbers, codes and unknown languages stay as they are", () => {
  expect(["is", "2024s", "v2"].map((word) => stem(word, "en"))).toEqual(["is", "2024s", "v2"]);
  expect(stem("invoices", "")).toBe("invoices");
  expect(["en-GB", "pt-BR", "no", "ja", "zh-Hant"].map(languageOf)).toEqual(["en", "pt", "nb", "", ""]);
});

test("a word typed without its accents has the stem of the right spelling too", () => {
  for (const [language, typed, right] of [
    ["fr", "envoyee", "envoyée"],
    ["es", "cancelacion", "cancelación"],
    ["de", "loeschen", "löschen"],
    ["de", "Ruecksendung".toLowerCase(), "rücksendung"],
  ] as const)
    expect(stemsOf(typed, language)).toContain(stem(right, language));
});
