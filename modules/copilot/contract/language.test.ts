import { expect, test } from "vitest";
import { languageIn, languageOfTag, languageOfTexts } from "./language.ts";

test.each([
  ["en", "Hello, my order has not arrived yet. Can you tell me where it is?"],
  ["de", "Guten Tag, meine Bestellung ist noch nicht angekommen. Können Sie mir bitte helfen?"],
  ["fr", "Bonjour, je n’ai pas reçu ma commande, pouvez-vous me dire où elle est ?"],
  ["es", "Hola, mi pedido no ha llegado y no sé cuándo llega. ¿Qué puedo hacer?"],
  ["it", "Buongiorno, il mio ordine non è arrivato, come posso fare?"],
  ["pt", "Olá, a minha encomenda não chegou. Como posso fazer uma devolução?"],
  ["nl", "Hallo, mijn bestelling is nog niet aangekomen. Hoe kan ik het pakket volgen?"],
  ["pl", "Dzień dobry, nie mam jeszcze paczki. Czy można to sprawdzić?"],
  ["sv", "Hej, jag har inte fått min beställning. Hur kan jag spåra den?"],
  ["da", "Hej, jeg har ikke fået min pakke. Hvordan kan jeg spore den? Tak for hjælpen fra jer"],
  ["nb", "Hei, jeg har ikke fått pakken. Hvordan kan dere spore den? Takk"],
  ["fi", "Hei, tilaus ei ole saapunut. Miten voin seurata sitä? Kiitos"],
  ["cs", "Dobrý den, nemám ještě balík a není to v pořádku. Můžu to vrátit? Děkuji"],
  ["tr", "Merhaba, siparişim gelmedi. Bu paket için ne yapabilirim? Teşekkürler"],
  ["ro", "Bună, nu am primit comanda și nu știu cum să o urmăresc. Mulțumesc"],
  ["hu", "Jó napot, nem kaptam meg a csomagot. Mikor jön meg? Köszönöm szépen"],
  ["id", "Saya belum menerima paket ini. Bagaimana saya bisa melacak? Terima kasih"],
  ["vi", "Tôi chưa nhận được đơn hàng, làm thế nào để theo dõi?"],
  ["ru", "Здравствуйте, мой заказ ещё не пришёл"],
  ["uk", "Доброго дня, моє замовлення ще не прийшло"],
  ["el", "Η παραγγελία μου δεν έχει φτάσει"],
  ["ar", "لم يصل طلبي بعد"],
  ["he", "ההזמנה שלי לא הגיעה"],
  ["hi", "मेरा ऑर्डर नहीं आया"],
  ["th", "สินค้ายังไม่มาถึง"],
  ["ja", "注文した商品がまだ届いていません"],
  ["zh", "我的订单还没有到"],
  ["ko", "주문한 상품이 아직 도착하지 않았습니다"],
])("%s is recognised", (language, text) => expect(languageIn(text)).toBe(language));

test("what says too little is not guessed", () => {
  for (const text of ["", "OK", "Tak!", "Merci", "2214", "https://example.org/the/and/of", "Northwind Pottery", "😀😀"])
    expect(languageIn(text)).toBeUndefined();
});

test("the newest text that says enough decides", () => {
  expect(languageOfTexts(["Where is my order, please?", "Je n’ai pas reçu ma commande", "2214"])).toBe("fr");
  expect(languageOfTexts(["2214"])).toBeUndefined();
  expect([languageOfTag("pt-BR"), languageOfTag("en-US@posix")]).toEqual(["pt", undefined]);
});
