import { expect, test } from "vitest";
import { noticeIn } from "./notice-words.ts";

test.each([
  ["How long do I have to return a parcel?", "Your message to A #1 Shop"],
  ["Wie lange kann ich ein Paket zurückgeben?", "Ihre Nachricht an A #1 Shop"],
  ["¿Cuánto tiempo tengo para devolver un paquete?", "Su mensaje a A #1 Shop"],
  ["Combien de temps ai-je pour retourner un colis ?", "Votre message à A #1 Shop"],
  ["Quanto tempo ho per restituire un pacco?", "Il suo messaggio a A #1 Shop"],
  ["荷物はいつまで返品できますか？", "A #1 Shopへのお問い合わせ"],
  ["Hoe lang heb ik om een pakket terug te sturen?", "Uw bericht aan A #1 Shop"],
  ["Quanto tempo tenho para devolver uma encomenda? Não sei.", "A sua mensagem para A #1 Shop"],
  ["4711", "Your message to A #1 Shop"],
])("in the language of “%s”", (text, subject) => expect(noticeIn([text], "A #1 Shop", true).subject).toBe(subject));

test("if the question doesn’t tell, the answer does; without an address for replies nobody is asked for one", () => {
  const { paragraphs } = noticeIn(["ok", "Sie können ein Paket innerhalb von 30 Tagen zurückgeben."], "Acme", false);
  expect(paragraphs).toEqual([
    "Acme hat auf Ihre Nachricht geantwortet.",
    "Die Antwort steht nicht in dieser E-Mail, weil wir nicht wissen, ob diese Adresse Ihnen gehört.",
    "Wenn Sie nicht an Acme geschrieben haben, können Sie diese E-Mail ignorieren.",
  ]);
});
