// The line that phones and their mail programs put below what is written, in their translations. Compared in lower case.
// Source: the default signatures of iOS Mail, Outlook, Samsung Email, Gmail, Yahoo Mail, Proton Mail, Huawei, Xiaomi, BlackBerry
// and Windows Mail.

/** "Sent from my …": the line begins so and has few words more. */
const STARTS: readonly string[] = [
  // English
  ...["sent from my ", "sent from a ", "sent from mail", "sent from outlook", "sent from yahoo", "sent from proton", "sent from samsung"],
  ...["sent from gmail", "sent from aol", "sent from iphone", "sent from ipad", "sent from android", "sent from huawei", "sent from xiaomi"],
  ...["sent from blackberry", "sent from nokia", "sent from windows mail", "sent from the all new", "sent from tuta", "sent from spark"],
  ...["sent from hotmail", "sent with ", "sent via ", "sent using ", "get outlook for ", "get bluemail for ", "downloaded from my "],
  // German
  ...["von meinem ", "von meinem/meiner ", "von meiner ", "gesendet von ", "gesendet mit ", "gesendet aus ", "gesendet über ", "mit freundlichen grüßen von meinem iphone"],
  ...["diese nachricht wurde von mein", "holen sie sich outlook für ", "outlook für ios ", "outlook für android ", "laden sie outlook für "],
  // French
  ...["envoyé de mon ", "envoyé de ma ", "envoyé depuis ", "envoyé à partir de ", "envoyé avec ", "envoyé via ", "envoyé à l'aide de "],
  ...["envoyé par ", "télécharger outlook pour ", "obtenir outlook pour ", "obtenez outlook pour ", "provenance : courrier "],
  // Spanish, Catalan, Galician, Basque
  ...["enviado desde ", "enviado de mi ", "enviado con ", "enviado a través de ", "obtener outlook para ", "obtén outlook para "],
  ...["descargar outlook para ", "enviat des ", "enviat amb ", "obtén l'outlook per ", "enviado dende ", "nire iphonetik bidalia"],
  // Portuguese
  ...["enviado do meu ", "enviado da minha ", "enviado a partir do ", "enviado do yahoo", "enviado do outlook", "enviado do email ", "enviado por "],
  ...["obter o outlook para ", "obtenha o outlook para ", "baixe o outlook para ", "baixar o outlook para "],
  // Italian
  ...["inviato da ", "inviato dal ", "inviato con ", "inviato tramite ", "scarica outlook per ", "ottieni outlook per "],
  // Dutch
  ...["verzonden vanaf ", "verstuurd vanaf ", "verzonden met ", "verzonden via ", "verstuurd met ", "verzonden vanuit ", "outlook voor ios ", "outlook voor android "],
  ...["download outlook voor ", "haal outlook voor "],
  // Swedish, Norwegian, Danish, Icelandic, Finnish
  ...["skickat från ", "skickades från ", "skickat med ", "skickat via ", "hämta outlook för ", "skaffa outlook för ", "sendt fra ", "sendt med "],
  ...["sendt via ", "få outlook for ", "last ned outlook for ", "hent outlook til ", "få outlook til ", "sent úr ", "lähetetty ", "hanki outlook "],
  // Polish, Czech, Slovak
  ...["wysłane z ", "wysłano z ", "wysłane za ", "pobierz outlook", "pobierz program outlook", "pobierz aplikację outlook", "odesláno z "],
  ...["posláno z ", "odesláno ze ", "získat outlook pro ", "získejte outlook pro ", "stáhnout outlook pro ", "odoslané z ", "odoslané zo ", "poslané z "],
  ...["získať outlook pre ", "získajte outlook pre "],
  // Hungarian, Romanian
  ...["elküldve az ", "elküldve a ", "küldve az ", "az iphone-omról küldve", "iphone-omról küldve", "outlook beszerzése ", "trimis de pe ", "trimis din "],
  ...["trimis cu ", "obțineți outlook pentru ", "descărcați outlook pentru "],
  // Slovenian, Croatian, Serbian
  ...["poslano s ", "poslano z ", "poslano iz ", "poslato sa ", "poslato iz ", "послато са ", "preuzmite outlook za ", "nabavite outlook za ", "dobite outlook za "],
  // Russian, Ukrainian, Bulgarian
  ...["отправлено с ", "отправлено из ", "отправлено через ", "отправлено со ", "послано с ", "получить outlook для ", "скачать outlook для "],
  ...["відправлено з ", "відправлено із ", "надіслано з ", "надіслано із ", "отримати outlook для ", "завантажити outlook для "],
  ...["изпратено от ", "изпратено с ", "изтегляне на outlook за ", "вземете outlook за "],
  // Baltic languages
  ...["saadetud minu ", "saadetud ", "nosūtīts no ", "sūtīts no ", "išsiųsta iš ", "siųsta iš "],
  // Greek, Turkish
  ...["στάλθηκε από ", "εστάλη από ", "αποστολή από ", "από το iphone", "από το ipad", "λήψη του outlook για ", "αποκτήστε το outlook για "],
  ...["iphone'umdan gönderildi", "ipad'imden gönderildi", "iphone'dan gönderildi", "ios için outlook", "android için outlook"],
  // Hebrew, Arabic, Persian
  ...["נשלח מה", "נשלח מ-", "נשלח מ", "השג את outlook", "קבל את outlook", "أرسلت من ", "أُرسلت من ", "تم الإرسال من ", "مُرسل من ", "مرسل من ", "أُرسِلت من "],
  ...["الحصول على outlook", "ارسال شده از ", "فرستاده شده از "],
  // Japanese, Chinese, Korean
  ...["iphoneから送信", "ipadから送信", "私のiphoneから送信", "androidから送信", "androidスマートフォンから送信", "outlook for ios を入手", "outlook for android を入手"],
  ...["outlook for iosを入手", "galaxyから送信", "xperiaから送信", "yahoo!メール", "从我的", "发自我的", "發自我的", "自我的iphone", "发自 iphone", "发自iphone"],
  ...["来自我的", "來自我的", "从 windows 版邮件发送", "发送自 ", "發送自 ", "傳送自 ", "从 outlook", "获取 outlook", "取得 outlook", "下载 outlook", "获取适用于 ios 的 outlook"],
  ...["나의 iphone에서 보냄", "내 iphone에서 보냄", "나의 ipad에서 보냄", "iphone에서 보냄", "내 galaxy에서 보냄", "나의 galaxy에서 보냄", "samsung galaxy에서 보냄"],
  ...["ios용 outlook", "android용 outlook", "outlook for ios 다운로드", "windows용 메일에서 보냄"],
  // Vietnamese, Thai, Indonesian, Malay, Filipino, Hindi
  ...["gửi từ ", "được gửi từ ", "đã gửi từ ", "nhận outlook ", "tải outlook ", "ส่งจาก", "รับ outlook", "ดาวน์โหลด outlook", "dikirim dari ", "dikirim menggunakan "],
  ...["dapatkan outlook untuk ", "unduh outlook untuk ", "dihantar dari ", "ipinadala mula sa ", "मेरे iphone से भेजा", "मेरे आईफ़ोन से भेजा"],
];
/** Where the verb stands behind the device. */
const ENDS = /(?:iphone|ipad|android|galaxy|xperia|huawei|xiaomi|redmi|outlook|gmail|yahoo|windows).{0,30}(?:送信|送信されました|gönderildi|发送|發送|傳送|보냄|küldve|से भेजा गया|bidalia)$/;
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
  if (low.length > 80 || /[,;!?。！？]/.test(low) || low.endsWith(".") || low.split(" ").length > 9) return false;
  return STARTS.some((start) => low.startsWith(start)) || ENDS.test(low);
}
