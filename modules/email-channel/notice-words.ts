// The notice that the assistant has answered, in its eight languages (not Arabic): a customer whose address is not proved reads it.
// # is the project.
import { languageOfText } from "#modules/assistant";

interface Notice {
  readonly subject: string;
  readonly answer: string;
  /** Why the answer is not in it. `reply`: what to do about that, where a reply can be received. */
  readonly unproved: string;
  readonly reply: string;
  readonly why: string;
}
type Language = NonNullable<ReturnType<typeof languageOfText>>;
const NOTICES: Readonly<Record<Language, Notice>> = {
  en: {
    subject: "Your message to #",
    answer: "There is an answer from # to your message.",
    unproved: "It isn’t in this email, because we don’t know whether this address is yours.",
    reply:
      "It isn’t in this email, because we don’t know yet whether this address is yours. Reply to this email with your question, and the answer will be sent to you.",
    why: "If you didn’t write to #, you can ignore this email.",
  },
  de: {
    subject: "Ihre Nachricht an #",
    answer: "# hat auf Ihre Nachricht geantwortet.",
    unproved: "Die Antwort steht nicht in dieser E-Mail, weil wir nicht wissen, ob diese Adresse Ihnen gehört.",
    reply:
      "Die Antwort steht nicht in dieser E-Mail, weil wir noch nicht wissen, ob diese Adresse Ihnen gehört. Antworten Sie auf diese E-Mail mit Ihrer Frage, dann wird Ihnen die Antwort zugeschickt.",
    why: "Wenn Sie nicht an # geschrieben haben, können Sie diese E-Mail ignorieren.",
  },
  es: {
    subject: "Su mensaje a #",
    answer: "Hay una respuesta de # a su mensaje.",
    unproved: "No está en este correo porque no sabemos si esta dirección es suya.",
    reply:
      "No está en este correo porque todavía no sabemos si esta dirección es suya. Responda a este correo con su pregunta y le enviaremos la respuesta.",
    why: "Si no ha escrito a #, puede ignorar este correo.",
  },
  fr: {
    subject: "Votre message à #",
    answer: "# a répondu à votre message.",
    unproved: "La réponse ne figure pas dans cet e-mail, car nous ne savons pas si cette adresse est la vôtre.",
    reply:
      "La réponse ne figure pas dans cet e-mail, car nous ne savons pas encore si cette adresse est la vôtre. Répondez à cet e-mail avec votre question, et la réponse vous sera envoyée.",
    why: "Si vous n’avez pas écrit à #, vous pouvez ignorer cet e-mail.",
  },
  it: {
    subject: "Il suo messaggio a #",
    answer: "C’è una risposta di # al suo messaggio.",
    unproved: "Non è in questa e-mail, perché non sappiamo se questo indirizzo è suo.",
    reply:
      "Non è in questa e-mail, perché non sappiamo ancora se questo indirizzo è suo. Risponda a questa e-mail con la sua domanda e le invieremo la risposta.",
    why: "Se non ha scritto a #, può ignorare questa e-mail.",
  },
  ja: {
    subject: "#へのお問い合わせ",
    answer: "お問い合わせに対する#からの回答があります。",
    unproved: "このアドレスがご本人のものか確認できないため、回答はこのメールに記載していません。",
    reply:
      "このアドレスがご本人のものかまだ確認できていないため、回答はこのメールに記載していません。ご質問を添えてこのメールに返信していただければ、回答をお送りします。",
    why: "#にお問い合わせをされていない場合は、このメールを無視してください。",
  },
  nl: {
    subject: "Uw bericht aan #",
    answer: "Er is een antwoord van # op uw bericht.",
    unproved: "Het staat niet in deze e-mail, omdat we niet weten of dit adres van u is.",
    reply:
      "Het staat niet in deze e-mail, omdat we nog niet weten of dit adres van u is. Beantwoord deze e-mail met uw vraag, dan sturen we u het antwoord.",
    why: "Als u niet aan # hebt geschreven, kunt u deze e-mail negeren.",
  },
  pt: {
    subject: "A sua mensagem para #",
    answer: "Há uma resposta de # à sua mensagem.",
    unproved: "Não está neste e-mail, porque não sabemos se este endereço é seu.",
    reply:
      "Não está neste e-mail, porque ainda não sabemos se este endereço é seu. Responda a este e-mail com a sua pergunta e enviaremos a resposta.",
    why: "Se não escreveu para #, pode ignorar este e-mail.",
  },
};

/** The notice's subject and paragraphs, in the language of the first of the texts that tells one, else in English. */
export function noticeIn(
  texts: readonly string[],
  name: string,
  canReply: boolean,
): { readonly subject: string; readonly paragraphs: readonly string[] } {
  const language = texts.map(languageOfText).find((one) => one !== undefined) ?? "en";
  const { subject, answer, unproved, reply, why } = NOTICES[language];
  const named = (text: string): string => text.replaceAll("#", () => name);
  return { subject: named(subject), paragraphs: [answer, canReply ? reply : unproved, why].map(named) };
}
