// What the model may ask the customer back. Its question has no source that could prove it, so it may not carry anything but a question.

/** Links, addresses, long numbers, and words for what nobody should type into a chat. */
const SUSPICIOUS =
  /https?:|www\.|[\w-]+\.[a-z]{2,}(?:\/|\b)|@|\d{5,}|[<>[\]{}|`]|password|passwort|contraseña|mot de passe|parola d['’]ordine|wachtwoord|senha|palavra-passe|パスワード|\bpin\b|\bcvv\b|\biban\b|credit card|kreditkart|tarjeta de crédito|carte (?:bancaire|de crédit)|carta di credito|creditcard|cartão de crédito|カード番号/iu;

/** Whether it is one short question and nothing else. */
export const isSafeQuestion = (text: string): boolean => text.length <= 300 && /[?？]\s*$/u.test(text) && !SUSPICIOUS.test(text);
