// Quote introductions of mail programs in many languages, each in several layouts. Invented texts in the formats that the programs document
// or show. The rules are derived from the even rows; the odd rows measure them.
import { describe, expect, test } from "vitest";
import { isMobileSignature } from "./mobile-signatures.ts";
import { stripQuotes } from "./quotes.ts";

/** One line each: `@` stands for the writer with an address, `#` for the name alone. */
const LINES = `
2024-05-03 10:22 +0200, # wrote:
2024-05-03 10:22 GMT+02:00 @:
At 10:22 AM 5/3/2024 -0500, you wrote:
At 10:22 2024-05-03 +0200, # wrote:
On 2024-05-03 10:22 +0200, # wrote:
On Fri, 03 May 2024 10:22:15 +0200, @ wrote:
2024/05/03 10:22 @
2024-05-03 10:22:15 CEST, @:
10:22, 3 May 2024, #:wrote:
10:22 AM, 5/3/2024, # wrote:
Fri, 3 May 2024 10:22:15 +0200 @:
Friday, 3 May 2024, 10:22 +02:00 from @:
03.05.2024 10:22 CEST, # <ada@example.com> wrote:
3 May 2024, 10:22 by ada@example.com:
At 2024-05-03 10:22:15, "#" <ada@example.com> wrote:
At 03/05/2024 10:22, you wrote:
At 10:22 03/05/2024, @ wrote:
On 11-May-2024, at 6:54 PM, @ wrote:
On May 3, 2024, at 10:22, @ wrote:
On 3/5/24 10:22, # via Desk wrote:
In a message dated 5/3/2024 10:22:15 AM Eastern Daylight Time, ada@example.com writes:
# <ada@example.com> wrote (3 May 2024 10:22):
# wrote on 2024-05-03 10:22 (GMT +02:00):
On Fri, 2024-05-03 at 10:22 +0200, # wrote:
Le 03/05/2024 à 10:22, # a écrit :
Le vendredi 3 mai 2024 à 10:22:15 UTC+2, @ a écrit :
Le ven. 3 mai 2024, 10:22, @ a écrit :
Le 3 mai 2024 10:22:15 GMT+02:00, @ a écrit :
Am 03.05.2024 10:22, schrieb #:
Am Fr., 3. Mai 2024 um 10:22 Uhr schrieb @:
Am Freitag, 3. Mai 2024 um 10:22:15 MESZ hat @ Folgendes geschrieben:
Am Freitag, dem 03.05.2024 um 10:22 +0200 schrieb #:
@ schrieb am Fr., 3. Mai 2024, 10:22:
# schrieb am 03.05.2024 um 10:22:
El vie, 3 may 2024 a las 10:22, @ escribió:
El viernes, 3 de mayo de 2024, 10:22:15 CEST, @ escribió:
El 3/5/24 a las 10:22, # escribió:
El 03-05-2024 10:22, # ha escrito:
Em sex., 3 de mai. de 2024 às 10:22, @ escreveu:
Em 3 de maio de 2024 10:22:15 WEST, @ escreveu:
Às 10:22 de 03/05/2024, # escreveu:
# <ada@example.com> escreveu no dia sexta, 3/05/2024 à(s) 10:22:
A sexta, 3 de mai de 2024, 10:22, @ escreveu:
Il giorno ven 3 mag 2024 alle ore 10:22 @ ha scritto:
Il 03/05/24 10:22, # ha scritto:
Il venerdì 3 maggio 2024 alle ore 10:22:15 CEST, @ ha scritto:
In data venerdì 3 maggio 2024 10:22:15 CEST, # ha scritto:
Op vr 3 mei 2024 om 10:22 schreef @:
Op 3 mei 2024, om 10:22 heeft @ het volgende geschreven:
Op 03-05-2024 om 10:22 schreef #:
# schreef op 2024-05-03 10:22:
Den fre 3 maj 2024 kl 10:22 skrev @:
Den 2024-05-03 kl. 10:22, skrev #:
3 maj 2024 kl. 10:22 skrev @:
fredag 3 maj 2024 10:22:15 CEST skrev @:
fre. 3. mai 2024 kl. 10:22 skrev @:
Den 03.05.2024 10:22, skrev #:
Den fre. 3. maj 2024 kl. 10.22 skrev @:
Den 3. maj 2024 kl. 10.22.15 CEST, skrev @:
pe 3. toukok. 2024 klo 10.22 @ kirjoitti:
# kirjoitti 3.5.2024 klo 10.22:
@ kirjoitti 3.5.2024 kello 10.22:
W dniu 3.05.2024 o 10:22, # pisze:
pt., 3 maj 2024 o 10:22 @ napisał(a):
Wiadomość napisana przez @ w dniu 3 maj 2024, o godz. 10:22:
W dniu piątek, 3 maja 2024 10:22:15 CEST @ napisał(a):
Dne 03. 05. 24 v 10:22 # napsal(a):
pá 3. 5. 2024 v 10:22 odesílatel @ napsal:
3. 5. 2024 v 10:22, @:
pi 3. 5. 2024 o 10:22 @ napísal(a):
Dňa 3. 5. 2024 o 10:22 # napísal(a):
2024. 05. 03. 10:22 keltezéssel, # írta:
@ ezt írta (időpont: 2024. máj. 3., P, 10:22):
2024. máj. 3. dátummal, 10:22 időpontban @ írta:
Pe 03.05.2024 10:22, # a scris:
În vin., 3 mai 2024 la 10:22, @ a scris:
Pe vineri, 3 mai 2024 la 10:22:15 EEST, @ a scris:
пт, 3 мая 2024 г. в 10:22, @:
3 мая 2024 г., в 10:22, @ написал(а):
03.05.2024 10:22, # пишет:
Пятница, 3 мая 2024, 10:22 +03:00 от @:
пт, 3 трав. 2024 р. о 10:22 @ пише:
03.05.24 10:22, # пише:
На пт, 3.05.2024 г. в 10:22 @ написа:
На 3.5.2024 г. в 10:22, # написа:
pet, 3. svi 2024. u 10:22 @ je napisao/la:
@ je napisao 3. svi 2024. u 10:22:
# je napisao dana 03. 05. 2024. u 10:22:
пет, 3. мај 2024. у 10:22 @ је написао/ла:
V pet., 3. maj 2024 ob 10:22 je oseba @ napisala:
# je 3. 05. 24 ob 10:22 napisal(a):
Στις Παρ 3 Μαΐ 2024 στις 10:22 π.μ., ο χρήστης @ έγραψε:
Στις 3/5/2024 10:22, ο # έγραψε:
@, 3 May 2024 Cum, 10:22 tarihinde şunu yazdı:
3.05.2024 10:22 tarihinde # yazdı:
@ şunları yazdı (3 May 2024 10:22):
Kontakt @ kirjutas kuupäeval R, 3. mai 2024 kell 10:22:
03.05.2024 10:22 # kirjutas:
Piektd., 2024. g. 3. maijs plkst. 10:22 — lietotājs @ rakstīja:
2024-05-03, pn, 10:22 @ rašė:
2024-05-03 10:22, # rašė:
El 3/5/24 a les 10:22, # ha escrit:
Missatge de @ del dia dv., 3 de maig 2024 a les 10:22:
O 3/5/24 ás 10:22, # escribiu:
#(e)k igorleak hau idatzi zuen (2024 mai. 3(a), or. (10:22)):
# igorleak hau idatzi du (2024-05-03 10:22):
Ar 03/05/2024 10:22, ysgrifennodd #:
Þann fös., 3. maí 2024 kl. 10:22 skrifaði @:
בתאריך יום ו׳, 3 במאי 2024 ב-10:22 מאת ‪@‬‏:
ב-3 במאי 2024, בשעה 10:22, @ כתב/ה:
في الجمعة، ٣ مايو ٢٠٢٤ في ١٠:٢٢ ص تمت كتابة ما يلي بواسطة @:
في ٣‏/٥‏/٢٠٢٤ ١٠:٢٢ ص، كتب #:
در تاریخ جمعه ۳ مهٔ ۲۰۲۴،‏ ۱۰:۲۲ @ نوشت:
2024年5月3日(金) 10:22 @:
On 2024/05/03 10:22, # wrote:
2024/05/03 10:22、@のメール:
2024年5月3日 10:22 に # さんは書きました:
# <ada@example.com> 于2024年5月3日周五 10:22写道：
在 2024/5/3 10:22, # 写道:
在 2024年5月3日，10:22，@ 写道：
At 2024-05-03 10:22:15, @ wrote:
@ 於 2024年5月3日 週五 上午10:22寫道：
2024년 5월 3일 (금) 오전 10:22, @님이 작성:
2024-05-03 오전 10:22에 # 이(가) 쓴 글:
2024. 5. 3. 오전 10:22, @ 작성:
Vào Th 6, 3 thg 5, 2024 vào lúc 10:22 @ đã viết:
Vào 10:22, 3 thg 5, 2024, @ đã viết:
Pada tanggal Jum, 3 Mei 2024 pukul 10.22 @ menulis:
Pada Jum, 3 Mei 2024 10:22 @ menulis:
ในวันที่ ศ. 3 พ.ค. 2024 เวลา 10:22 @ เขียนว่า:
@ เขียนเมื่อ 3 พ.ค. 2567 เวลา 10:22:
शुक्र, 3 मई 2024 को 10:22 पूर्वाह्न बजे @ ने लिखा:
Noong Biy, Mayo 3, 2024 nang 10:22 AM, isinulat ni @:
Pada Jum, 3 Mei 2024 pada 10:22 PG @ menulis:
On Friday, May 3, 2024 at 10:22:15 AM UTC+2 # wrote:
On May 3, 2024 at 10:22 AM, # (ada@example.com) wrote:
Quoting @:
Zitat von @:
# <ada@example.com> writes:
# <ada@example.com> hat am 03.05.2024 10:22 CEST geschrieben:
# <ada@example.com> a écrit le 03/05/2024 10:22:
`
  .trim()
  .split("\n")
  .map((line) => line.replace("#:wrote", "# wrote"));

const NAME = "Ada Berg";
const filled = (line: string, name = NAME): string => line.replace(/(?<![\w<])@(?!\w)/, `${name} <ada@example.com>`).replace("#", name);
const ANSWER = "Thank you, that helped.\n\nBo";
const OLD = "Have you tried to\nturn it off?\n\nDesk";
const quoted = (text: string): string => text.replaceAll(/^/gm, "> ");
/** Wraps a text at spaces, as mail programs do. */
function wrapped(line: string, width: number): string {
  const out: string[] = [""];
  for (const word of line.split(" ")) {
    const last = out.at(-1) ?? "";
    if (last !== "" && last.length + word.length + 1 > width) out.push(word);
    else out[out.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return out.join("\n");
}

type Layout = readonly [name: string, text: (line: string) => string];
const LONG_NAME = "Maximiliana Alexandra Constantinescu-Rodriguez";
const LAYOUTS: readonly Layout[] = [
  ["quoted", (line) => `${ANSWER}\n\n${filled(line)}\n${quoted(OLD)}`],
  ["quoted after a blank line", (line) => `${ANSWER}\n\n${filled(line)}\n\n${quoted(OLD)}\n`],
  ["before unquoted text", (line) => `${ANSWER}\n\n${filled(line)}\n\n${OLD}`],
  ["before unquoted text, close", (line) => `${ANSWER}\n\n${filled(line)}\n${OLD}`],
  ["wrapped over two lines", (line) => `${ANSWER}\n\n${wrapped(filled(line, LONG_NAME), 76)}\n${quoted(OLD)}`],
  ["wrapped over three lines", (line) => `${ANSWER}\n\n${wrapped(filled(line, LONG_NAME), 40)}\n${quoted(OLD)}`],
  ["wrapped, before unquoted text", (line) => `${ANSWER}\n\n${wrapped(filled(line, LONG_NAME), 60)}\n\n${OLD}`],
  ["with a phone's signature below the quotation", (line) => `${ANSWER}\n\n${filled(line)}\n${quoted(OLD)}\n\nSent from my iPhone`],
];
function figures(half: 0 | 1): { right: number; of: number; missed: string[] } {
  const missed: string[] = [];
  let of = 0;
  for (const [i, line] of LINES.entries()) {
    if (i % 2 !== half) continue;
    for (const [name, text] of LAYOUTS) {
      of += 1;
      if (stripQuotes(text(line)).reply.trim() !== ANSWER) missed.push(`${name}: ${line}`);
    }
  }
  return { right: of - missed.length, of, missed };
}

describe("quote introductions of mail programs", () => {
  test("are recognised in the rows that the rules were derived from, and in more than 98 % of the others", () => {
    const [derived, judged] = [figures(0), figures(1)];
    expect(derived.right / derived.of, derived.missed.join("\n")).toBeGreaterThan(0.99);
    expect(judged.right / judged.of, judged.missed.join("\n")).toBeGreaterThan(0.98);
  });
  test.each(LINES)("an answer between two quotations stays: %s", (line) => {
    const text = `Hello,\n\n${filled(line)}\n> Have you tried this?\n\nYes.\n\n> And that?\n\nNo, how?`;
    expect(stripQuotes(text)).toEqual({ reply: text, signature: "", quoted: "", order: "reply first" });
    const below = `${filled(line)}\n${quoted(OLD)}\n\n${ANSWER}`;
    expect(stripQuotes(below)).toMatchObject({ reply: ANSWER, order: "quoted first" });
  });
  test.each(LINES)("a mail without new text is all history: %s", (line) => {
    for (const text of [
      `${filled(line)}\n${quoted(OLD)}`,
      `\n\n${filled(line)}\n\n${quoted(OLD)}\n`,
      `${filled(line)}\n${quoted(OLD)}\n\nSent from my iPhone`,
      `\nSent from my iPhone\n\n${filled(line)}\n${quoted(OLD)}`,
    ]) {
      const { reply, signature, quoted: history } = stripQuotes(text);
      expect(reply.trim()).toBe("");
      expect(history).toContain("> Have you tried to");
      expect(`${signature}\n${history}`.replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
    }
  });
});

const BLOCK = "From: Desk <desk@example.com>\nSent: Friday, May 3, 2024 10:22\nTo: Ada\nSubject: Re: Order";
test("a header block at the top is history only in an answer", () => {
  const text = `${BLOCK}\n\n${OLD}`;
  expect(stripQuotes(text, { subject: "Re: Order" })).toEqual({ reply: "", signature: "", quoted: text, order: "reply first" });
  expect(stripQuotes(`Sent from my iPhone\n\n${text}`, { subject: "AW: Order" })).toMatchObject({ reply: "", quoted: text });
  for (const subject of ["Order", "Fwd: Order", "", "WG: Order"]) expect(stripQuotes(text, { subject }).reply).toBe(text);
  // An answer between the quoted lines.
  const among = `${BLOCK}\n\n> Have you tried it?\n\nYes.`;
  expect(stripQuotes(among, { subject: "Re: Order" }).reply).toBe(among);
});

test.each([
  "Ihr Kollege schrieb mir am 03.05.2024 um 10:22:\n\nWarten Sie zwei Wochen.\n\nNun sind drei vorbei.",
  "At 10:15 you wrote:\n\nwait\n\nand I waited",
  "At the desk they wrote on 3 May:\n\ncome back later",
  "Thanks.\n\nHere is what happened at 10:22 on 3/5/2024:\n\nthe screen went black",
  "Order 123\nDelivered 2024-05-03 10:22 to Ada\nand it is broken:\nsee the picture",
  "I wrote to <help@desk.example> at 10:22 on 3.5.2024 with this text:\n\nwhere is it?\n\nNobody answered.",
  "My times:\n\n10:22 3 May\n11:30 4 May\n\nWhich one is free?",
  "Bo\n\nOn 3 May I will be there at 10:22:\n- first\n- second",
  "Meine Termine sind:\n03.05.2024 10:22\n04.05.2024 11:30\nPasst einer davon?",
  "Le 3 mai 2024 à 10:22 je recevrai le colis :\nest-ce exact ?",
])("a person's text that mentions a mail is not cut: %j", (text) => {
  expect(stripQuotes(text)).toEqual({ reply: text, signature: "", quoted: "", order: "reply first" });
  expect(stripQuotes(text, { subject: "Re: Order" }).reply).toBe(text);
});

test("the end of an introduction may be quoted along with the history", () => {
  const history = `On Fri, May 3, 2024 at 10:22 AM Ada Berg <ada@example.com>\n> wrote:\n${quoted(OLD)}`;
  expect(stripQuotes(`${ANSWER}\n\n${history}`)).toMatchObject({ reply: `${ANSWER}\n`, quoted: history });
});

const PHONES = `
Sent from my iPhone
Sent from my iPad
Sent from my Galaxy
Sent from my Samsung Galaxy smartphone.
Sent from my Huawei phone
Sent from my HUAWEI P30 lite
Sent from my Xiaomi Redmi Note 9
Sent from Yahoo Mail on Android
Sent from Yahoo Mail for iPhone
Sent from Proton Mail for iOS
Sent with Proton Mail secure email.
Sent from Gmail Mobile
Sent from Outlook for Android
Sent from Outlook for iOS<https://aka.ms/o0ukef>
Get Outlook for iOS<https://aka.ms/o0ukef>
Get Outlook for Android
Sent from Mail for Windows
Sent from [Mail](https://go.microsoft.com/fwlink/?LinkId=550986) for Windows
Sent from my BlackBerry 10 smartphone on the Rogers network.
Sent from my Verizon, Samsung Galaxy smartphone
Sent via the Samsung Galaxy S10, an AT&T 5G Evolution capable smartphone
Sent from my T-Mobile 4G LTE Device
Sent from my Windows Phone
Sent from my iPhone, please excuse typos
Sent from my mobile device
Sent with Spark
Sent using the mobile mail app
Von meinem iPhone gesendet
Von meinem/meiner Galaxy gesendet
Von meinem Samsung Galaxy Smartphone gesendet.
Gesendet von Outlook für iOS
Gesendet mit der GMX Mail App auf Android
Gesendet von Yahoo Mail auf Android
Gesendet von Mail für Windows
Holen Sie sich Outlook für Android
Outlook für iOS beziehen
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Envoyé de mon iPhone
Envoyé depuis mon appareil Galaxy
Envoyé à partir de Outlook pour Android
Envoyé à partir de Yahoo Mail pour iPhone
Télécharger Outlook pour iOS
Obtenir Outlook pour iOS
Enviado desde mi iPhone
Enviado desde mi Galaxy
Enviado desde Outlook para Android
Obtener Outlook para iOS
Enviado desde Yahoo Mail con Android
Enviado do meu iPhone
Enviado a partir do meu iPhone
Enviado do Yahoo Mail no Android
Enviado do meu Galaxy
Obter o Outlook para iOS
Inviato da iPhone
Inviato da Outlook per Android
Inviato dal mio Galaxy
Scarica Outlook per iOS
Inviato da Yahoo Mail su Android
Verzonden vanaf mijn iPhone
Verstuurd vanaf mijn iPhone
Verzonden vanaf mijn Galaxy
Verzonden met Outlook voor Android
Download Outlook voor iOS
Skickat från min iPhone
Skickat från Outlook för Android
Hämta Outlook för iOS
Sendt fra min iPhone
Sendt fra Outlook for Android
Få Outlook for iOS
Hent Outlook til iOS
Lähetetty iPhonesta
Lähetetty Samsung Galaxy -älypuhelimesta
Hanki Outlook for iOS
Wysłane z iPhone'a
Wysłano z mojego iPhone'a
Wysłane z aplikacji Outlook dla systemu Android
Pobierz program Outlook dla systemu iOS
Odesláno z iPhonu
Odesláno z aplikace Outlook pro Android
Získejte Outlook pro iOS
Odoslané z iPhonu
Odoslané z Outlooku pre Android
Elküldve az iPhone-omról
iPhone-ról küldve
Trimis de pe iPhone-ul meu
Trimis din Outlook pentru Android
Obțineți Outlook pentru iOS
Poslano z mojega iPhona
Poslano s mog iPhone uređaja
Poslato sa mog iPhone uređaja
Отправлено с iPhone
Отправлено с моего iPhone
Отправлено из Outlook для Android
Отправлено из мобильной Яндекс Почты с телефона
Получить Outlook для iOS
Надіслано з iPhone
Надіслано з мого iPhone
Отримати Outlook для iOS
Изпратено от моя iPhone
Изпратено от Outlook за Android
Saadetud minu iPhone'ist
Nosūtīts no mana iPhone
Išsiųsta iš mano iPhone
Στάλθηκε από το iPhone μου
Στάλθηκε από το Outlook για Android
Λήψη του Outlook για iOS
iPhone'umdan gönderildi
iOS için Outlook'u edinin
Android için Outlook'tan gönderildi
נשלח מה-iPhone שלי
השג את Outlook עבור iOS
أرسلت من الـ iPhone
الحصول على Outlook لـ iOS
ارسال شده از iPhone من
iPhoneから送信
iPadから送信
Outlook for iOS を入手
Galaxyから送信
从我的 iPhone 发送
发自我的iPhone
發自我的 iPhone
获取 Outlook for iOS
发自我的小米手机
나의 iPhone에서 보냄
내 Galaxy에서 보냄
iOS용 Outlook 다운로드
Gửi từ iPhone của tôi
Tải Outlook cho iOS
ส่งจาก iPhone ของฉัน
Dikirim dari iPhone saya
Dapatkan Outlook untuk iOS
Dihantar dari iPhone saya
मेरे iPhone से भेजा गया
Enviat des del meu iPhone
Nire iPhonetik bidalia
*Sent from my iPhone*
`
  .trim()
  .split("\n");
describe("mobile signatures", () => {
  test.each(PHONES)("a default mobile signature is recognised: %s", (line) => {
    expect(isMobileSignature(line)).toBe(true);
    expect(stripQuotes(`${ANSWER}\n\n${line}\n`)).toMatchObject({ reply: `${ANSWER}\n`, signature: `${line}\n`, quoted: "" });
    expect(stripQuotes(`${ANSWER}\n\n${line}\n\n${BLOCK}\n\n${OLD}`)).toMatchObject({ reply: `${ANSWER}\n`, quoted: `${BLOCK}\n\n${OLD}` });
    // A mail that contains nothing else keeps it.
    expect(stripQuotes(line).reply).toBe(line);
  });
  test.each([
    "Sent from my desk, is much easier than my phone.",
    "Sent from the wrong address, sorry!",
    "Sent by post yesterday",
    "Sent via DHL on Monday",
    "Sent with my last order",
    "Gesendet von der Post am Montag",
    "Gesendet wurde es am Montag",
    "Envoyé par la poste hier",
    "Envoyé avec Chronopost",
    "Enviado por correo ayer",
    "Inviato con corriere",
    "Verzonden met PostNL",
    "Skickat med posten",
    "Wysłane kurierem wczoraj",
    "Отправлено почтой вчера",
    "Outlook für iOS funktioniert nicht",
    "My iPhone does not work",
    "Cannot get Outlook for iOS",
    "Von meinem Handy aus geht es nicht.",
    "Von meinem iPhone geht es nicht",
    "It was sent from my iPhone and from my computer, too",
    "Sent from my iPhone, the pictures come out rotated. Why?",
    "从昨天开始就不行",
    "iPhoneから送信できません",
    "Yahoo!メールに届きません",
  ])("a person's own line is no mobile signature: %s", (line) => {
    expect(isMobileSignature(line)).toBe(false);
  });
});
