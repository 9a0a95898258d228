import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { htmlToText } from "../parsing/html-text.ts";
import { ATTRIBUTIONS, FORWARDS, ORIGINALS } from "./quote-languages.ts";
import { type Stripped, stripQuotes } from "./quotes.ts";
import { isForward } from "./subject-marks.ts";
import { writtenIn } from "./written.ts";

/** The parts in the order of the text. */
const whole = ({ reply, signature, quoted, order }: Stripped): string[] =>
  order === "reply first" ? [reply, signature, quoted] : [quoted, reply, signature];
const squeezed = (text: string): string => text.replaceAll("\n", "");

const INTRODUCTIONS: Readonly<Record<string, readonly string[]>> = {
  English: [
    "On 3 May 2030 at 10:15, Ada Berg wrote:",
    "On Fri, May 3, 2030 at 10:15 AM Ada Berg <ada@example.com> wrote:",
    "On 2030-05-03 10:15, Ada Berg\nwrote:",
  ],
  German: ["Am 03.05.2030 um 10:15 schrieb Ada Berg:", "Am Fr., 3. Mai 2030 um 10:15 Uhr schrieb Ada Berg <\nada@example.com>:"],
  French: ["Le 3 mai 2030 à 10:15, Ada Berg a écrit :", "Le ven. 3 mai 2030 à 10:15, Ada Berg <ada@example.com> a\nécrit :"],
  Spanish: ["El 3 de mayo de 2030, 10:15, Ada Berg escribió:"],
  Portuguese: ["Em 3 de maio de 2030 10:15, Ada Berg escreveu:"],
  Italian: ["Il giorno 3 mag 2030, alle ore 10:15, Ada Berg ha scritto:"],
  Dutch: ["Op 3 mei 2030 om 10:15 schreef Ada Berg:"],
  Polish: ["W dniu 3.05.2030 o 10:15, Ada Berg pisze:", "pt., 3 maj 2030 o 10:15 Ada Berg <ada@example.com> napisał(a):"],
  Swedish: ["Den 3 maj 2030 kl. 10:15 skrev Ada Berg:"],
  Danish: ["Den 3. maj 2030 kl. 10.15 skrev Ada Berg:"],
  Norwegian: ["På 3. mai 2030 kl. 10:15 skreiv Ada Berg:"],
  Finnish: ["Ada Berg kirjoitti 3.5.2030 kello 10.15:"],
  Icelandic: ["Þann 3. maí 2030 kl. 10:15 skrifaði Ada Berg:"],
  Czech: ["Dne 3. 5. 2030 v 10:15 Ada Berg napsal(a):"],
  Slovak: ["Dňa 3. 5. 2030 o 10:15 Ada Berg napísal(a):"],
  Hungarian: ["Ada Berg ezt írta (időpont: 2030. máj. 3., P, 10:15):"],
  Romanian: ["În vin., 3 mai 2030 la 10:15, Ada Berg a scris:"],
  Bulgarian: ["На пт, 3.05.2030 г. в 10:15 Ada Berg написа:"],
  Croatian: ["pet, 3. svi 2030. u 10:15 Ada Berg je napisao/la:"],
  Serbian: ["пет, 3. мај 2030. у 10:15 Ада Берг је написао/ла:"],
  Slovenian: ["V pet., 3. maj 2030 ob 10:15 je oseba Ada Berg napisala:"],
  Russian: ["пт, 3 мая 2030 г. в 10:15, Ада Берг написала:", "03.05.2030 10:15, Ада Берг пишет:"],
  Ukrainian: ["пт, 3 трав. 2030 р. о 10:15 Ада Берг пише:"],
  Greek: ["Στις Παρ, 3 Μαΐ 2030 στις 10:15, ο χρήστης Ada Berg έγραψε:"],
  Turkish: ["Ada Berg, 3 May 2030 Cum, 10:15 tarihinde şunu yazdı:"],
  Estonian: ["Ada Berg kirjutas kuupäeval R, 3. mai 2030 kell 10:15:"],
  Latvian: ["Piektd., 2030. g. 3. maijs plkst. 10:15 lietotājs Ada Berg rakstīja:"],
  Lithuanian: ["2030-05-03, pn, 10:15 Ada Berg rašė:"],
  Catalan: ["El dv., 3 de maig 2030, 10:15, Ada Berg va escriure:"],
  Hebrew: ["בתאריך יום ו׳, 3 במאי 2030 ב-10:15 מאת Ada Berg:"],
  Arabic: ["في الجمعة، 3 مايو 2030 10:15 ص كتب Ada Berg:"],
  Persian: ["در ۲۰۳۰ 3 10:15 Ada Berg نوشت:"],
  Japanese: ["2030年5月3日(金) 10:15 Ada Berg さんは書きました:"],
  Chinese: ["Ada Berg 于2030年5月3日周五 10:15写道：", "Ada Berg 於 2030年5月3日 週五 10:15 寫道："],
  Korean: ["2030년 5월 3일 (금) 오전 10:15, Ada Berg 님이 작성:"],
  Vietnamese: ["Vào 10:15, Th 6, 3 thg 5, 2030 Ada Berg đã viết:"],
  Indonesian: ["Pada tanggal Jum, 3 Mei 2030 10:15, Ada Berg menulis:"],
  Thai: ["เมื่อ ศ. 3 พ.ค. 2030 10:15 Ada Berg เขียนว่า:"],
  Hindi: ["शुक्र, 3 मई 2030 को 10:15 बजे Ada Berg ने लिखा:"],
  Basque: ["Ada Berg igorleak hau idatzi du (2030-05-03 10:15):"],
  Galician: ["O 3/5/30 ás 10:15, Ada Berg escribiu:"],
  Welsh: ["Ar 03/05/2030 10:15, ysgrifennodd Ada Berg:"],
  "any other": ["2030-05-03 10:15 GMT+02:00 Ada Berg <ada@example.com>:", "03.05.2030, 10:15, Ada <ada@example.com>:"],
};
/** Milliseconds of processor time, whatever else the machine does. */
const worked = (began: ReturnType<typeof process.threadCpuUsage>): number => {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
};
const ANSWER = "Thank you, that helped.\n\nAda";
const HISTORY = "Have you tried to\nturn it off?\n\nDesk";
const marked = (text: string): string => text.replaceAll(/^/gm, "> ");

describe("quote introductions in each language", () => {
  test("every language of the table is tested", () => {
    expect(Object.keys(INTRODUCTIONS)).toEqual([...ATTRIBUTIONS.map(({ language }) => language), "any other"]);
    expect(ATTRIBUTIONS.length).toBeGreaterThanOrEqual(15);
  });
  test.each(Object.entries(INTRODUCTIONS).flatMap(([language, all]) => all.map((line) => [language, line] as const)))(
    "%s: %s",
    (_language, line) => {
      for (const history of [marked(HISTORY), `\n${marked(HISTORY)}`, HISTORY, `\n${HISTORY}`]) {
        const text = `${ANSWER}\n\n${line}\n${history}`;
        const stripped = stripQuotes(text);
        expect(stripped.reply.trim()).toBe(ANSWER);
        expect(stripped.quoted.startsWith(line)).toBe(true);
        expect(
          whole(stripped)
            .filter((part) => part !== "")
            .join("\n"),
        ).toBe(text);
      }
      // The answer below the quotation, and answers within it.
      expect(stripQuotes(`${line}\n${marked(HISTORY)}\n\n${ANSWER}`)).toMatchObject({ reply: ANSWER, order: "quoted first" });
      const inline = `${line}\n> Have you tried this?\n\nYes.\n\n> And that?\n\nNo, how?\n`;
      expect(stripQuotes(inline)).toEqual({ reply: inline, signature: "", quoted: "", order: "reply first" });
      const between = `Hello,\n\n${line}\n> Have you tried this?\n\nYes.\n\n> And that?\n\nNo, how?`;
      expect(stripQuotes(between).reply).toBe(between);
      // With nothing above it, it was sent for its own sake.
      expect(stripQuotes(`${line}\n${HISTORY}`).reply).toBe(`${line}\n${HISTORY}`);
    },
  );
});

const BLOCKS: readonly (readonly [string, readonly string[]])[] = [
  ["English", ["From: Desk <desk@example.com>", "Sent: Friday, May 3, 2030 10:15", "To: Ada", "Subject: Re: Order"]],
  [
    "English, bold",
    ["*From:* Desk [mailto:desk@example.com]", "*Sent:* Friday, May 3, 2030 10:15", "*To:* Ada", "*Cc:* Bo", "*Subject:* Re: Order"],
  ],
  ["German", ["Von: Desk <desk@example.com>", "Gesendet: Freitag, 3. Mai 2030 10:15", "An: Ada", "Betreff: AW: Bestellung"]],
  ["French", ["De : Desk <desk@example.com>", "Envoyé : vendredi 3 mai 2030 10:15", "À : Ada", "Objet : Re: Commande"]],
  ["Spanish", ["De: Desk <desk@example.com>", "Enviado: viernes, 3 de mayo de 2030 10:15", "Para: Ada", "Asunto: Pedido"]],
  ["Portuguese", ["De: Desk <desk@example.com>", "Enviada em: sexta-feira, 3 de maio de 2030", "Para: Ada", "Assunto: Pedido"]],
  ["Italian", ["Da: Desk <desk@example.com>", "Inviato: venerdì 3 maggio 2030 10:15", "A: Ada", "Oggetto: Ordine"]],
  ["Dutch", ["Van: Desk <desk@example.com>", "Verzonden: vrijdag 3 mei 2030 10:15", "Aan: Ada", "Onderwerp: Bestelling"]],
  ["Polish", ["Od: Desk <desk@example.com>", "Wysłano: piątek, 3 maja 2030 10:15", "Do: Ada", "Temat: Zamówienie"]],
  ["Swedish", ["Från: Desk <desk@example.com>", "Skickat: den 3 maj 2030 10:15", "Till: Ada", "Ämne: Beställning"]],
  ["Danish", ["Fra: Desk <desk@example.com>", "Sendt: 3. maj 2030 10:15", "Til: Ada", "Emne: Ordre"]],
  ["Finnish", ["Lähettäjä: Desk <desk@example.com>", "Lähetetty: perjantai 3. toukokuuta 2030", "Vastaanottaja: Ada", "Aihe: Tilaus"]],
  ["Czech", ["Od: Desk <desk@example.com>", "Odesláno: pátek 3. května 2030", "Komu: Ada", "Předmět: Objednávka"]],
  ["Hungarian", ["Feladó: Desk <desk@example.com>", "Elküldve: 2030. május 3.", "Címzett: Ada", "Tárgy: Rendelés"]],
  ["Romanian", ["De la: Desk <desk@example.com>", "Trimis: vineri, 3 mai 2030", "Către: Ada", "Subiect: Comandă"]],
  ["Russian", ["От: Desk", "Отправлено: 3 мая 2030 г. 10:15", "Кому: Ada", "Тема: Заказ"]],
  ["Ukrainian", ["Від: Desk", "Надіслано: 3 травня 2030 р. 10:15", "Кому: Ada", "Тема: Замовлення"]],
  ["Turkish", ["Kimden: Desk <desk@example.com>", "Gönderildi: 3 Mayıs 2030 Cuma 10:15", "Kime: Ada", "Konu: Sipariş"]],
  ["Greek", ["Από: Desk", "Ημερομηνία: 3 Μαΐου 2030", "Προς: Ada", "Θέμα: Παραγγελία"]],
  ["Japanese", ["差出人: Desk <desk@example.com>", "送信日時: 2030年5月3日 10:15", "宛先: Ada", "件名: 注文"]],
  ["Chinese", ["发件人： Desk <desk@example.com>", "发送时间： 2030年5月3日 10:15", "收件人： Ada", "主题： 订单"]],
  ["Korean", ["보낸 사람: Desk <desk@example.com>", "보낸 날짜: 2030년 5월 3일", "받는 사람: Ada", "제목: 주문"]],
  ["Hotmail", ["Date: Fri, 3 May 2030 10:15:00 +0200", "Subject: Re: Order", "From: desk@example.com", "To: ada@example.com"]],
];
test.each(BLOCKS)("Outlook's header block is recognised: %s", (_language, lines) => {
  const block = lines.join("\n");
  for (const above of ["", "________________________________\n", "-----Original Message-----\n"]) {
    const text = `${ANSWER}\n\n${above}${block}\n\n${HISTORY}`;
    expect(stripQuotes(text).reply.trim()).toBe(ANSWER);
    expect(squeezed(whole(stripQuotes(text)).join(""))).toBe(squeezed(text));
  }
  // In a forwarded mail it is the message.
  expect(stripQuotes(`${block}\n\n${HISTORY}`).reply).toBe(`${block}\n\n${HISTORY}`);
  expect(stripQuotes(`Please see below.\n\n${block}\n\n${HISTORY}`, { subject: "FW: Order" }).quoted).toBe("");
});

test.each([...ORIGINALS])("a banner above quoted mail is recognised: -----%s-----", (words) => {
  for (const banner of [`-----${words}-----`, `----- ${words.toUpperCase()} -----`, `--- ${words} ---`])
    expect(stripQuotes(`${ANSWER}\n\n${banner}\n${HISTORY}`).reply.trim()).toBe(ANSWER);
  expect(stripQuotes(`I lost the ${words}\n${HISTORY}`).quoted).toBe("");
});
test.each([...FORWARDS])("a banner above forwarded mail is recognised: ---------- %s ----------", (words) => {
  const text = `Can you see to this?\n\n---------- ${words} ---------\nFrom: Bo <bo@example.com>\nDate: 3 May 2030\nSubject: x\nTo: Ada\n\n${HISTORY}\n\nOn 3 May 2030 at 10:15, Bo wrote:\n> x`;
  expect(stripQuotes(text)).toEqual({ reply: text, signature: "", quoted: "", order: "reply first" });
});

test.each([
  "On Monday the 3rd of May 2030 I ordered the following:\n- a chair\n- a table",
  "My trip:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May 2030\n\nCan I change it?",
  "> is a character that I cannot type, why?\n\nAda",
  "The log says:\n\n> error 5\n\nWhat does it mean?",
  "Hello,\n\non 3 May 2030 your colleague wrote: wait two weeks.\nNow three have gone.",
  "On 3 May you wrote:\n\nwait\n\nand I waited",
  "I read the original message\nand it says: nothing.",
  "a -- b\n-- c --\n- d",
  "Steps:\n1. On 10:15 I wrote:\n2. nothing",
  "注文番号123を10:15に送信しました:\n返事をください",
  "-----\nmy own line\n-----\nmore",
  "__________\nA form:\nName: Ada\nSubject: chairs\n",
  "Sent from my desk, is much easier than my phone.",
  "Subject: is what I am asking about\nTo: be clear",
])("a person's text that mentions a mail is not cut: %j", (text) => {
  const stripped = stripQuotes(text);
  expect(stripped).toEqual({ reply: text, signature: "", quoted: "", order: "reply first" });
});

test("a long text below two dashes is no signature, and a forwarded mail has none", () => {
  const long = `${ANSWER}\n\n-- \n${"more of it\n".repeat(20)}`;
  expect(stripQuotes(long)).toMatchObject({ reply: long, signature: "" });
  const sentOn = `${ANSWER}\n\n-- \nAda\n\nThis is what came:`;
  expect(stripQuotes(sentOn, { subject: "Fwd: order" })).toMatchObject({ reply: sentOn, signature: "" });
});
test.each([
  [`${ANSWER}\n\n-- \nAda Berg\nExample Ltd`, "-- \nAda Berg\nExample Ltd"],
  [`${ANSWER}\n--\nAda Berg`, "--\nAda Berg"],
  [`${ANSWER}\n\nSent from my iPhone`, "Sent from my iPhone"],
  [`${ANSWER}\n\nVon meinem iPhone gesendet`, "Von meinem iPhone gesendet"],
  [`${ANSWER}\n\nEnvoyé de mon iPhone\n`, "Envoyé de mon iPhone\n"],
  [`${ANSWER}\n\niPhoneから送信`, "iPhoneから送信"],
  [`${ANSWER}\n\nGet Outlook for Android`, "Get Outlook for Android"],
  [
    `${ANSWER}\n\n_______________________________________________\nusers mailing list\nusers@example.com`,
    "_______________________________________________\nusers mailing list\nusers@example.com",
  ],
])("a signature is separated: %j", (text, signature) => {
  expect(stripQuotes(text)).toMatchObject({ signature, order: "reply first" });
  expect(stripQuotes(text).reply.trim()).toBe(ANSWER);
  const quoted = `${text}\n\nOn 3 May 2030 at 10:15, Ada Berg wrote:\n> x`;
  if (!signature.startsWith("_")) expect(stripQuotes(quoted).signature.trim()).toBe(signature.trim());
  expect(stripQuotes(text, { subject: "Fwd: x" }).reply).toContain(ANSWER);
});

describe("HTML", () => {
  test.each([
    ['<div>Thanks</div><br><div class="gmail_quote">zzz 1 <blockquote>old</blockquote></div>', "Thanks"],
    ["<p>Thanks</p><blockquote type=cite><p>old</p></blockquote>", "Thanks"],
    ['<div>Thanks</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">zzz</div><div>old</div>', "Thanks"],
    ['<p>Thanks</p><div class="yahoo_quoted"><div>old</div></div>', "Thanks"],
    [
      "<div>Thanks</div><div style='border-top:1pt'><p><b>From:</b> Desk<br><b>Sent:</b> x<br><b>To:</b> Ada<br><b>Subject:</b> y</p></div><p>old</p>",
      "Thanks",
    ],
    ['<br><div>Thanks</div><div class="moz-cite-prefix">zzz</div><blockquote>old</blockquote>', "Thanks"],
  ])("the program's markup of the history is used: %s", (html, reply) => {
    const { text, marks } = htmlToText(html);
    const stripped = stripQuotes(text, { marks });
    expect(stripped.reply.trim()).toBe(reply);
    expect(stripped.quoted).toContain("old");
  });
  test("tags, entities and white space are converted to text", () => {
    const html =
      "<html><head><title>no</title><style>p{}</style></head><body><h1>Hi</h1><p>a&nbsp;&amp;&#x20AC;&euml;  b<br>c</p><ul><li>x<li>y</ul><pre>1\n 2</pre><!-- no --><script>no</script>1 < 2 <a title='>'>d</a></body>";
    expect(htmlToText(html).text).toBe("Hi\n\na &€ë b\nc\n\n* x\n* y\n\n1\n 2\n\n1 < 2 d");
  });
  test("any HTML is converted in linear time", () => {
    fc.assert(
      fc.property(anyText(200), (text) => {
        const read = htmlToText(text);
        expect(read.text.isWellFormed()).toBe(true);
        for (const mark of read.marks) expect(mark).toBeLessThanOrEqual(read.text.split("\n").length);
      }),
    );
    for (const piece of ["<", "<a ", "&", "<!--", "<p>x", "<blockquote>", '<a "', "<a href='", "<script>", "</", "x <b>y</b>", "<pre>\n"]) {
      const began = process.threadCpuUsage();
      htmlToText(piece.repeat(300_000 / piece.length));
      expect(worked(began), piece).toBeLessThan(1500);
    }
  });
});

const line = fc.oneof(
  fc.constantFrom(
    ...Object.values(INTRODUCTIONS).flat(),
    "> quoted",
    ">",
    "",
    "-- ",
    "--",
    "Sent from my iPhone",
    "________________________________",
  ),
  fc.constantFrom(
    "-----Original Message-----",
    "---------- Forwarded message ---------",
    "From: a@example.com",
    "Sent: 3 May",
    "To: b",
    "Subject: c",
    "own words",
  ),
  anyText(30),
);
test("the parts make up the whole text, and a reply is blank only if all the rest is history", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(fc.nat(30), { maxLength: 3 }), (lines, marks) => {
      const text = lines.join("\n");
      const stripped = stripQuotes(text, { marks });
      expect(squeezed(whole(stripped).join(""))).toBe(squeezed(text));
      if (text.trim() !== "" && stripped.reply.trim() === "") expect(stripped.quoted.trim()).not.toBe("");
    }),
    { numRuns: 3000 },
  );
});
test("text between two quotations is never removed", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(INTRODUCTIONS).flat()),
      fc.array(fc.constantFrom("> a", "> b", "own words here", ""), { minLength: 1, maxLength: 20 }),
      (intro, lines) => {
        const text = [intro, ...lines].join("\n");
        const { reply } = stripQuotes(text);
        expect(reply.split("own words here").length).toBe(text.split("own words here").length);
      },
    ),
  );
});
test("quotes are stripped in linear time", () => {
  const pieces = [
    "> ",
    "> a\n",
    "On 1\n",
    "On 1 10:15 x wrote:\n",
    "From: a@b\n",
    "From: a@b\nTo: x\nSubject: y\n\n",
    "-- \n",
    "-----Original Message-----\n",
    "a:\n",
    "_",
    "-",
    " ",
    "1<",
    "a@b ",
    "Le 1\n",
    "Ada Berg\n\n",
    "<@@",
    "2024-05-03 10:22 <a@",
    "On 10:22 3.5.2024 <a@b> wrote\n> wrote:\n",
    "\u0663",
    "Sent from my iPhone\n",
  ];
  for (const piece of pieces)
    for (const size of [300_000, 3_000_000]) {
      const text = `x\n${piece.repeat(size / piece.length)}`;
      const began = process.threadCpuUsage();
      const stripped = stripQuotes(text);
      expect(worked(began), piece).toBeLessThan(1500);
      expect(squeezed(whole(stripped).join("")).length).toBe(squeezed(text).length);
    }
});
test("forwarded mail is recognised by its subject", () => {
  for (const subject of ["Fwd: x", "FW: x", "WG: x", "TR : x", "RV: x", "转发：x", "I: x"]) expect(isForward(subject)).toBe(true);
  for (const subject of ["Re: Fwd: x", "x", "Forward: x", "", "AW: x"]) expect(isForward(subject)).toBe(false);
});
test("the text of a mail is its text part, else its converted HTML", () => {
  const html = "<p>Thanks</p><blockquote>old</blockquote>";
  expect(writtenIn({ text: "Hello\n> old", html, subject: "" })).toMatchObject({ text: "Hello\n> old", reply: "Hello", quoted: "> old" });
  expect(writtenIn({ text: " \n", html, subject: "" }).reply.trim()).toBe("Thanks");
  expect(writtenIn({ text: null, html, subject: "" }).quoted).toBe("> old");
  expect(writtenIn({ text: null, html: null, subject: "" })).toMatchObject({ text: "", reply: "" });
  expect(writtenIn({ text: "", html: null, subject: "" })).toMatchObject({ text: "", reply: "" });
});

const STYLES: readonly (readonly [program: string, history: string])[] = [
  ["gmail", "On Tue, Jan 2, 2024 at 9:05 AM Desk <desk@x.example> wrote:\n\n> Old\n> words"],
  ["gmail, wrapped", "On Tue, Jan 2, 2024 at 9:05 AM A Very Long Name Of Somebody <\nlong.address@long.domain.example> wrote:\n\n> Old"],
  ["gmail, narrow space", "On Tue, Jan 2, 2024 at 9:05\u202fAM Desk <desk@x.example> wrote:\n\n> Old"],
  ["gmail Hebrew", "\u202bבתאריך יום ג׳, 2 בינו׳ 2024 ב-9:05 מאת \u202aDesk\u202c\u200f <\u202adesk@x.example\u202c\u200f>:\u202c\n\n> V"],
  ["gmail Russian", "вт, 2 янв. 2024 г. в 09:05, Desk <desk@x.example>:\n\n> V"],
  ["gmail Japanese", "2024年1月2日(火) 9:05 Desk <desk@x.example>:\n\n> V"],
  ["Apple Mail", "On Jan 2, 2024, at 9:05 AM, Desk <desk@x.example> wrote:\n\nOld unquoted"],
  ["Thunderbird", "On 1/2/24 09:05, Desk wrote:\n> Old"],
  ["Thunderbird German", "Am 02.01.24 um 09:05 schrieb Desk:\n> Alt"],
  ["Outlook", "From: Desk <desk@x.example>\nSent: Tuesday, January 2, 2024 9:05 AM\nTo: Ada <a@b.c>\nSubject: Re: S\n\nOld"],
  [
    "Outlook on the web",
    "________________________________\nFrom: Desk <desk@x.example>\nSent: Tuesday, January 2, 2024 9:05 AM\nTo: Ada\nSubject: Re: S\n\nOld",
  ],
  [
    "Outlook with stars",
    "________________________________\n*From:* Desk <desk@x.example>\n*Sent:* Tuesday, January 2, 2024\n*To:* Ada\n*Subject:* Re: S\n\nOld",
  ],
  ["Outlook German", "Von: Desk <desk@x.example>\nGesendet: Dienstag, 2. Januar 2024 09:05\nAn: Ada\nBetreff: AW: S\n\nAlt"],
  ["Outlook French", "De : Desk <desk@x.example>\nEnvoyé : mardi 2 janvier 2024 09:05\nÀ : Ada\nObjet : RE: S\n\nV"],
  [
    "Outlook on a phone",
    "Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Desk <desk@x.example>\nSent: Tuesday\nTo: Ada\nSubject: S\n\nOld",
  ],
  ["Yahoo", "    On Tuesday, January 2, 2024 at 09:05:00 AM GMT+1, Desk <desk@x.example> wrote:  \n \n Old"],
  ["GMX", 'Gesendet: Dienstag, 02. Januar 2024 um 09:05 Uhr\nVon: "Desk" <desk@x.example>\nAn: a@b.c\nBetreff: S\n\nAlt'],
  ["Proton Mail", "Sent with Proton Mail secure email.\n\nOn Tuesday, January 2nd, 2024 at 9:05 AM, Desk <desk@x.example> wrote:\n\n> Old"],
  ["Proton Mail, earlier", "-------- Original Message --------\nOn Jan 2, 2024, 9:05 AM, Desk < desk@x.example> wrote:\n\n> Old"],
  [
    "Samsung",
    "Sent from my Galaxy\n\n\n-------- Original message --------\nFrom: Desk <desk@x.example>\nDate: 2/1/24 09:05 (GMT+01:00)\nTo: a@b.c\nSubject: S\n\nOld",
  ],
  [
    "Samsung German",
    "Von meinem/meiner Galaxy gesendet\n\n\n-------- Ursprüngliche Nachricht --------\nVon: Desk <desk@x.example>\nDatum: 02.01.24 09:05 (GMT+01:00)\nAn: a@b.c\nBetreff: S\n\nAlt",
  ],
  ["Spark", "On 2 Jan 2024 at 09:05 +0100, Desk <desk@x.example>, wrote:\n> Old"],
  ["Mail.ru", "Вторник, 2 января 2024, 9:05 +03:00 от Desk <desk@x.example>:\n>Old"],
  ["Yandex", '02.01.2024, 09:05, "Desk" <desk@x.example>:\n> Old'],
  [
    "QQ",
    '------------------ 原始邮件 ------------------\n发件人: "Desk" <desk@x.example>;\n发送时间: 2024年1月2日(星期二) 上午9:05\n收件人: "Ada"<a@b.c>;\n主题: S\n\nOld',
  ],
  [
    "QQ English",
    '------------------ Original ------------------\nFrom: "Desk" <desk@x.example>;\nDate: Tue, Jan 2, 2024 09:05 AM\nTo: "Ada"<a@b.c>;\nSubject: S\n\nOld',
  ],
  ["NetEase", "---- 回复的原邮件 ----\n发件人 Desk<desk@x.example>\n发送日期 2024年1月2日 09:05\n收件人 Ada\n主题 S\nOld"],
  [
    "Naver",
    '-----Original Message-----\nFrom: "Desk"<desk@x.example>\nTo: "Ada"<a@b.c>;\nCc:\nSent: 2024-01-02 (화) 09:05:00 (GMT+09:00)\nSubject: S\n\nOld',
  ],
  ["Daum", "--------- 원본 메일 ---------\n보낸사람: Desk <desk@x.example>\n받는사람: a@b.c\n날짜: 2024년\n제목: S\n\nOld"],
  ["Notes", "Desk/Acme <desk@x.example> wrote on 01/02/2024 09:05:00 AM:\n\n> From: Desk\n> Old"],
  ["Notes, block", "From:   Desk <desk@x.example>\nTo:     Ada\nDate:   02/01/2024 09:05\nSubject:        S\n\nOld"],
  ["GroupWise", ">>> Desk <desk@x.example> 02.01.24 9.05 Uhr >>>\nOld words\nmore"],
  ["GroupWise English", ">>> On 1/2/2024 at 9:05 AM, in message <abc@x>, Desk <desk@x.example> wrote:\nOld words"],
  ["Front", "On January 2, 2024 at 9:05 AM GMT+1 desk@x.example wrote:\n\n\nOld words"],
  ["Zoho", "---- On Tue, 02 Jan 2024 09:05:00 +0100 Desk <desk@x.example> wrote ---\n\nOld"],
  ["Zoho, quoted", "---- On Tue, 02 Jan 2024 09:05:00 +0100 Desk <desk@x.example> wrote ----\n> Old"],
  ["mutt", "On Tue, Jan 02, 2024 at 09:05:00AM +0100, Desk wrote:\n> Old"],
  ["Horde", "Quoting Desk <desk@x.example>:\n\n> Old"],
  ["Horde German", "Zitat von Desk <desk@x.example>:\n\n> Alt"],
  ["Windows Mail", "Sent from Mail for Windows\n\nFrom: Desk\nSent: Tuesday, January 2, 2024 9:05 AM\nTo: Ada\nSubject: S\n\nOld"],
  ["Orange", '> Message du 02/01/24 09:05\n> De : "Desk" <desk@x.example>\n> A : a@b.c\n> Objet : S\n>\n> V'],
  ["Tuta", "Jan 2, 2024, 09:05 by desk@x.example:\n\n> Old"],
  ["Tuta German", "2. Jan. 2024, 09:05 von desk@x.example:\n\n> Alt"],
  ["K-9", "Am 2. Januar 2024 09:05:00 MEZ schrieb Desk <desk@x.example>:\n>Alt"],
  ["T-Online", '-----Original-Nachricht-----\nBetreff: S\nDatum: 2024-01-02T09:05:00+0100\nVon: "Desk" <desk@x.example>\nAn: a@b.c\n\nAlt'],
  ["Seznam", "---------- Původní e-mail ----------\nOd: Desk <desk@x.example>\nKomu: a@b.c\nDatum: 2. 1. 2024 9:05:00\nPředmět: S\n\nV"],
  ["Open-Xchange", "On 01/02/2024 9:05 AM CET Desk <desk@x.example> wrote:\n\n \nOld"],
  ["Open-Xchange German", "Desk <desk@x.example> hat am 02.01.2024 09:05 CET geschrieben:\n\n \nAlt"],
  ["our own", "On 2024-01-02 09:05 UTC, you wrote:\n> Old"],
];
describe("layouts in which programs put the quoted mail below the answer", () => {
  test.each(STYLES)("the answer is separated from the history of %s", (_program, history) => {
    const stripped = stripQuotes(`My answer.\n\n${history}\n`);
    expect(stripped.reply.trim()).toBe("My answer.");
    expect(squeezed(whole(stripped).join(""))).toBe(squeezed(`My answer.\n\n${history}\n`));
  });
  test.each([
    "My question:\n\n>>> import this\n\nfails at 9:05. Why?",
    "Original:\n\nthe blue one, not the red one of 9:05.",
    "-- Original --\nis what is printed on it",
    "Quoting the manual at 9:05:\n\nturn it on",
    "I wrote to desk@x.example at 9:05 by hand:\n\nnobody answered",
    "Sie haben mir am 02.01.2024 geschrieben:\n\nnichts davon stimmt",
    "> Do you have it in blue?\nYes, at 9:05.\n>>> On 1/2/2024 at 9:05 AM, Desk <desk@x.example> wrote:\n> In red?\nNo.",
    "---- see below at 9:05 ----\nmy words",
  ])("text that only resembles a quotation stays: %j", (text) => {
    expect(stripQuotes(text)).toEqual({ reply: text, signature: "", quoted: "", order: "reply first" });
  });
});
