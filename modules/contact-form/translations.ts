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
  hint: "Wir senden zuerst einen Link dorthin, den Sie bestätigen.",
  message: "Ihre Nachricht",
  optional: "freiwillig",
  invalid: "Bitte sehen Sie sich das noch einmal an.",
  invalidEmail: "Geben Sie eine Adresse wie name@example.com ein.",
  busy: "Zu viele Nachrichten in kurzer Zeit. Ihr Text steht noch hier: Bitte versuchen Sie es später wieder.",
  checkMailbox: "Noch ein Schritt: Öffnen Sie Ihr Postfach",
  checkMailboxHelp:
    "Wir haben Ihnen einen Link gesendet. Öffnen und bestätigen Sie ihn, damit Ihre Nachricht uns erreicht. Keine E-Mail? Sehen Sie im Spam nach, oder schreiben Sie erneut.",
  confirm: "Bestätigen Sie Ihre Nachricht an #",
  notYou: "Der Link gilt zwei Tage. Haben Sie nicht an # geschrieben, ignorieren Sie dies: Nichts wird gesendet.",
  sent: "Ihre Nachricht ist gesendet",
  already: "Ihre Nachricht wurde schon gesendet",
  gone: "Dieser Link ist abgelaufen oder unvollständig",
};
const fr: FormTranslations = {
  name: "Votre nom",
  email: "Votre e-mail, pour que nous puissions répondre",
  hint: "Nous y envoyons d’abord un lien à confirmer.",
  message: "Votre message",
  optional: "facultatif",
  invalid: "Veuillez vérifier ce champ.",
  invalidEmail: "Saisissez une adresse comme nom@example.com.",
  busy: "Trop de messages en peu de temps. Votre texte est toujours là : veuillez réessayer plus tard.",
  checkMailbox: "Encore une étape : ouvrez votre messagerie",
  checkMailboxHelp:
    "Nous vous avons envoyé un lien. Ouvrez-le et confirmez pour que votre message nous parvienne. Rien reçu ? Regardez dans les indésirables, ou écrivez de nouveau.",
  confirm: "Confirmez votre message à #",
  notYou: "Le lien est valable deux jours. Si vous n’avez pas écrit à #, ignorez ceci : rien n’est envoyé.",
  sent: "Votre message est envoyé",
  already: "Votre message a déjà été envoyé",
  gone: "Ce lien a expiré ou est incomplet",
};
const es: FormTranslations = {
  name: "Su nombre",
  email: "Su correo electrónico, para que podamos responder",
  hint: "Primero enviamos allí un enlace para confirmar.",
  message: "Su mensaje",
  optional: "opcional",
  invalid: "Revise este campo.",
  invalidEmail: "Escriba una dirección como nombre@example.com.",
  busy: "Demasiados mensajes en poco tiempo. Su texto sigue aquí: inténtelo más tarde.",
  checkMailbox: "Un paso más: abra su correo",
  checkMailboxHelp:
    "Le hemos enviado un enlace. Ábralo y confirme para que su mensaje nos llegue. ¿No llega? Mire en el correo no deseado, o escriba de nuevo.",
  confirm: "Confirme su mensaje a #",
  notYou: "El enlace funciona dos días. Si no escribió a #, ignore esto: no se envía nada.",
  sent: "Su mensaje se ha enviado",
  already: "Su mensaje ya se había enviado",
  gone: "Este enlace ha caducado o está incompleto",
};
const pt: FormTranslations = {
  name: "O seu nome",
  email: "O seu e-mail, para podermos responder",
  hint: "Primeiro enviamos um link para lá, para confirmar.",
  message: "A sua mensagem",
  optional: "opcional",
  invalid: "Verifique este campo.",
  invalidEmail: "Indique um endereço como nome@example.com.",
  busy: "Muitas mensagens em pouco tempo. O seu texto continua aqui: tente mais tarde.",
  checkMailbox: "Mais um passo: abra o seu e-mail",
  checkMailboxHelp:
    "Enviamos um link. Abra-o e confirme para que a sua mensagem chegue até nós. Não chegou? Veja no spam, ou escreva de novo.",
  confirm: "Confirme a sua mensagem a #",
  notYou: "O link funciona por dois dias. Se não escreveu a #, ignore isto: nada é enviado.",
  sent: "A sua mensagem foi enviada",
  already: "A sua mensagem já tinha sido enviada",
  gone: "Este link expirou ou está incompleto",
};
const it: FormTranslations = {
  name: "Il suo nome",
  email: "La sua email, così possiamo rispondere",
  hint: "Prima inviamo lì un link da confermare.",
  message: "Il suo messaggio",
  optional: "facoltativo",
  invalid: "Controlli questo campo.",
  invalidEmail: "Inserisca un indirizzo come nome@example.com.",
  busy: "Troppi messaggi in poco tempo. Il suo testo è ancora qui: riprovi più tardi.",
  checkMailbox: "Ancora un passo: apra la sua casella",
  checkMailboxHelp:
    "Le abbiamo inviato un link. Lo apra e confermi, così il messaggio ci arriva. Non arriva? Guardi nello spam, o scriva di nuovo.",
  confirm: "Confermi il suo messaggio a #",
  notYou: "Il link funziona per due giorni. Se non ha scritto a #, lo ignori: non viene inviato nulla.",
  sent: "Il messaggio è stato inviato",
  already: "Il messaggio era già stato inviato",
  gone: "Questo link è scaduto o incompleto",
};
const nl: FormTranslations = {
  name: "Uw naam",
  email: "Uw e-mailadres, zodat we kunnen antwoorden",
  hint: "We sturen daar eerst een link heen om te bevestigen.",
  message: "Uw bericht",
  optional: "niet verplicht",
  invalid: "Kijk dit nog eens na.",
  invalidEmail: "Vul een adres in zoals naam@example.com.",
  busy: "Te veel berichten in korte tijd. Uw tekst staat hier nog: probeer het later opnieuw.",
  checkMailbox: "Nog één stap: open uw mailbox",
  checkMailboxHelp:
    "We hebben u een link gestuurd. Open en bevestig die, zodat uw bericht ons bereikt. Geen mail? Kijk bij de spam, of schrijf opnieuw.",
  confirm: "Bevestig uw bericht aan #",
  notYou: "De link werkt twee dagen. Hebt u niet aan # geschreven, negeer dit dan: er wordt niets verstuurd.",
  sent: "Uw bericht is verstuurd",
  already: "Uw bericht was al verstuurd",
  gone: "Deze link is verlopen of niet volledig",
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
    "リンクをお送りしました。開いて確認するとメッセージが届きます。届かない場合は、迷惑メールを確認するか、もう一度お書きください。",
  confirm: "#へのメッセージの確認",
  notYou: "リンクは二日間有効です。心当たりがなければ無視してください。何も送信されません。",
  sent: "メッセージを送信しました",
  already: "メッセージは送信済みです",
  gone: "このリンクは期限切れか不完全です",
};

const ALL: Readonly<Record<string, FormTranslations>> = { en, de, fr, es, pt, it, nl, ja };
/** In the page's language, or else in English like the rest of the page. */
export const formTranslations = (locale: string): FormTranslations => ALL[locale.split("-")[0] ?? "en"] ?? en;
/** Inserts the help center's title into a sentence. */
export const withTitle = (sentence: string, title: string): string => sentence.replaceAll("#", () => title);
