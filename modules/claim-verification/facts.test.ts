// What a sentence states, in the languages whose words are listed.
import { describe, expect, test } from "vitest";
import {
  costsNothing,
  isNegatedAlike,
  isRestricted,
  isStated,
  keepsRestriction,
  lacksAmount,
  namesOf,
  negationsIn,
  quantitiesOf,
} from "./facts.ts";

describe("numbers", () => {
  test.each([
    ["thirty days", "en", "30 days"],
    ["twenty-five members", "en", "25 members"],
    ["innerhalb von vierzehn Tagen", "de", "14 Tage"],
    ["einundzwanzig Tage, dreißig Jahre", "de", "21 Tage"],
    ["fünfunddreißig Minuten", "de", "35 Minuten"],
    ["quarante-cinq jours", "fr", "45 jours"],
    ["vingt-et-un jours, soixante-dix ans", "fr", "70 ans"],
    ["quince días", "es", "15 días"],
    ["trenta giorni", "it", "30 giorni"],
    ["quinze dias", "pt", "15 dias"],
    ["vijfentwintig dagen", "nl", "25 dagen"],
    ["خلال ثلاثين يومًا", "ar", "30 يومًا"],
    ["خمسة عشر يومًا", "ar", "15 يوم"],
    ["أحد عشر يومًا", "ar", "11 يوم"],
    ["اثنتا عشرة ساعة", "ar", "12 ساعة"],
    ["اثني عشر شهرًا", "ar", "12 شهر"],
    ["واحد وعشرين يومًا", "ar", "21 يوم"],
    ["إحدى وثلاثين ساعة", "ar", "31 ساعة"],
    ["خصم 10 في المئة", "ar", "10%"],
    ["خصم عشرة بالمائة", "ar", "10%"],
    ["مئة يوم", "ar", "100 يوم"],
    ["خمسة وعشرون عضوًا", "ar", "25 عضو"],
    ["يُرد المبلغ خلال ١٤ يومًا", "ar", "14 يوم"],
    ["خلال يومين", "ar", "2 يوم"],
    ["بخصم ٪١٠", "ar", "10%"],
    ["السعر بـ١٬٥٠٠ دولار", "ar", "1500 دولار"],
    ["بعد 3دقائق", "ar", "ثلاث دقائق"],
    ["14日以内に返品できます", "ja", "14日"],
  ])("%s (%s) states %s", (text, language, digits) => {
    const [wanted] = quantitiesOf(digits, language);
    expect(wanted && isStated(wanted, quantitiesOf(text, language))).toBe(true);
  });
  test("words of another language are no numbers", () => {
    expect(quantitiesOf("لست متأكدًا", "ar")).toEqual([]);
    expect(quantitiesOf("نغلق يوم الاثنين", "ar")).toEqual([]);
    expect(quantitiesOf("أحد الأعضاء", "ar")).toEqual([]);
    expect(quantitiesOf("أحد عشر يومًا، خصم 10 في المائة", "ar").map(({ values, unit }) => [values[0], unit])).toEqual([
      ["11", "day"],
      ["10", "percent"],
    ]);
    expect(quantitiesOf("10 سنتيمتر", "ar")[0]?.unit).toBeUndefined();
    expect(quantitiesOf("Use it once; it is a two-day trip", "en").map(({ values }) => values[0])).toEqual(["2"]);
    expect(quantitiesOf("Sei sicuro", "es")).toEqual([]);
  });
});

describe("negations", () => {
  const alike = (one: string, other: string, language: string): boolean =>
    isNegatedAlike(negationsIn(one, language), negationsIn(other, language));
  test.each([
    ["en", "We refund it.", "We do not refund it."],
    ["en", "They work with a connection.", "They work without a connection."],
    ["de", "Ein Umtausch ist möglich.", "Ein Umtausch ist nicht möglich."],
    ["fr", "La Suisse est comprise.", "La Suisse n'est pas comprise."],
    ["es", "Se puede devolver.", "No se puede devolver."],
    ["it", "È possibile.", "Non è possibile."],
    ["pt", "Pode devolver.", "Não pode devolver."],
    ["nl", "U kunt het ruilen.", "U kunt het niet ruilen."],
    ["ja", "返品できます。", "返品できません。"],
    ["ar", "أنا عميل.", "لست عميلًا."],
    ["ar", "يمكن إرجاع المنتج.", "لا يمكن إرجاع المنتج."],
    ["ar", "الشحن متوفر.", "الشحن غير متوفر."],
    ["ar", "يمكن الإلغاء.", "لايمكن الإلغاء."],
    ["ar", "استلمنا طلبك.", "ولم نستلم طلبك."],
  ])("%s: “%s” is not “%s”", (language, one, other) => {
    expect(alike(one, other, language)).toBe(false);
  });
  test.each([
    ["en", "No, guests pay a price.", "Guests pay a price."],
    ["en", "It takes no more than two days.", "It takes at most two days."],
    ["en", "Business is unlimited.", "Business has no limit."],
    ["en", "It costs you nothing.", "It is free."],
    ["de", "Das kostet Sie nichts.", "Das ist kostenfrei."],
    ["de", "Maßanfertigungen nehmen wir nicht zurück.", "Matratzen ohne Folie und Maßanfertigungen nehmen wir nicht zurück."],
    ["ar", "لا، الضيوف يدفعون.", "الضيوف يدفعون."],
    ["ar", "لا يتجاوز يومين.", "يستغرق يومين كحد أقصى."],
    ["ar", "الشحن مجاني.", "الشحن بدون رسوم."],
    ["ar", "الشحن مجاني.", "لا توجد رسوم على الشحن."],
    ["ar", "لا تقلق، طلبك في الطريق.", "طلبك في الطريق."],
    ["fr", "Vous changez gratuitement.", "Vous changez sans frais."],
  ])("%s: “%s” agrees with “%s”", (language, one, other) => {
    expect(alike(one, other, language)).toBe(true);
  });
});

test.each([
  ["en", "Refunds are paid only if you were charged twice."],
  ["de", "Die Rücksendung ist kostenlos, außer bei Möbeln."],
  ["fr", "Les données sont coupées, sauf si vous levez la limite."],
  ["es", "Solo con el plan anual."],
  ["it", "Tranne i mobili."],
  ["pt", "Exceto móveis."],
  ["nl", "Behalve meubels."],
  ["ja", "会員のみ利用できます"],
  ["ar", "متاح للأعضاء فقط."],
  ["ar", "الإرجاع مجاني باستثناء الأثاث."],
  ["ar", "لا يُلغى إلا بطلب كتابي."],
])("%s: “%s” is restricted", (language, text) => {
  expect(isRestricted(text, language)).toBe(true);
});
test("another restriction or a condition keeps it", () => {
  expect(keepsRestriction("If you were charged twice, we refund it.", "en")).toBe(true);
  expect(keepsRestriction("We refund it.", "en")).toBe(false);
});

test("what costs nothing", () => {
  expect(["It is free of charge.", "Es ist gratis.", "sans frais", "無料です", "الشحن مجاني."].map(costsNothing)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["Feel free to ask.", "It costs 5 €."].map(costsNothing)).toEqual([false, false]);
});

test("a question for an amount", () => {
  expect(lacksAmount("How much does the lamp use?", ["The lamp is made of oak."], "en")).toBe(true);
  expect(lacksAmount("كم يستغرق الشحن؟", ["يصل الطلب إلى المنزل."], "ar")).toBe(true);
  expect(lacksAmount("كم يستغرق الشحن؟", ["يصل الطلب خلال يومين."], "ar")).toBe(false);
  expect(lacksAmount("Wie lange gilt der Gutschein?", ["Er gilt drei Jahre."], "de")).toBe(false);
  expect(lacksAmount("How much is it?", ["Guests are free."], "en")).toBe(false);
  expect(lacksAmount("Can I return it?", ["Yes."], "en")).toBe(false);
});

test("French articles are no part of a name", () => {
  expect(namesOf("Avec l'eSIM, la ligne marche.", "fr")).toEqual(["eSIM"]);
});
