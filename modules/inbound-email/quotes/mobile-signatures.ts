// Default signatures of phones and their mail apps, in their translations, in lower case. Source: iOS Mail, Outlook, Samsung Email, Gmail,
// Yahoo Mail, Proton Mail, Huawei, Xiaomi, BlackBerry and Windows Mail.

/** Lines with these beginnings that have few more words. */
const STARTS: readonly string[] = [
  ...["sent from my ", "get bluemail for ", "downloaded from my ", "diese nachricht wurde von mein", "从我的", "发自我的", "發自我的"],
  ...["自我的iphone", "来自我的", "來自我的", "나의 iphone에서", "내 iphone에서", "나의 ipad에서", "내 galaxy에서", "나의 galaxy에서"],
];
/** "Get Outlook for iOS": the verbs of its translations, which people's own sentences about Outlook do not have. */
const GET =
  /^(?:get |holen|laden sie|télécharger|obten|obtén|descargar|obter|baixe|baixar|scarica|ottieni|download|hämta|skaffa|få |last ned|hent|hanki|pobierz|získ|stáhnout|obține|preuzmite|nabavite|получить|скачать|отримати|изтегляне|вземете|λήψη|αποκτήστε|השג|الحصول|获取|取得|下载|tải|nhận|ดาวน์|dapatkan)|(?:beziehen|herunterladen|downloaden|beszerzése|edinin|入手|다운로드|받기)$/;
/** Beginnings that people also use for parcels: they count only before a device or a mail app. */
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
/** Phrases of languages in which the verb comes after the device. */
const ENDS =
  /^von meine[mr]\b.{1,40} (?:gesendet|geschickt|versendet|verschickt)$|(?:iphone|ipad|android|galaxy|xperia|huawei|xiaomi|redmi|outlook|gmail|yahoo|windows).{0,30}(?:送信|送信されました|gönderildi|发送|發送|傳送|보냄|küldve|से भेजा गया|bidalia)$/;
/** Longer signatures that name the network or the app in a sentence. */
const SENTENCES: readonly RegExp[] = [
  /^sent with (?:the )?proton ?mail secure email\.$/,
  /^sent from my blackberry .{0,40}(?:network|smartphone|device|handheld)\.?$/,
  /^sent via the samsung [^,]{1,40}, an at&t .{1,40}$/,
  /^sent from my verizon,? .{1,40}(?:phone|device|tablet)$/,
  /^this (?:message|email) was sent from my (?:iphone|ipad|phone|android|mobile).{0,30}$/,
  /^sent from my .{1,20}(?:\.|,|;|-|–) ?(?:please )?(?:excuse|pardon|forgive|sorry for|apologies for) .{1,60}$/,
];

/** Whether a line is such a signature. A person's own text is longer, or has punctuation. */
export function isMobileSignature(line: string): boolean {
  if (line.length > 300) return false;
  // Links after the text, brackets and asterisks are removed.
  const low = line
    .replaceAll(/[<(]\s?https?:[^\s<>()]{1,200}\s?[>)]/g, "")
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069*_[\]]/g, "")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase()
    .trim();
  // Outlook's short link, whatever the language before it.
  if (/aka\.ms\/(?:o0ukef|ghei36|aab9ysg|wp8k8u)/i.test(line) && low.length <= 80) return true;
  if (SENTENCES.some((sentence) => sentence.test(low))) return true;
  const bare = DEVICE.test(low) && low.endsWith(".") ? low.slice(0, -1) : low;
  if (bare.length > 80 || /[,;!?。！？]/.test(bare) || bare.endsWith(".") || bare.split(" ").length > 10) return false;
  if (
    STARTS.some((start) => bare.startsWith(start)) ||
    (/outlook/.test(bare) && /ios|android/.test(bare) && bare.split(" ").length < 8 && GET.test(bare)) ||
    ENDS.test(bare)
  )
    return true;
  return BEFORE_DEVICE.some((start) => bare.startsWith(start)) && DEVICE.test(bare);
}
