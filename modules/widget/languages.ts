// The languages of the widget: which one a visitor gets, and the few words that a page needs before the panel is loaded. The panel's own
// texts are in client/languages/.
import type { LauncherWords, WidgetConfig } from "./contract.ts";

interface Words {
  readonly launcher: LauncherWords;
  /** What a project shows that has no title or greeting of its own. */
  readonly title: string;
  readonly greeting: string;
}

/** Plain sentences only: the launcher has no plural rules. */
export const WORDS: Readonly<Record<string, Words>> = {
  en: {
    launcher: {
      open: "Open chat",
      close: "Close chat",
      failed: "Open chat. It couldn’t be loaded; try again.",
      unread: "Open chat, {count} unread",
    },
    title: "Chat with us",
    greeting: "Hi! How can we help?",
  },
  de: {
    launcher: {
      open: "Chat öffnen",
      close: "Chat schließen",
      failed: "Chat öffnen. Er konnte nicht geladen werden; versuchen Sie es erneut.",
      unread: "Chat öffnen, {count} ungelesen",
    },
    title: "Chatten Sie mit uns",
    greeting: "Hallo! Wie können wir helfen?",
  },
  ar: {
    launcher: {
      open: "فتح المحادثة",
      close: "إغلاق المحادثة",
      failed: "فتح المحادثة. تعذّر تحميلها؛ يُرجى إعادة المحاولة.",
      unread: "فتح المحادثة، رسائل غير مقروءة: {count}",
    },
    title: "تحدث معنا",
    greeting: "مرحبًا! كيف يمكننا مساعدتك؟",
  },
  fr: {
    launcher: {
      open: "Ouvrir le chat",
      close: "Fermer le chat",
      failed: "Ouvrir le chat. Il n’a pas pu être chargé ; réessayez.",
      unread: "Ouvrir le chat, messages non lus : {count}",
    },
    title: "Discutez avec nous",
    greeting: "Bonjour ! Comment pouvons-nous vous aider ?",
  },
  es: {
    launcher: {
      open: "Abrir el chat",
      close: "Cerrar el chat",
      failed: "Abrir el chat. No se ha podido cargar; inténtelo de nuevo.",
      unread: "Abrir el chat, mensajes sin leer: {count}",
    },
    title: "Hable con nosotros",
    greeting: "¡Hola! ¿En qué podemos ayudarle?",
  },
  pt: {
    launcher: {
      open: "Abrir o chat",
      close: "Fechar o chat",
      failed: "Abrir o chat. Não foi possível carregá-lo; tente novamente.",
      unread: "Abrir o chat, mensagens não lidas: {count}",
    },
    title: "Fale conosco",
    greeting: "Olá! Como podemos ajudar?",
  },
  it: {
    launcher: {
      open: "Apri la chat",
      close: "Chiudi la chat",
      failed: "Apri la chat. Non è stato possibile caricarla; riprova.",
      unread: "Apri la chat, messaggi non letti: {count}",
    },
    title: "Chatta con noi",
    greeting: "Ciao! Come possiamo aiutarti?",
  },
  nl: {
    launcher: {
      open: "Chat openen",
      close: "Chat sluiten",
      failed: "Chat openen. Laden is niet gelukt; probeer het opnieuw.",
      unread: "Chat openen, {count} ongelezen",
    },
    title: "Chat met ons",
    greeting: "Hallo! Waarmee kunnen we u helpen?",
  },
  ja: {
    launcher: {
      open: "チャットを開く",
      close: "チャットを閉じる",
      failed: "チャットを開く。読み込めませんでした。もう一度お試しください。",
      unread: "チャットを開く、未読{count}件",
    },
    title: "チャットでお問い合わせ",
    greeting: "こんにちは。どのようなご用件でしょうか？",
  },
};

/**
 * The locale for a visitor: the first wished language that the widget speaks, else English, with the first region that is wished for it.
 * `wishes` are language tags with commas between them, as pages and browsers name them; what is no tag is skipped.
 */
export function widgetLocale(wishes: string): string {
  const tags = wishes
    .slice(0, 500)
    .split(",")
    .map((tag) => /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])/i.exec(tag.trim()))
    .map((found) => ({ language: found?.[1]?.toLowerCase() ?? "", region: found?.[2]?.toUpperCase() }));
  const language = tags.find((tag) => Object.hasOwn(WORDS, tag.language))?.language ?? "en";
  const region = tags.find((tag) => tag.language === language && tag.region !== undefined)?.region;
  // Latin digits, as in the dashboard.
  const digits = language === "ar" ? "-u-nu-latn" : "";
  return (region === undefined ? language : `${language}-${region}`) + digits;
}

type Look = WidgetConfig["look"];
/** The part of the config that depends on the visitor's language. A title or greeting that is still one of the `unchanged` is translated. */
export function inVisitorLanguage(wishes: string, look: Look, unchanged: readonly Look[]): Pick<WidgetConfig, "look" | "locale" | "words"> {
  const locale = widgetLocale(wishes);
  const words = WORDS[locale.slice(0, 2)] ?? (WORDS["en"] as Words);
  return {
    locale,
    words: words.launcher,
    look: {
      ...look,
      title: unchanged.some(({ title }) => title === look.title) ? words.title : look.title,
      greeting:
        look.greeting.trim() === "" || unchanged.some(({ greeting }) => greeting === look.greeting) ? words.greeting : look.greeting,
    },
  };
}
