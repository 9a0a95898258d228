import { expect, test } from "vitest";
import { stem } from "./stem.ts";

const THINGS: readonly [language: string, ...things: readonly (readonly string[])[]][] = [
  [
    "en",
    ["invoice", "invoices"],
    ["retry", "retries", "retried", "retrying"],
    ["stop", "stopped", "stopping", "stops"],
    ["change", "changes", "changed", "changing"],
  ],
  ["de", ["rechnung", "rechnungen"], ["grosse", "grossen", "grosser"]],
  ["fr", ["facture", "factures"], ["envoye", "envoyee", "envoyer"], ["journal", "journaux"]],
  ["es", ["factura", "facturas"], ["cancelacion", "cancelaciones"]],
  ["pt", ["conexao", "conexoes"], ["fatura", "faturas"]],
  ["it", ["fattura", "fatture"]],
  ["nl", ["factuur"], ["rekening", "rekeningen"]],
];
test.each(THINGS)("%s: forms of one word have the same stem", (language, ...things) => {
  const terms = things.map((thing) => [...new Set(thing.map((word) => stem(word, language)))]);
  for (const [i, thing] of terms.entries()) expect(thing, things[i]?.join()).toHaveLength(1);
  expect(new Set(terms.flat()).size).toBe(things.length);
});

test("short words, numbers and unknown languages stay as they are", () => {
  expect(["bus", "is", "2024s", "news"].map((word) => stem(word, "en"))).toEqual(["bus", "is", "2024", "new"]);
  expect(stem("invoices", "xx")).toBe("invoices");
});
