import { expect, test } from "vitest";
import { wantsPerson } from "./wants-person.ts";

test.each([
  "I want to talk to a human",
  "Can I speak to a real person please?",
  "please connect me to an agent",
  "Human please",
  "Let me speak with someone.",
  "I need a person",
  "Ich möchte mit einem Menschen sprechen",
  "kann ich bitte mit einem Mitarbeiter reden?",
  "Verbinden Sie mich mit einem Berater",
  "Mensch bitte",
  "Quiero hablar con una persona",
  "necesito un agente",
  "Je voudrais parler à une personne",
  "puis-je parler à un conseiller ?",
  "Vorrei parlare con un operatore",
  "posso parlare con qualcuno?",
  "Ik wil graag met een medewerker spreken",
  "kan ik iemand spreken",
  "Quero falar com uma pessoa",
  "preciso falar com um atendente",
  "担当者と話したいです",
  "オペレーターにつないでください",
  "担当者お願いします",
  "أريد التحدث مع موظف",
  "هل يمكنني التحدث إلى شخص حقيقي؟",
  "حولني إلى موظف خدمة العملاء",
  "أود أن أتكلم مع إنسان",
  "موظف من فضلك",
  "أريد التحدث مع أحد",
  "أريد التحدث مع أحد أعضاء الفريق",
])("asks for a person: %s", (text) => expect(wantsPerson(text)).toBe(true));

test.each([
  "How many people can use one account?",
  "Which agent is assigned to my order?",
  "I don't want to talk to a person",
  "Is the invoice per person?",
  "Wie viele Personen passen in ein Zimmer?",
  "Ich will nicht mit einem Menschen sprechen",
  "¿Cuánto cuesta por persona?",
  "Combien coûte une chambre par personne ?",
  "Quanto costa a persona?",
  "Hoeveel kost het per persoon?",
  "Quanto custa por pessoa?",
  "一人いくらですか",
  "كم شخصًا يمكنه استخدام الحساب؟",
  "لا أريد التحدث مع موظف",
  "ما سعر الغرفة للشخص الواحد؟",
  "أريد إلغاء اشتراكي",
  "أحتاج أحد المنتجات",
  "أريد أحد العروض",
  "",
])("does not: %s", (text) => expect(wantsPerson(text)).toBe(false));

test("a hostile text is read in linear time", () => {
  const began = performance.now();
  wantsPerson("talk to ".repeat(20_000));
  wantsPerson(`${"a ".repeat(50_000)}human`);
  wantsPerson("mit einem ".repeat(20_000));
  wantsPerson("أريد أن ".repeat(20_000));
  wantsPerson("أتحدث مع أحد ".repeat(20_000));
  expect(performance.now() - began).toBeLessThan(500);
});
