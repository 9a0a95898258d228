// What the assistant says in its own words rather than from the company's knowledge, in eight languages: those of the widget without Arabic.
import { days } from "#kernel/clock/index.ts";

export const SPOKEN = ["en", "de", "es", "fr", "it", "ja", "nl", "pt"] as const;
export type Spoken = (typeof SPOKEN)[number];

interface Said {
  /** A person answers from now on, because the assistant can't prove an answer or something failed. */
  readonly handedOver: string;
  /** The customer only greeted. */
  readonly greeting: string;
  /** The customer asked for a person. */
  readonly asked: string;
  /** The question is about something that the assistant must not speak about. */
  readonly declined: string;
  /** The customer sent images, and the assistant sees none. */
  readonly unseen: string;
  /** Added to what was said already, when the rest could not be proved. */
  readonly rest: string;
  /** Added when a person answers from now on and the team is away: `{day}` and `{time}` at which it is back. */
  readonly back: string;
}
const SAID: Readonly<Record<Spoken, Said>> = {
  en: {
    greeting: "Hello! What can I help you with?",
    handedOver: "I can’t answer this with certainty, so I’ve passed it to our team. Somebody will answer you here.",
    asked: "I’ve passed this to our team. A person will answer you here.",
    declined: "I can’t help with this topic. If you’d like, I can pass it to our team: just say that you want to talk to a person.",
    unseen: "I can’t see images, so I’ve passed this to our team. Somebody will answer you here.",
    rest: "For everything else I’ve asked our team. Somebody will answer you here.",
    back: "Our team is back on {day} at {time}.",
  },
  de: {
    greeting: "Hallo! Wobei kann ich Ihnen helfen?",
    handedOver:
      "Das kann ich nicht mit Sicherheit beantworten und habe es deshalb an unser Team weitergegeben. Sie bekommen hier eine Antwort.",
    asked: "Ich habe das an unser Team weitergegeben. Ein Mensch wird Ihnen hier antworten.",
    declined:
      "Zu diesem Thema kann ich nichts sagen. Wenn Sie möchten, gebe ich es an unser Team weiter: Schreiben Sie einfach, dass Sie mit einem Menschen sprechen möchten.",
    unseen: "Ich kann keine Bilder sehen und habe das deshalb an unser Team weitergegeben. Sie bekommen hier eine Antwort.",
    rest: "Zu allem anderen habe ich unser Team gefragt. Sie bekommen hier eine Antwort.",
    back: "Unser Team ist am {day} um {time} wieder da.",
  },
  es: {
    greeting: "¡Hola! ¿En qué puedo ayudarle?",
    handedOver: "No puedo responder a esto con certeza, así que lo he pasado a nuestro equipo. Recibirá una respuesta aquí.",
    asked: "He pasado su mensaje a nuestro equipo. Una persona le responderá aquí.",
    declined: "No puedo ayudar con este tema. Si quiere, lo paso a nuestro equipo: basta con que diga que desea hablar con una persona.",
    unseen: "No puedo ver imágenes, así que lo he pasado a nuestro equipo. Recibirá una respuesta aquí.",
    rest: "Para todo lo demás he preguntado a nuestro equipo. Recibirá una respuesta aquí.",
    back: "Nuestro equipo vuelve el {day} a las {time}.",
  },
  fr: {
    greeting: "Bonjour ! Comment puis-je vous aider ?",
    handedOver:
      "Je ne peux pas répondre à cette question avec certitude, je l’ai donc transmise à notre équipe. Vous recevrez une réponse ici.",
    asked: "J’ai transmis votre message à notre équipe. Une personne vous répondra ici.",
    declined:
      "Je ne peux pas vous aider sur ce sujet. Si vous le souhaitez, je le transmets à notre équipe : dites simplement que vous voulez parler à une personne.",
    unseen: "Je ne peux pas voir les images, j’ai donc transmis votre message à notre équipe. Vous recevrez une réponse ici.",
    rest: "Pour tout le reste, j’ai demandé à notre équipe. Vous recevrez une réponse ici.",
    back: "Notre équipe sera de retour {day} à {time}.",
  },
  it: {
    greeting: "Buongiorno! Come posso aiutarla?",
    handedOver: "Non posso rispondere con certezza, quindi ho passato la domanda al nostro team. Riceverà una risposta qui.",
    asked: "Ho passato il suo messaggio al nostro team. Una persona le risponderà qui.",
    declined: "Non posso aiutarla su questo argomento. Se vuole, lo passo al nostro team: basta dire che desidera parlare con una persona.",
    unseen: "Non posso vedere le immagini, quindi ho passato il messaggio al nostro team. Riceverà una risposta qui.",
    rest: "Per tutto il resto ho chiesto al nostro team. Riceverà una risposta qui.",
    back: "Il nostro team torna {day} alle {time}.",
  },
  ja: {
    greeting: "こんにちは。どのようなご用件でしょうか？",
    handedOver: "確実にお答えできないため、担当チームに引き継ぎました。こちらで担当者がお答えします。",
    asked: "担当チームに引き継ぎました。こちらで担当者がお答えします。",
    declined: "この話題についてはお手伝いできません。担当者とお話しになりたい場合は、その旨をお書きください。",
    unseen: "画像を見ることができないため、担当チームに引き継ぎました。こちらで担当者がお答えします。",
    rest: "そのほかの点は担当チームに確認しています。こちらで担当者がお答えします。",
    back: "担当チームは{day}{time}に戻ります。",
  },
  nl: {
    greeting: "Hallo! Waarmee kan ik u helpen?",
    handedOver: "Dit kan ik niet met zekerheid beantwoorden, dus ik heb het aan ons team doorgegeven. U krijgt hier antwoord.",
    asked: "Ik heb dit aan ons team doorgegeven. Een medewerker antwoordt u hier.",
    declined:
      "Over dit onderwerp kan ik niets zeggen. Als u wilt, geef ik het door aan ons team: schrijf gewoon dat u een medewerker wilt spreken.",
    unseen: "Ik kan geen afbeeldingen zien, dus ik heb dit aan ons team doorgegeven. U krijgt hier antwoord.",
    rest: "Voor al het andere heb ik ons team gevraagd. U krijgt hier antwoord.",
    back: "Ons team is {day} om {time} weer terug.",
  },
  pt: {
    greeting: "Olá! Em que posso ajudar?",
    handedOver: "Não posso responder a isto com certeza, por isso passei a questão à nossa equipa. Receberá uma resposta aqui.",
    asked: "Passei a sua mensagem à nossa equipa. Uma pessoa vai responder-lhe aqui.",
    declined: "Não posso ajudar com este assunto. Se quiser, passo-o à nossa equipa: basta dizer que deseja falar com uma pessoa.",
    unseen: "Não consigo ver imagens, por isso passei a questão à nossa equipa. Receberá uma resposta aqui.",
    rest: "Quanto ao resto, perguntei à nossa equipa. Receberá uma resposta aqui.",
    back: "A nossa equipa volta {day} às {time}.",
  },
};

/** The sentence in the language, in English if the assistant does not speak it. */
export function say(what: keyof Said, locale: string): string {
  const language = locale.toLowerCase().split("-")[0] as Spoken;
  return (SAID[language] ?? SAID.en)[what];
}

/** That the team is back at a moment (ms), as the clock in that zone shows it. `named`: the zone is not the customer's own, so it is named. */
export function sayBack(opensAt: number, now: number, locale: string, timeZone: string, named: boolean): string {
  const language = locale.toLowerCase().split("-")[0] as Spoken;
  const shown = language in SAID ? locale : "en";
  const format = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(shown, { ...options, timeZone }).format(opensAt);
  const isFar = opensAt - now > days(6);
  const day = format({ weekday: "long", ...(isFar ? { day: "numeric", month: "long" } : {}) });
  const time = format({ hour: "numeric", minute: "2-digit", ...(named ? { timeZoneName: "short" } : {}) });
  return say("back", locale).replace("{day}", day).replace("{time}", time);
}
