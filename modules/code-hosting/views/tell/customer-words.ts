// What customers are told of an issue, in the languages of the widget. Not of the interface: the member changes it before it is sent.
import type { RemoteIssue } from "../../contract.ts";

/** What happened to an issue. Its title is not told: it may be internal. */
export interface Outcome extends Pick<RemoteIssue, "state" | "reason"> {
  /** The tag of the release. */
  readonly release: string | null;
}
interface Words {
  readonly done: string;
  readonly released: string;
  readonly dropped: string;
  /** It was closed, and nobody said why. */
  readonly closed: string;
}
const WORDS: Readonly<Record<string, Words>> = {
  ar: {
    done: "خبر سار: ما كتبت إلينا بشأنه قد أُنجز.",
    released: "خبر سار: ما كتبت إلينا بشأنه متوفر في {tag}.",
    dropped: "درسنا ما كتبت إلينا بشأنه، وقررنا عدم تغييره في الوقت الحالي.",
    closed: "هناك جديد بشأن ما كتبت إلينا عنه:",
  },
  de: {
    done: "Gute Nachrichten: Was Sie uns geschrieben haben, ist erledigt.",
    released: "Gute Nachrichten: Was Sie uns geschrieben haben, ist in {tag} enthalten.",
    dropped: "Wir haben uns angesehen, was Sie uns geschrieben haben, und werden vorerst nichts daran ändern.",
    closed: "Es gibt Neues zu dem, was Sie uns geschrieben haben:",
  },
  en: {
    done: "Good news: what you wrote to us about is done.",
    released: "Good news: what you wrote to us about is included in {tag}.",
    dropped: "We looked into what you wrote to us about, and have decided not to change it for now.",
    closed: "There is news about what you wrote to us:",
  },
  es: {
    done: "Buenas noticias: lo que nos comentó ya está resuelto.",
    released: "Buenas noticias: lo que nos comentó está incluido en {tag}.",
    dropped: "Hemos estudiado lo que nos comentó y hemos decidido no cambiarlo por ahora.",
    closed: "Hay novedades sobre lo que nos comentó:",
  },
  fr: {
    done: "Bonne nouvelle : ce que vous nous aviez signalé est réglé.",
    released: "Bonne nouvelle : ce que vous nous aviez signalé est inclus dans {tag}.",
    dropped: "Nous avons étudié ce que vous nous aviez signalé et avons décidé de ne rien changer pour le moment.",
    closed: "Il y a du nouveau au sujet de ce que vous nous aviez signalé :",
  },
  it: {
    done: "Buone notizie: ciò che ci aveva segnalato è risolto.",
    released: "Buone notizie: ciò che ci aveva segnalato è incluso in {tag}.",
    dropped: "Abbiamo esaminato ciò che ci aveva segnalato e per ora abbiamo deciso di non cambiarlo.",
    closed: "Ci sono novità su ciò che ci aveva segnalato:",
  },
  ja: {
    done: "お問い合わせいただいた件は、対応が完了しました。",
    released: "お問い合わせいただいた件は、{tag} に含まれています。",
    dropped: "お問い合わせいただいた件を検討しましたが、現時点では変更しないことにいたしました。",
    closed: "お問い合わせいただいた件について、お知らせがあります。",
  },
  nl: {
    done: "Goed nieuws: waar u ons over schreef, is opgelost.",
    released: "Goed nieuws: waar u ons over schreef, zit in {tag}.",
    dropped: "We hebben bekeken waar u ons over schreef en besloten het voorlopig niet te veranderen.",
    closed: "Er is nieuws over waar u ons over schreef:",
  },
  pt: {
    done: "Boas notícias: o que nos relatou está resolvido.",
    released: "Boas notícias: o que nos relatou está incluído em {tag}.",
    dropped: "Analisamos o que nos relatou e decidimos não alterar por enquanto.",
    closed: "Há novidades sobre o que nos relatou:",
  },
};

/** The beginning of a reply. English where there are no words of ours in the language. */
export function customerWords({ reason, release }: Outcome, locale: string): string {
  const words = WORDS[locale.slice(0, 2).toLowerCase()] ?? (WORDS["en"] as Words);
  if (release !== null) return words.released.replace("{tag}", () => release);
  if (reason === "completed" || reason === "merged") return words.done;
  return reason === "not_planned" ? words.dropped : words.closed;
}
