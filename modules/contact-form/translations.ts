// Texts of the contact form and its mail, beyond those that every help page has. They are part of the worker, so they are few.

export interface FormTranslations {
  readonly name: string;
  readonly email: string;
  readonly hint: string;
  readonly message: string;
  readonly optional: string;
  /** Next to a field that is empty or too long. */
  readonly invalid: string;
  /** Next to an address that is not valid. */
  readonly invalidEmail: string;
  readonly busy: string;
  /** Shown after the form was sent. */
  readonly checkMailbox: string;
  readonly checkMailboxHelp: string;
  /** # = the help center's title, here and below. Subject of the mail, and title of the page behind its link. */
  readonly confirm: string;
  readonly notYou: string;
  readonly sent: string;
  readonly already: string;
  readonly gone: string;
}

const en: FormTranslations = {
  name: "Your name",
  email: "Your email, so we can reply",
  hint: "We’ll send a link there first for you to confirm.",
  message: "Your message",
  optional: "optional",
  invalid: "Check this field.",
  invalidEmail: "Enter an address such as name@example.com.",
  busy: "Too many messages in a short time. Your text is still here; please try again later.",
  checkMailbox: "One more step: check your email",
  checkMailboxHelp:
    "We sent you a link. Open it and confirm so that your message reaches us. No email? Check your spam folder, or write again.",
  confirm: "Confirm your message to #",
  notYou: "The link works for two days. If you didn’t write to #, ignore this; nothing is sent.",
  sent: "Your message was sent",
  already: "Your message was already sent",
  gone: "This link has expired or is incomplete",
};
const de: FormTranslations = {
  name: "Ihr Name",
  email: "Ihre E-Mail-Adresse, damit wir antworten können",
  hint: "Wir senden Ihnen dorthin zuerst einen Link zur Bestätigung.",
  message: "Ihre Nachricht",
  optional: "optional",
  invalid: "Bitte prüfen Sie dieses Feld.",
  invalidEmail: "Geben Sie eine Adresse wie name@example.com ein.",
  busy: "Zu viele Nachrichten in kurzer Zeit. Ihr Text ist noch da: Bitte versuchen Sie es später noch einmal.",
  checkMailbox: "Noch ein Schritt: Öffnen Sie Ihr Postfach",
  checkMailboxHelp:
    "Wir haben Ihnen einen Link gesendet. Öffnen und bestätigen Sie ihn, damit Ihre Nachricht uns erreicht. Keine E-Mail? Sehen Sie im Spam-Ordner nach oder schreiben Sie noch einmal.",
  confirm: "Bestätigen Sie Ihre Nachricht an #",
  notYou: "Der Link gilt zwei Tage. Wenn Sie nicht an # geschrieben haben, ignorieren Sie diese E-Mail: Es wird nichts gesendet.",
  sent: "Ihre Nachricht wurde gesendet",
  already: "Ihre Nachricht wurde schon gesendet",
  gone: "Dieser Link ist abgelaufen oder unvollständig",
};
const fr: FormTranslations = {
  name: "Votre nom",
  email: "Votre adresse e-mail, pour que nous puissions répondre",
  hint: "Nous y enverrons d’abord un lien de confirmation.",
  message: "Votre message",
  optional: "facultatif",
  invalid: "Veuillez vérifier ce champ.",
  invalidEmail: "Saisissez une adresse comme nom@example.com.",
  busy: "Trop de messages en peu de temps. Votre texte est toujours là : veuillez réessayer plus tard.",
  checkMailbox: "Encore une étape : ouvrez votre messagerie",
  checkMailboxHelp:
    "Nous vous avons envoyé un lien. Ouvrez-le et confirmez pour que votre message nous parvienne. Rien reçu ? Regardez dans vos courriers indésirables ou écrivez de nouveau.",
  confirm: "Confirmez votre message à #",
  notYou: "Le lien est valable deux jours. Si vous n’avez pas écrit à #, ignorez ce message : rien ne sera envoyé.",
  sent: "Votre message a été envoyé",
  already: "Votre message a déjà été envoyé",
  gone: "Ce lien a expiré ou est incomplet",
};
const es: FormTranslations = {
  name: "Su nombre",
  email: "Su correo electrónico, para que podamos responder",
  hint: "Primero le enviaremos allí un enlace de confirmación.",
  message: "Su mensaje",
  optional: "opcional",
  invalid: "Revise este campo.",
  invalidEmail: "Escriba una dirección como nombre@example.com.",
  busy: "Demasiados mensajes en poco tiempo. Su texto sigue aquí: inténtelo más tarde.",
  checkMailbox: "Un paso más: abra su correo",
  checkMailboxHelp:
    "Le hemos enviado un enlace. Ábralo y confirme para que su mensaje nos llegue. ¿No llega? Mire en el correo no deseado o escriba de nuevo.",
  confirm: "Confirme su mensaje a #",
  notYou: "El enlace es válido durante dos días. Si no ha escrito a #, ignore este mensaje: no se enviará nada.",
  sent: "Su mensaje se ha enviado",
  already: "Su mensaje ya se había enviado",
  gone: "Este enlace ha caducado o está incompleto",
};
const pt: FormTranslations = {
  name: "Seu nome",
  email: "Seu e-mail, para podermos responder",
  hint: "Primeiro enviaremos um link de confirmação para lá.",
  message: "Sua mensagem",
  optional: "opcional",
  invalid: "Verifique este campo.",
  invalidEmail: "Digite um endereço como nome@example.com.",
  busy: "Muitas mensagens em pouco tempo. Seu texto continua aqui: tente novamente mais tarde.",
  checkMailbox: "Mais um passo: abra o seu e-mail",
  checkMailboxHelp:
    "Enviamos um link para você. Abra-o e confirme para que sua mensagem chegue até nós. Não chegou? Veja no spam ou escreva de novo.",
  confirm: "Confirme sua mensagem para #",
  notYou: "O link funciona por dois dias. Se você não escreveu para #, ignore esta mensagem: nada será enviado.",
  sent: "Sua mensagem foi enviada",
  already: "Sua mensagem já tinha sido enviada",
  gone: "Este link expirou ou está incompleto",
};
const it: FormTranslations = {
  name: "Il tuo nome",
  email: "La tua email, così possiamo risponderti",
  hint: "Prima ti invieremo lì un link di conferma.",
  message: "Il tuo messaggio",
  optional: "facoltativo",
  invalid: "Controlla questo campo.",
  invalidEmail: "Inserisci un indirizzo come nome@example.com.",
  busy: "Troppi messaggi in poco tempo. Il tuo testo è ancora qui: riprova più tardi.",
  checkMailbox: "Ancora un passo: controlla la tua posta",
  checkMailboxHelp:
    "Ti abbiamo inviato un link. Aprilo e conferma, così il tuo messaggio ci arriva. Non è arrivato? Guarda nello spam o scrivi di nuovo.",
  confirm: "Conferma il tuo messaggio a #",
  notYou: "Il link vale due giorni. Se non hai scritto a #, ignora questa email: non verrà inviato nulla.",
  sent: "Il messaggio è stato inviato",
  already: "Il messaggio era già stato inviato",
  gone: "Questo link è scaduto o incompleto",
};
const nl: FormTranslations = {
  name: "Uw naam",
  email: "Uw e-mailadres, zodat we kunnen antwoorden",
  hint: "We sturen u daar eerst een bevestigingslink.",
  message: "Uw bericht",
  optional: "optioneel",
  invalid: "Controleer dit veld.",
  invalidEmail: "Vul een adres in zoals naam@example.com.",
  busy: "Te veel berichten in korte tijd. Uw tekst staat hier nog: probeer het later opnieuw.",
  checkMailbox: "Nog één stap: open uw mailbox",
  checkMailboxHelp:
    "We hebben u een link gestuurd. Open die en bevestig, zodat uw bericht ons bereikt. Geen e-mail? Kijk in uw spammap of schrijf opnieuw.",
  confirm: "Bevestig uw bericht aan #",
  notYou: "De link is twee dagen geldig. Hebt u niet aan # geschreven? Negeer dit bericht dan: er wordt niets verstuurd.",
  sent: "Uw bericht is verstuurd",
  already: "Uw bericht was al verstuurd",
  gone: "Deze link is verlopen of onvolledig",
};
const ja: FormTranslations = {
  name: "お名前",
  email: "お返事のためのメールアドレス",
  hint: "まず確認用のリンクをお送りします。",
  message: "メッセージ",
  optional: "任意",
  invalid: "この項目をご確認ください。",
  invalidEmail: "name@example.com のような形式で入力してください。",
  busy: "短い時間に多くの送信がありました。入力内容は残っています。しばらくしてからお試しください。",
  checkMailbox: "あと一歩です。メールをご確認ください",
  checkMailboxHelp:
    "リンクをお送りしました。開いて確認するとメッセージが届きます。届かない場合は、迷惑メールを確認するか、もう一度送信してください。",
  confirm: "#へのメッセージの確認",
  notYou: "リンクは2日間有効です。心当たりがない場合は無視してください。何も送信されません。",
  sent: "メッセージを送信しました",
  already: "メッセージは送信済みです",
  gone: "このリンクは期限切れか、正しくありません",
};

const ar: FormTranslations = {
  name: "اسمك",
  email: "بريدك الإلكتروني، لنتمكن من الرد",
  hint: "نرسل إليه أولًا رابطًا للتأكيد.",
  message: "رسالتك",
  optional: "اختياري",
  invalid: "يُرجى التحقق من هذا الحقل.",
  invalidEmail: "يُرجى إدخال عنوان مثل name@example.com.",
  busy: "رسائل كثيرة في وقت قصير. نصك لا يزال هنا؛ يُرجى إعادة المحاولة لاحقًا.",
  checkMailbox: "خطوة أخيرة: تحقق من بريدك",
  checkMailboxHelp:
    "أرسلنا إليك رابطًا. يُرجى فتحه والتأكيد لتصلنا رسالتك. لم يصل شيء؟ يُرجى النظر في مجلد الرسائل غير المرغوب فيها أو الكتابة مرة أخرى.",
  confirm: "تأكيد رسالتك إلى #",
  notYou: "الرابط صالح يومين. إن لم تكتب إلى # فتجاهل هذه الرسالة؛ لن يُرسل شيء.",
  sent: "أُرسلت رسالتك",
  already: "سبق أن أُرسلت رسالتك",
  gone: "انتهت صلاحية هذا الرابط أو أنه ناقص",
};

const ALL: Readonly<Record<string, FormTranslations>> = { en, de, ar, fr, es, pt, it, nl, ja };
/** In the page's language, or else in English like the rest of the page. */
export const formTranslations = (locale: string): FormTranslations => ALL[locale.split("-")[0] ?? "en"] ?? en;
/** Inserts the help center's title into a sentence. */
export const withTitle = (sentence: string, title: string): string => sentence.replaceAll("#", () => title);
