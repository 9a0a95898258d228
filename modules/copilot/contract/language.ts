// Guesses the language of a text: by its script, or by the words that are in nearly every sentence. Safe to load in a browser.

/** Words with most of a language's share; those that several languages have decide nothing. */
const WORDS: Readonly<Record<string, string>> = {
  en: "the and to of is you i it in that for my on have are with this was can your not be but please how what there when would we",
  de: "der die und ich das nicht ist sie ein zu mit es für den auf eine mein meine wie habe bitte kann haben wir dass aber noch wird bei",
  fr: "le la les et je de est un une pour que pas vous mon ma dans sur avec ne ce qui nous mais bonjour merci comment été votre j'ai des",
  es: "el la los y que de es un una para no por mi con se lo pero está hola gracias cómo cuando puedo tengo muy usted del al su",
  it: "il la che di e un una per non è mi con sono ma ho come grazie ciao della questo buongiorno posso quando anche vorrei più del nel",
  pt: "o a que de e um uma para não com meu minha por é mas eu está obrigado obrigada olá como quando você posso muito foi do da no na",
  nl: "de het een en ik is van niet dat te mijn voor met op maar kan heb hoe wat er zijn graag bedankt hallo jullie wordt nog naar ook",
  pl: "i w nie na się że do jest to z jak mam czy proszę dla mi o ale za od moje dziękuję dzień dobry po przez można",
  sv: "och att det är jag inte en som på för med har min ni till av kan hur men hej tack om ett den när från",
  da: "og at det er jeg ikke en som på for med har min til af kan hvordan men hej tak om et den når fra jer",
  nb: "og å det er jeg ikke en som på for med har min til av kan hvordan men hei takk om et den når fra dere",
  fi: "ja on ei se että olen minun mutta kun voi hei kiitos miten tämä ole en mitä voin onko olisi sitten myös",
  cs: "a je se na v že to mi jak ale s pro mám prosím dobrý den děkuji není jsem můžu nebo od po když",
  tr: "ve bir bu için ben de da ne mi var nasıl merhaba teşekkürler değil ama ile çok daha olarak benim kadar",
  ro: "și nu este un o la de în cu pe mi am pentru că dar cum bună mulțumesc sunt să mai din care",
  hu: "a az és nem hogy egy van meg de is ez köszönöm szép jó napot kérem mikor hogyan vagy mert még csak",
  id: "dan yang di saya untuk tidak ini itu dengan bisa apa ada dari terima kasih bagaimana ke sudah mohon akan",
};
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Devanagari}/u, "hi"],
];
/** Letters that only Vietnamese has. */
const VIETNAMESE = /[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;
let words: ReadonlyMap<string, readonly string[]> | undefined;
/** The languages of each word. Made on first use: most who load this file only need a contract. */
function languagesOfWords(): ReadonlyMap<string, readonly string[]> {
  if (words) return words;
  const found = new Map<string, string[]>();
  for (const [language, list] of Object.entries(WORDS))
    for (const word of list.split(" ")) found.set(word, [...(found.get(word) ?? []), language]);
  return (words = found);
}

/** Characters that are looked at. */
const LOOKED_AT = 2000;
/** How far the best language has to be ahead of the next; a word that only one language has counts 1. */
const AHEAD = 0.5;

/** The language as a tag such as `fr`; undefined if the text is too short to say. */
export function languageIn(text: string): string | undefined {
  // Addresses and quoted code say nothing about the language around them.
  const plain = text.slice(0, LOOKED_AT).replace(/https?:\S+|\S+@\S+|`[^`]*`/g, " ");
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return undefined;
  const shareOf = (script: RegExp): number => (plain.match(new RegExp(script.source, "gu"))?.length ?? 0) / letters;
  for (const [script, language] of SCRIPTS) if (shareOf(script) > 0.2) return language;
  if (shareOf(/\p{Script=Cyrillic}/u) > 0.5) return /[іїєґ]/i.test(plain) ? "uk" : "ru";
  if (VIETNAMESE.test(plain)) return "vi";
  const scores = new Map<string, number>();
  const hits = new Map<string, number>();
  for (const [word] of plain.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu)) {
    const of = languagesOfWords().get(word.replace("’", "'")) ?? [];
    for (const language of of) {
      scores.set(language, (scores.get(language) ?? 0) + 1 / of.length);
      hits.set(language, (hits.get(language) ?? 0) + 1);
    }
  }
  const [best, next] = [...scores].toSorted(([, a], [, b]) => b - a);
  // A single word, such as "tak", is thanks in one language and yes in another.
  if (best === undefined || (hits.get(best[0]) ?? 0) < 2 || best[1] - (next?.[1] ?? 0) < AHEAD) return undefined;
  return best[0];
}

/** The language of several texts of one person: of the newest one that says enough, else of all together. */
export const languageOfTexts = (texts: readonly string[]): string | undefined =>
  texts.toReversed().reduce<string | undefined>((found, text) => found ?? languageIn(text), undefined) ?? languageIn(texts.join("\n"));

/** The language of a tag, without script and region; undefined for a tag that is none. */
export function languageOfTag(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
