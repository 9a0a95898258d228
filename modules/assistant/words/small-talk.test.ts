import { expect, test } from "vitest";
import { smallTalkOf } from "./small-talk.ts";

test.each([
  "Hello",
  "hi there!",
  "Good morning",
  "Guten Tag",
  "Moin 👋",
  "Hola, buenas tardes",
  "Bonjour",
  "Ciao",
  "Hoi",
  "Olá, bom dia",
  "こんにちは",
])("a greeting: %s", (text) => expect(smallTalkOf(text)).toBe("greeting"));
test.each([
  "Thanks!",
  "thank you very much",
  "OK, thanks",
  "Great, that worked",
  "Vielen Dank!",
  "Danke, hat geholfen 👍",
  "Muchas gracias",
  "Merci beaucoup",
  "Grazie mille",
  "Bedankt",
  "Muito obrigada",
  "ありがとうございます",
])("thanks: %s", (text) => expect(smallTalkOf(text)).toBe("thanks"));
test.each([
  "Hello, my parcel is broken",
  "thanks, but it does not work",
  "ok and the invoice?",
  "Hi, how long do I have?",
  "Danke, aber die Rechnung fehlt",
  "parcel",
  "no",
  "",
  "👍",
  "Great shoes",
])("something else: %s", (text) => expect(smallTalkOf(text)).toBeUndefined());
