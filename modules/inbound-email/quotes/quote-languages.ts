// Introductions that mail programs put before quoted mail, by language, in lower case.

interface Attribution {
  readonly language: string;
  /** Possible beginnings of the line; none where the language puts the date or the name first. */
  readonly starts: readonly string[];
  /** … and the verb for writing that it must contain. */
  readonly says: readonly string[];
}
/** "On … wrote:". Each also needs a colon at its end, and a date or an address. */
export const ATTRIBUTIONS: readonly Attribution[] = [
  { language: "English", starts: ["on "], says: ["wrote", "said", "writes"] },
  { language: "German", starts: ["am ", "vom "], says: ["schrieb", "folgendes geschrieben"] },
  { language: "French", starts: ["le "], says: ["a écrit", "écrivait", "a ecrit"] },
  { language: "Spanish", starts: ["el "], says: ["escribió", "escribio", "escribe", "ha escrito"] },
  { language: "Portuguese", starts: ["em ", "a ", "no dia ", "on "], says: ["escreveu", "escreve"] },
  { language: "Italian", starts: ["il ", "in data "], says: ["ha scritto", "scrive"] },
  { language: "Dutch", starts: ["op ", "het ", "on "], says: ["schreef", "het volgende geschreven"] },
  {
    language: "Polish",
    starts: ["w dniu ", "dnia ", "on ", "w ", "wiadomość "],
    says: ["napisał", "napisała", "napisał(a)", "pisze", "napisana przez"],
  },
  { language: "Swedish", starts: ["den ", "på ", "on "], says: ["skrev"] },
  { language: "Danish", starts: ["den ", "d. ", "on "], says: ["skrev"] },
  { language: "Norwegian", starts: ["den ", "på ", "on "], says: ["skrev", "skreiv"] },
  { language: "Finnish", starts: [], says: ["kirjoitti"] },
  { language: "Icelandic", starts: ["þann ", "á "], says: ["skrifaði"] },
  { language: "Czech", starts: ["dne ", "on "], says: ["napsal", "napsala", "napsal(a)"] },
  { language: "Slovak", starts: ["dňa ", "on "], says: ["napísal", "napísala", "napísal(a)"] },
  { language: "Hungarian", starts: [], says: ["írta", "ezt írta", "időpontban"] },
  { language: "Romanian", starts: ["în ", "pe ", "la "], says: ["a scris"] },
  { language: "Bulgarian", starts: ["на "], says: ["написа"] },
  { language: "Croatian", starts: [], says: ["napisao", "napisala", "je napisao/la"] },
  { language: "Serbian", starts: [], says: ["написао", "написала", "је написао/ла"] },
  { language: "Slovenian", starts: [], says: ["napisal", "napisala", "je oseba"] },
  { language: "Russian", starts: [], says: ["пишет", "написал", "написала", "написал(а)", "писал", "писал(а)"] },
  { language: "Ukrainian", starts: [], says: ["пише", "написав", "написала", "написав(ла)"] },
  { language: "Greek", starts: ["στις ", "την ", "στίς "], says: ["έγραψε", "έγραψες"] },
  { language: "Turkish", starts: [], says: ["yazdı", "şunu yazdı", "tarihinde"] },
  { language: "Estonian", starts: [], says: ["kirjutas"] },
  { language: "Latvian", starts: [], says: ["rakstīja"] },
  { language: "Lithuanian", starts: [], says: ["rašė", "parašė"] },
  { language: "Catalan", starts: ["el ", "a ", "missatge "], says: ["va escriure", "ha escrit", "missatge de"] },
  { language: "Hebrew", starts: ["ב", "בתאריך"], says: ["כתב", "כתבה", "כתב/ה", "מאת"] },
  { language: "Arabic", starts: ["في ", "بتاريخ "], says: ["كتب", "كتبت", "تمت كتابة"] },
  { language: "Persian", starts: ["در "], says: ["نوشت"] },
  { language: "Japanese", starts: [], says: ["のメール", "書きました", "書いた", "さんが書いた"] },
  { language: "Chinese", starts: [], says: ["写道", "寫道", "写到", "撰寫"] },
  { language: "Korean", starts: [], says: ["작성", "님이 작성", "쓴 글", "썼습니다"] },
  { language: "Vietnamese", starts: ["vào ", "lúc "], says: ["đã viết", "viết"] },
  { language: "Indonesian", starts: ["pada "], says: ["menulis"] },
  { language: "Thai", starts: ["เมื่อ"], says: ["เขียนว่า", "เขียน"] },
  { language: "Hindi", starts: [], says: ["ने लिखा"] },
  { language: "Basque", starts: [], says: ["idatzi du", "idatzi zuen"] },
  { language: "Galician", starts: ["o "], says: ["escribiu"] },
  { language: "Welsh", starts: ["ar "], says: ["ysgrifennodd"] },
];

/** Phrases before a name with an address, and a colon. */
export const QUOTINGS: readonly string[] = [
  ...["wiadomość napisana przez ", "missatge de ", "mensaje de ", "mensagem de ", "message de ", "messaggio di ", "bericht van "],
  ...["quoting ", "zitat von ", "citando ", "citazione ", "citerar ", "cytowanie "],
];

/** Banners between dashes above quoted mail. */
export const ORIGINALS: ReadonlySet<string> = new Set([
  ...["original message", "original appointment", "original mail", "reply message", "reply above this line"],
  ...["ursprüngliche nachricht", "originalnachricht", "urspr. nachricht", "original-nachricht", "ursprungliche nachricht"],
  ...["message d'origine", "message d’origine", "message original", "mensaje original", "mensagem original", "messaggio originale"],
  ...["oorspronkelijk bericht", "origineel bericht", "wiadomość oryginalna", "oryginalna wiadomość", "treść oryginalnej wiadomości"],
  ...["ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse", "opprinnelig melding", "original melding"],
  ...["alkuperäinen viesti", "původní zpráva", "pôvodná správa", "eredeti üzenet", "mesaj original", "mesajul original"],
  ...["исходное сообщение", "оригинальное сообщение", "оригинал", "исходное письмо", "оригінальне повідомлення", "вихідне повідомлення"],
  ...["оригинално съобщение", "izvorna poruka", "originalna poruka", "izvirno sporočilo", "αρχικό μήνυμα", "orijinal ileti", "özgün ileti"],
  ...["orijinal mesaj", "missatge original", "algne kiri", "pierwotna wiadomość", "sākotnējais ziņojums", "pirminis pranešimas"],
  ...[
    "הודעה מקורית",
    "الرسالة الأصلية",
    "元のメッセージ",
    "original message / 元のメッセージ",
    "原始邮件",
    "原始郵件",
    "原邮件",
    "원본 메시지",
    "원본메시지",
  ],
  ...["původní e-mail", "원본 메일", "回复的原邮件", "thư gốc", "tin nhắn gốc", "pesan asli", "ข้อความต้นฉบับ"],
]);

/** Banners above forwarded mail, which the sender wants to be read, so nothing after them counts as history. */
export const FORWARDS: ReadonlySet<string> = new Set([
  ...["forwarded message", "begin forwarded message", "forwarded mail", "forwarded by", "forward message"],
  ...["weitergeleitete nachricht", "anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail"],
  ...["message transféré", "message transmis", "début du message réexpédié", "début du message transféré", "courriel transféré"],
  ...[
    "mensaje reenviado",
    "inicio del mensaje reenviado",
    "mensagem encaminhada",
    "mensagem reencaminhada",
    "início da mensagem reencaminhada",
  ],
  ...[
    "início da mensagem encaminhada",
    "messaggio inoltrato",
    "inizio messaggio inoltrato",
    "doorgestuurd bericht",
    "begin doorgestuurd bericht",
  ],
  ...["wiadomość przekazana dalej", "przekazana wiadomość", "początek przekazywanej wiadomości", "vidarebefordrat meddelande"],
  ...["vidarebefordrat mejl", "videresendt meddelelse", "videresendt melding", "start på videresendt besked", "välitetty viesti"],
  ...[
    "edelleenlähetetty viesti",
    "přeposlaná zpráva",
    "preposlaná správa",
    "továbbított üzenet",
    "mesaj redirecționat",
    "mesaj redirectionat",
  ],
  ...[
    "пересылаемое сообщение",
    "пересланное сообщение",
    "начало переадресованного сообщения",
    "переслане повідомлення",
    "препратено съобщение",
  ],
  ...["proslijeđena poruka", "prosleđena poruka", "posredovano sporočilo", "προωθημένο μήνυμα", "iletilen ileti", "yönlendirilmiş ileti"],
  ...[
    "iletilmiş mesaj",
    "missatge reenviat",
    "edastatud kiri",
    "pārsūtītais ziņojums",
    "persiųstas laiškas",
    "הודעה שהועברה",
    "رسالة معاد توجيهها",
  ],
  ...[
    "転送メッセージ",
    "転送されたメッセージ",
    "转发的邮件",
    "转发邮件",
    "轉寄郵件",
    "轉寄的郵件",
    "전달된 메시지",
    "tin nhắn được chuyển tiếp",
    "pesan terusan",
  ],
]);

type Kind = "from" | "sent" | "date" | "to" | "cc" | "subject";
/** The labels of the header block that Outlook and others put above quoted mail. */
const LABELS: Readonly<Record<Kind, string>> = {
  from: "from von de da van od från fra lähettäjä от від отправитель gönderen kimden από 差出人 送信者 发件人 寄件者 寄件人 보낸_사람 보낸사람 feladó de_la từ người_gửi dari pengirim מאת من pošiljatelj šalje saatja no nuo remitent expéditeur mittente remitente frá от_кого",
  sent: "sent sent_at sent_on gesendet gesendet_am envoyé envoyé_le enviado enviado_el enviada enviado_em inviato verzonden wysłano skickat skickades sendt lähetetty отправлено відправлено надіслано gönderildi εστάλη 送信日時 发送时间 寄件日期 傳送時間 보낸_날짜 보낸날짜 elküldve odesláno odoslané trimis đã_gửi dikirim נשלח poslano saadetud nosūtīts išsiųsta изпратено",
  date: "date datum fecha data dato päivämäärä дата tarih ημερομηνία 日付 日時 日期 날짜 dátum dată ngày tanggal تاريخ kuupäev datums",
  to: "to an à a para aan do till til vastaanottaja кому получатель kime alıcı προς 宛先 收件人 收件者 받는_사람 받는사람 címzett komu către kepada đến tới אל إلى za prima saaja kam destinatario destinatário pour per к до",
  cc: "cc kopie copie copia kopi kopia kopio копия копія bilgi κοιν 抄送 副本 참조 másolatot_kap ccn ccc",
  subject:
    "subject betreff objet asunto assunto oggetto onderwerp temat ämne emne aihe тема konu θέμα 件名 主题 主旨 主題 제목 tárgy předmět predmet subiect chủ_đề perihal subjek נושא الموضوع zadeva naslov teema temats tema assumpte относно",
};
export const LABEL_KINDS: ReadonlyMap<string, Kind> = new Map(
  (Object.entries(LABELS) as [Kind, string][]).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word.replaceAll("_", " "), kind] as const),
  ),
);

/** Subject prefixes of forwarded mail: Outlook puts the same block above quoted and forwarded mail. */
export const FORWARD_PREFIXES: readonly string[] = [
  ...[
    "fw",
    "fwd",
    "wg",
    "tr",
    "rv",
    "enc",
    "i",
    "doorst",
    "pd",
    "vb",
    "vl",
    "továbbítás",
    "ilt",
    "i̇lt",
    "пересл",
    "转发",
    "轉寄",
    "転送",
    "전달",
    "chuyển tiếp",
  ],
];
