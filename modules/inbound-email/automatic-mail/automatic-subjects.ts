// Beginnings of the subjects of automatic replies and bounces, by language, in lower case. They match only at the beginning of the subject
// and never as part of a sentence: what follows is nothing, a punctuation mark, or one of the listed words.

import { beginsAnswer } from "../quotes/subject-marks.ts";

export interface Subjects {
  readonly language: string;
  readonly phrases: readonly string[];
  /** Words with which a customer may begin too. They count only before a colon, after which programs put the original subject. */
  readonly beforeColon?: readonly string[];
  /** Words that may follow the phrase in an automatic subject. */
  readonly goesOn?: readonly string[];
}

/** Automatic replies: Exchange's and Outlook's phrases in each language, and phrases that people configure. */
export const AUTORESPONSES: readonly Subjects[] = [
  {
    language: "English",
    phrases: [
      ...["automatic reply", "automatic response", "automated reply", "automated response", "auto reply", "auto-reply"],
      ...["autoreply", "auto response", "auto-response", "autoresponse", "auto responder", "auto-responder"],
      ...["autoresponder", "auto-generated reply", "out of office", "out of the office", "out-of-office"],
      ...["out of office autoreply", "out of office reply", "out of office notification", "i am out of the office"],
      ...["i'm out of the office", "i am out of office", "away from my mail", "away from the office", "vacation reply"],
      ...["vacation response", "vacation message", "vacation autoreply", "i am currently out of the office", "i am away from the office"],
      ...["currently out of the office", "i will be out of the office", "out of office response", "out of office message"],
      ...["automatic answer", "auto-answer", "i am on vacation", "i'm on vacation", "ooo reply"],
    ],
    beforeColon: ["on vacation", "on annual leave", "on leave", "ooo"],
    goesOn: ["until", "till", "from", "through", "thru", "today", "this week", "next week", "and will"],
  },
  {
    language: "German",
    phrases: [
      ...["automatische antwort", "automatische rückmeldung", "automatische benachrichtigung"],
      ...["automatische abwesenheitsnotiz", "autoantwort", "abwesenheitsnotiz", "abwesenheitsmeldung"],
      ...["abwesenheitsbenachrichtigung", "abwesenheitsassistent", "ich bin nicht im büro", "ich bin im urlaub"],
      ...["ich bin abwesend", "nicht im büro", "außer haus", "urlaubsabwesenheit"],
    ],
    beforeColon: ["abwesenheit", "abwesend", "urlaubsvertretung"],
    goesOn: ["bis", "vom", "von", "ab"],
  },
  {
    language: "French",
    phrases: [
      ...["réponse automatique", "reponse automatique", "message automatique", "absence du bureau", "absent du bureau"],
      ...["message d'absence", "message d’absence", "notification d'absence", "je suis absent", "je suis absente"],
    ],
    beforeColon: ["absence", "en congés", "en vacances"],
    goesOn: ["du", "jusqu"],
  },
  {
    language: "Spanish",
    phrases: [
      ...["respuesta automática", "respuesta automatica", "autorespuesta", "auto respuesta", "contestación automática"],
      ...["fuera de la oficina", "fuera de oficina", "estoy fuera de la oficina", "ausente de la oficina"],
    ],
    beforeColon: ["ausencia", "de vacaciones"],
    goesOn: ["hasta", "del", "desde"],
  },
  {
    language: "Portuguese",
    phrases: [
      ...["resposta automática", "resposta automatica", "fora do escritório"],
      ...["ausência temporária", "ausência do escritório", "ausente do escritório", "estou fora do escritório"],
      ...["estou ausente", "estou de férias"],
    ],
    beforeColon: ["em férias"],
    goesOn: ["até", "de"],
  },
  {
    language: "Italian",
    phrases: [
      ...["risposta automatica", "messaggio automatico", "fuori sede", "fuori ufficio", "fuori dall'ufficio"],
      ...["fuori dall’ufficio", "sono in ferie", "sono fuori ufficio", "assenza dall'ufficio"],
    ],
    beforeColon: ["assente", "assenza", "in ferie"],
    goesOn: ["fino", "dal", "sino"],
  },
  {
    language: "Dutch",
    phrases: [
      ...["automatisch antwoord", "automatische beantwoording", "automatische reactie", "automatische afwezigheidsmelding"],
      ...["afwezigheidsbericht", "afwezigheidsassistent", "niet op kantoor", "niet aanwezig", "ik ben afwezig"],
    ],
    beforeColon: ["afwezig", "afwezigheid", "met vakantie"],
    goesOn: ["tot", "van", "t/m"],
  },
  {
    language: "Swedish",
    phrases: ["autosvar", "automatiskt svar", "automatsvar", "frånvaromeddelande", "inte på kontoret"],
    beforeColon: ["frånvaro", "frånvarande"],
    goesOn: ["till", "t.o.m."],
  },
  {
    language: "Norwegian",
    phrases: ["automatisk svar", "autosvar", "fraværsmelding", "fraværsassistent", "ikke på kontoret", "ute av kontoret"],
    beforeColon: ["fravær", "på ferie"],
    goesOn: ["til", "fra"],
  },
  {
    language: "Danish",
    phrases: [...["automatisk svar", "automatisk besvarelse", "autosvar", "fraværsbesked", "ikke til stede", "ikke på kontoret"]],
    beforeColon: ["fraværende", "på ferie"],
    goesOn: ["til", "fra"],
  },
  {
    language: "Finnish",
    phrases: ["automaattinen vastaus", "automaattivastaus", "poissaoloilmoitus", "poissa toimistosta"],
    beforeColon: ["poissaolo", "lomalla"],
  },
  {
    language: "Polish",
    phrases: [
      ...["automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź", "autoresponder", "poza biurem"],
      ...["jestem poza biurem", "nieobecność w biurze"],
    ],
    beforeColon: ["nieobecność", "nieobecny", "na urlopie"],
    goesOn: ["do", "od"],
  },
  {
    language: "Czech",
    phrases: ["automatická odpověď", "automaticka odpoved", "mimo kancelář", "nejsem v kanceláři"],
    beforeColon: ["nepřítomnost"],
  },
  {
    language: "Slovak",
    phrases: ["automatická odpoveď", "automaticka odpoved", "mimo kancelárie", "som mimo kancelárie"],
    beforeColon: ["neprítomnosť"],
  },
  {
    language: "Hungarian",
    phrases: ["automatikus válasz", "automatikus valasz", "házon kívül", "irodán kívül", "nem vagyok az irodában"],
    beforeColon: ["szabadságon"],
  },
  {
    language: "Romanian",
    phrases: ["răspuns automat", "raspuns automat", "plecat din birou", "în afara biroului", "absent din birou"],
    beforeColon: ["in concediu", "în concediu"],
  },
  { language: "Bulgarian", phrases: ["автоматичен отговор", "извън офиса", "отсъствие от офиса"] },
  {
    language: "Russian",
    phrases: [
      ...["автоматический ответ", "автоответ", "автоответчик", "вне офиса", "нет на работе", "отсутствие на работе"],
      ...["я в отпуске"],
    ],
    beforeColon: ["в отпуске"],
  },
  {
    language: "Ukrainian",
    phrases: ["автоматична відповідь", "автовідповідь", "поза офісом", "відсутність на роботі", "я у відпустці"],
    beforeColon: ["у відпустці"],
  },
  { language: "Greek", phrases: ["αυτόματη απάντηση", "εκτός γραφείου", "απουσία από το γραφείο"] },
  { language: "Turkish", phrases: ["otomatik yanıt", "otomatik yanit", "otomatik cevap", "ofis dışında", "ofis dışındayım", "izindeyim"] },
  { language: "Croatian", phrases: ["automatski odgovor", "izvan ureda", "odsutnost iz ureda", "nisam u uredu"] },
  {
    language: "Serbian",
    phrases: ["automatski odgovor", "аутоматски одговор", "van kancelarije", "ван канцеларије"],
    beforeColon: ["odsutnost", "одсутност"],
  },
  {
    language: "Slovenian",
    phrases: ["samodejni odgovor", "avtomatski odgovor", "avtomatični odgovor", "nisem v pisarni"],
    beforeColon: ["odsotnost", "odsoten", "odsotna"],
  },
  { language: "Estonian", phrases: ["automaatvastus", "automaatne vastus", "kontorist väljas", "kontorist ära"] },
  { language: "Latvian", phrases: ["automātiskā atbilde", "automātiska atbilde", "ārpus biroja", "prombūtne"] },
  { language: "Lithuanian", phrases: ["automatinis atsakymas", "nesu biure"], beforeColon: ["ne darbe"] },
  { language: "Catalan", phrases: ["resposta automàtica", "fora de l'oficina", "fora de l’oficina"] },
  { language: "Icelandic", phrases: ["sjálfvirkt svar", "ekki á skrifstofunni"] },
  { language: "Hebrew", phrases: ["תשובה אוטומטית", "מענה אוטומטי", "מחוץ למשרד", "הודעה אוטומטית"] },
  { language: "Arabic", phrases: ["رد تلقائي", "الرد التلقائي", "خارج المكتب"] },
  { language: "Persian", phrases: ["پاسخ خودکار"] },
  { language: "Japanese", phrases: ["自動応答", "自動返信", "自動返答", "不在通知", "不在のお知らせ"], beforeColon: ["外出中", "休暇中"] },
  {
    language: "Chinese",
    phrases: ["自动答复", "自动回复", "自動回覆", "自動答覆", "自動回復", "不在办公室", "不在辦公室", "外出自动回复", "休假自动回复"],
  },
  {
    language: "Korean",
    phrases: ["자동 회신", "자동회신", "자동 응답", "자동응답", "자동 답장", "부재중 자동 회신"],
    beforeColon: ["부재 중", "부재중"],
  },
  { language: "Vietnamese", phrases: ["trả lời tự động", "thư trả lời tự động"], beforeColon: ["vắng mặt"] },
  { language: "Thai", phrases: ["ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "ไม่อยู่ที่สำนักงาน"] },
  { language: "Indonesian", phrases: ["balasan otomatis", "jawaban otomatis", "di luar kantor"] },
];

/**
 * Bounces. Only phrases about mail, or that only programs write: a shop's customer whose parcel did not arrive also writes "Delivery
 * failed".
 */
export const RETURNS: readonly Subjects[] = [
  {
    language: "English",
    phrases: [
      ...[
        "undelivered mail returned to sender",
        "undelivered mail",
        "undelivered message",
        "undeliverable",
        "undeliverable mail",
        "undeliverable message",
      ],
      ...[
        "undeliverable email",
        "mail delivery failed",
        "mail delivery failure",
        "mail delivery warning",
        "delivery status notification",
        "delivery failure notification",
      ],
      ...[
        "delivery failure notice",
        "delivery notification: delivery has",
        "returned mail",
        "returned message",
        "failure notice",
        "mail system error",
      ],
      ...[
        "message delivery failure",
        "message delivery has failed",
        "nondeliverable mail",
        "non delivery report",
        "non-delivery report",
        "ndn",
      ],
      ...[
        "non delivery notification",
        "non-delivery notification",
        "non-delivery notice",
        "message undeliverable",
        "email delivery failure",
      ],
      ...["email delivery failed", "e-mail delivery failure", "mail returned", "unable to deliver mail", "unable to deliver your message"],
      ...[
        "couldn't deliver mail",
        "mail could not be delivered",
        "warning: could not send message for past",
        "your message could not be delivered",
      ],
      ...[
        "your mail could not be delivered",
        "smtp mail failed",
        "cannot deliver mail",
        "error in mail delivery",
        "there was an error sending your mail",
      ],
      // Exim; Zoho; Courier; Postfix; sendmail; Barracuda.
      ...["mail delivery status report", "mail delivery status notification", "notice: mail delivery status", "warning: delayed mail"],
      ...["successful mail delivery report", "delayed mail (still being retried)", "postmaster notify"],
      ...["**message you sent blocked by our bulk email filter**"],
    ],
    goesOn: ["returning", "for past", "failed", "timed out", "to your"],
  },
  {
    language: "German",
    phrases: [
      "unzustellbar",
      "unzustellbare nachricht",
      "nachricht unzustellbar",
      "mail unzustellbar",
      "fehler bei der zustellung ihrer nachricht",
    ],
  },
  {
    language: "French",
    phrases: ["non remis", "échec de remise", "message non remis", "échec de la remise du message", "courrier non distribué"],
  },
  {
    language: "Spanish",
    phrases: ["correo no entregado", "mensaje no entregado"],
  },
  {
    language: "Portuguese",
    phrases: ["mensagem não entregue", "falha na entrega da mensagem"],
  },
  {
    language: "Italian",
    phrases: ["non recapitabile", "messaggio non recapitato", "avviso di mancata consegna"],
  },
  { language: "Dutch", phrases: ["onbestelbaar", "bericht niet bezorgd", "onbestelbare e-mail"] },
  { language: "Swedish", phrases: ["olevererbart", "ej levererat meddelande"] },
  { language: "Norwegian", phrases: ["ikke leverbar"] },
  { language: "Danish", phrases: ["ikke-leveret", "meddelelsen kunne ikke leveres"] },
  { language: "Finnish", phrases: ["viestiä ei voitu toimittaa"] },
  { language: "Polish", phrases: ["niedostarczona wiadomość", "wiadomość niedostarczona"] },
  { language: "Czech", phrases: ["nedoručitelné", "zpráva nedoručena"] },
  { language: "Slovak", phrases: ["nedoručiteľné", "správa nedoručená"] },
  { language: "Hungarian", phrases: ["kézbesíthetetlen", "nem kézbesíthető"] },
  { language: "Romanian", phrases: ["nelivrabil"] },
  {
    language: "Russian",
    phrases: ["недоставленное сообщение", "сообщение не доставлено"],
  },
  { language: "Ukrainian", phrases: ["недоставлене повідомлення", "повідомлення не доставлено"] },
  { language: "Greek", phrases: ["μη παραδοτέο μήνυμα"] },
  { language: "Turkish", phrases: ["ileti teslim edilemedi"] },
  { language: "Hebrew", phrases: ["ההודעה לא נמסרה"] },
  { language: "Arabic", phrases: ["رسالة غير قابلة للتسليم"] },
  { language: "Japanese", phrases: ["配信不能", "配信不能通知", "配信できませんでした", "メール配信エラー"] },
  {
    language: "Chinese",
    phrases: ["系统退信", "退信", "邮件退回", "退信通知", "系統退信"],
  },
  { language: "Korean", phrases: ["배달되지 않음", "메일 반송", "반송 메일"] },
];

/** One or two tags that gateways put before a subject. */
const TAGS = /^(?:\s*(?:\[[^\][]{1,40}\]|\*{2,3}[a-z ]{1,20}\*{2,3}|[<{(](?:external|extern|spam\??)[>})]))/i;
/** What may follow a phrase: nothing, or punctuation after which a sentence does not continue. */
const MARK = /^\s{0,3}(?:[:：;.!,–—|/<>"“”«([［【（。、~]|- |-$)/;

/**
 * Words that are ambiguous alone, because customers also write about cars, holidays and absences. Only programs put them before a reply
 * prefix (`Auto: Re: Your question`); in a person's own reply the prefix comes first.
 */
export const BEFORE_ANSWER: readonly string[] = [
  ...["auto", "autom.", "autom", "automatic", "automated", "automatisch", "automatique", "automático", "automática", "automatico"],
  ...["automatica", "automatycznie", "automaticky", "automatisk", "automaattinen", "автоматически", "автоматично", "otomatik"],
  ...["away", "vacation", "ooo", "oof", "absent", "absence", "abwesend", "abwesenheit", "ausente", "ausencia", "ausência"],
  ...["assente", "assenza", "afwezig", "afwezigheid", "frånvarande", "frånvaro", "fravær", "fraværende", "poissa", "poissaolo"],
  ...["nieobecny", "nieobecna", "nieobecność", "távollét", "отсутствую", "自動", "自动", "자동"],
];

const plain = (subject: string): string => {
  let text = subject.slice(0, 300).normalize("NFC").replaceAll(/\s+/g, " ").trim();
  for (let i = 0; i < 2; i += 1) text = text.replace(TAGS, "").trim();
  return text;
};
/** The text in brackets at the beginning of a subject, in lower case. */
const bracketed = (subject: string): string =>
  /^[[(【]([^[\]()【】]{2,60})[\])】]/.exec(subject.slice(0, 100).normalize("NFC").toLowerCase().trim())?.[1]?.trim() ?? "";

/** Whether one of the words comes before a reply prefix: `Auto: Re: …`, `[Auto] AW: …`, `Auto-Re: …`. */
export function isAnsweredByProgram(subject: string, words: readonly string[] = BEFORE_ANSWER): boolean {
  const text = plain(subject);
  if (words.includes(bracketed(subject)) && beginsAnswer(text.replace(/^[[(【][^[\]()【】]{2,60}[\])】]/, "").trim())) return true;
  const low = text.toLowerCase();
  return words.some((word) => {
    if (!low.startsWith(word)) return false;
    const mark = /^ ?(?:[:：|–—-]|->) ?/.exec(text.slice(word.length, word.length + 8))?.[0];
    return mark !== undefined && beginsAnswer(text.slice(word.length + mark.length));
  });
}
/** The language of the phrase with which a subject begins, or null. */
export function subjectLanguage(table: readonly Subjects[], subject: string): string | null {
  const written = plain(subject);
  const text = written.toLowerCase();
  // Programs that tag their replies: [Auto-Reply] Your question.
  const mark = bracketed(subject);
  for (const { language, phrases, beforeColon = [], goesOn = [] } of table) {
    if (phrases.includes(mark)) return language;
    if (beforeColon.some((phrase) => text.startsWith(phrase) && /^ ?[:：] ?\S/.test(text.slice(phrase.length)))) return language;
    for (const phrase of phrases) {
      if (!text.startsWith(phrase)) continue;
      const rest = text.slice(phrase.length);
      if (rest === "" || MARK.test(rest)) return language;
      // Out of Office Re: Your question.
      if (rest.startsWith(" ") && beginsAnswer(written.slice(phrase.length + 1))) return language;
      if (rest.startsWith(" ") && goesOn.some((word) => rest.slice(1).startsWith(word) && !/^\p{L}/u.test(rest.slice(1 + word.length))))
        return language;
    }
  }
  return null;
}
