// The line that phones and their mail programs put below what is written, in their translations. Compared in lower case.
// Source: the default signatures of iOS Mail, Outlook, Samsung Email, Gmail, Yahoo Mail, Proton Mail, Huawei, Xiaomi, BlackBerry
// and Windows Mail.

/** Lines that begin so and have few words more. */
const STARTS: readonly string[] = [
  // English
  ...["sent from my ", "sent from mail for ", "sent from outlook", "sent from yahoo", "sent from proton", "sent from the all new"],
  ...["get outlook for ", "get bluemail for ", "downloaded from my "],
  // German, Dutch
  ...["diese nachricht wurde von mein", "holen sie sich outlook für ", "laden sie outlook für "],
  ...["outlook für ios beziehen", "outlook für android beziehen", "outlook für ios herunterladen", "outlook für android herunterladen"],
  ...[
    "verzonden vanaf mijn ",
    "verstuurd vanaf mijn ",
    "download outlook voor ",
    "outlook voor ios downloaden",
    "outlook voor android downloaden",
  ],
  // French, Spanish, Catalan, Portuguese, Italian, Romanian
  ...[
    "envoyé de mon ",
    "envoyé de ma ",
    "envoyé depuis mon ",
    "télécharger outlook pour ",
    "obtenir outlook pour ",
    "obtenez outlook pour ",
  ],
  ...[
    "enviado desde mi ",
    "enviado de mi ",
    "obtener outlook para ",
    "obtén outlook para ",
    "descargar outlook para ",
    "enviat des del meu ",
  ],
  ...[
    "enviado do meu ",
    "enviado da minha ",
    "enviado a partir do meu ",
    "obter o outlook para ",
    "obtenha o outlook para ",
    "baixe o outlook para ",
  ],
  ...[
    "inviato da iphone",
    "inviato da ipad",
    "inviato dal mio ",
    "scarica outlook per ",
    "ottieni outlook per ",
    "trimis de pe ",
    "obțineți outlook pentru ",
  ],
  // Swedish, Norwegian, Danish, Finnish
  ...["skickat från min ", "sendt fra min ", "hämta outlook för ", "skaffa outlook för ", "få outlook for ", "last ned outlook for "],
  ...["hent outlook til ", "få outlook til ", "hanki outlook ", "lähetetty iphone", "lähetetty ipad", "lähetetty samsung"],
  // Polish, Czech, Slovak, Hungarian
  ...[
    "pobierz outlook",
    "pobierz program outlook",
    "pobierz aplikację outlook",
    "získat outlook pro ",
    "získejte outlook pro ",
    "stáhnout outlook pro ",
  ],
  ...["získať outlook pre ", "získajte outlook pre ", "elküldve az iphone", "outlook beszerzése "],
  // Slovenian, Croatian, Serbian, Russian, Ukrainian, Bulgarian
  ...[
    "poslano z mojega ",
    "poslano s mojega ",
    "poslano s mog ",
    "poslato sa mog ",
    "послато са мог ",
    "preuzmite outlook za ",
    "nabavite outlook za ",
  ],
  ...[
    "отправлено с моего ",
    "получить outlook для ",
    "скачать outlook для ",
    "надіслано з мого ",
    "отримати outlook для ",
    "изпратено от моя ",
  ],
  ...["изтегляне на outlook за ", "вземете outlook за "],
  // Baltic languages, Greek, Turkish
  ...[
    "saadetud minu ",
    "nosūtīts no mana ",
    "sūtīts no mana ",
    "išsiųsta iš mano ",
    "στάλθηκε από το ",
    "λήψη του outlook για ",
    "αποκτήστε το outlook για ",
  ],
  ...["ios için outlook'u edinin", "android için outlook'u edinin"],
  // Hebrew, Arabic, Persian
  ...[
    "נשלח מה-iphone",
    "נשלח מה-ipad",
    "נשלח מהiphone",
    "השג את outlook",
    "أرسلت من ال",
    "أرسلت من iphone",
    "أُرسلت من ال",
    "الحصول على outlook",
  ],
  // Japanese, Chinese, Korean
  ...[
    "outlook for ios を入手",
    "outlook for android を入手",
    "outlook for iosを入手",
    "从我的",
    "发自我的",
    "發自我的",
    "自我的iphone",
    "来自我的",
    "來自我的",
  ],
  ...[
    "获取 outlook",
    "取得 outlook",
    "下载 outlook",
    "나의 iphone에서",
    "내 iphone에서",
    "나의 ipad에서",
    "내 galaxy에서",
    "나의 galaxy에서",
  ],
  ...["ios용 outlook 다운로드", "ios용 outlook 받기", "android용 outlook 다운로드", "android용 outlook 받기"],
  // Vietnamese, Thai, Indonesian, Malay, Hindi
  ...[
    "gửi từ iphone",
    "được gửi từ iphone",
    "tải outlook ",
    "nhận outlook ",
    "ส่งจาก iphone",
    "ดาวน์โหลด outlook",
    "dikirim dari iphone",
    "dapatkan outlook untuk ",
  ],
  ...["dihantar dari iphone", "मेरे iphone से भेजा"],
];
/** Beginnings that people use for parcels and letters as well: a device or a mail program must follow. */
const BEFORE_DEVICE: readonly string[] = [
  ...[
    "sent from ",
    "sent with ",
    "sent via ",
    "sent using ",
    "gesendet ",
    "verschickt ",
    "verzonden ",
    "verstuurd ",
    "envoyé ",
    "provenance : ",
  ],
  ...[
    "enviado ",
    "enviada ",
    "enviat ",
    "nire ",
    "inviato ",
    "inviata ",
    "trimis ",
    "skickat ",
    "skickades ",
    "sendt ",
    "sent úr ",
    "lähetetty ",
  ],
  ...["wysłane ", "wysłano ", "odesláno ", "posláno ", "odoslané ", "poslané ", "elküldve ", "küldve ", "poslano ", "poslato ", "послато "],
  ...["отправлено ", "послано ", "відправлено ", "надіслано ", "изпратено ", "saadetud ", "nosūtīts ", "sūtīts ", "išsiųsta ", "siųsta "],
  ...[
    "στάλθηκε ",
    "εστάλη ",
    "αποστολή ",
    "από το ",
    "נשלח ",
    "أرسلت ",
    "أُرسلت ",
    "تم الإرسال ",
    "مُرسل ",
    "مرسل ",
    "ارسال شده ",
    "فرستاده شده ",
  ],
  ...[
    "发自",
    "發自",
    "发送自",
    "發送自",
    "傳送自",
    "从 ",
    "gửi từ ",
    "được gửi từ ",
    "đã gửi từ ",
    "ส่งจาก",
    "dikirim ",
    "dihantar ",
    "ipinadala ",
  ],
];
const DEVICE =
  /iphon|ipad|ios|android|galaxy|samsung|huawei|honor|xiaomi|redmi|oneplus|oppo|vivo|realme|pixel|nokia|motorola|xperia|\bhtc|blackberry|windows|outlook|gmail|yahoo|hotmail|\baol\b|\bgmx\b|web\.de|proton|\btuta|spark|airmail|bluemail|k-9|fairemail|thunderbird|courrier|phone|handy|mobil|móvil|celular|telefon|teléfono|telefono|téléphone|telemóvel|tablet|device|appareil|dispositivo|gerät|puhelimesta|смартфон|телефон|手机|手機|スマートフォン|휴대폰|điện thoại|ponsel|hp saya|โทรศัพท์|הטלפון|הנייד|هاتف|گوشی/;
/** Where the verb stands behind the device. */
const ENDS =
  /^von meine[mr]\b.{1,40} (?:gesendet|geschickt|versendet|verschickt)$|(?:iphone|ipad|android|galaxy|xperia|huawei|xiaomi|redmi|outlook|gmail|yahoo|windows).{0,30}(?:送信|送信されました|gönderildi|发送|發送|傳送|보냄|küldve|से भेजा गया|bidalia)$/;
/** Longer ones, which name the network or the program in a sentence. */
const SENTENCES: readonly RegExp[] = [
  /^sent with (?:the )?proton ?mail secure email\.$/,
  /^sent from my blackberry .{0,40}(?:network|smartphone|device|handheld)\.?$/,
  /^sent via the samsung [^,]{1,40}, an at&t .{1,40}$/,
  /^sent from my verizon,? .{1,40}(?:phone|device|tablet)$/,
  /^this (?:message|email) was sent from my (?:iphone|ipad|phone|android|mobile).{0,30}$/,
  /^sent from my .{1,20}(?:\.|,|;|-|–) ?(?:please )?(?:excuse|pardon|forgive|sorry for|apologies for) .{1,60}$/,
];

/** Whether a line is one of them. What people write themselves is longer, or has the marks of a sentence. */
export function isMobileSignature(line: string): boolean {
  if (line.length > 300) return false;
  // Links behind the words, brackets and stars around them.
  const low = line
    .replaceAll(/[<(]\s?https?:[^\s<>()]{1,200}\s?[>)]/g, "")
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069*_[\]]/g, "")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase()
    .trim();
  // The short link of Outlook for phones, whatever language stands before it.
  if (/aka\.ms\/(?:o0ukef|ghei36|aab9ysg|wp8k8u)/i.test(line) && low.length <= 80) return true;
  if (SENTENCES.some((sentence) => sentence.test(low))) return true;
  const bare = DEVICE.test(low) && low.endsWith(".") ? low.slice(0, -1) : low;
  if (bare.length > 80 || /[,;!?。！？]/.test(bare) || bare.endsWith(".") || bare.split(" ").length > 10) return false;
  if (STARTS.some((start) => bare.startsWith(start)) || ENDS.test(bare)) return true;
  return bare === low && BEFORE_DEVICE.some((start) => low.startsWith(start)) && DEVICE.test(low);
}
