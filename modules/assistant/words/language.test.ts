import { expect, test } from "vitest";
import { languageOfText } from "./language.ts";

test.each([
  ["How long do I have to return a parcel?", "en"],
  ["Wie lange kann ich ein Paket zurückschicken?", "de"],
  ["¿Cuánto tiempo tengo para devolver un paquete?", "es"],
  ["Combien de temps ai-je pour renvoyer un colis ?", "fr"],
  ["Quanto tempo ho per restituire un pacco?", "it"],
  ["Hoe lang heb ik om een pakket terug te sturen?", "nl"],
  ["Quanto tempo tenho para devolver uma encomenda?", "pt"],
  ["كم من الوقت لدي لإرجاع الطرد؟", "ar"],
  ["أين طلبي من iPhone؟", "ar"],
  ["荷物の返品はいつまでできますか", "ja"],
])("%s is %s", (text, language) => expect(languageOfText(text)).toBe(language));

test.each(["", "OK", "12345", "iPhone 15 Pro", "???", "سفارش من کجاست؟", "میرا آرڈر کہاں ہے"])("%o does not tell", (text) =>
  expect(languageOfText(text)).toBeUndefined(),
);
