// Greetings and thanks, in eight languages: nothing that knowledge could answer, and no reason to call a person.
import { fold, wordsOf } from "#modules/retrieval";

const GREETINGS =
  "hi hello hey hiya heya good morning afternoon evening day there everyone team dear greetings hallo guten tag morgen abend moin servus gruss gott liebes zusammen hola buenas buenos dias tardes noches bonjour bonsoir salut coucou ciao buongiorno buonasera salve hoi goedemorgen goedemiddag goedenavond goedendag ola bom dia boa tarde noite こんにちは こんばんは おはよう ございます はじめまして もしもし";
const THANKS =
  "thanks thank you thx ty cheers very much so many great perfect wonderful awesome excellent brilliant cool ok okay nice good all that thats it is works worked helped helpful fine got danke dankeschon vielen herzlichen lieben dank schon besten super perfekt prima klasse toll gut alles klar hat geholfen das passt gracias muchas mil perfecto genial vale excelente merci beaucoup bien parfait super genial d'accord daccord grazie mille molte perfetto ottimo va bene bedankt dank je u wel hartelijk prima top fijn obrigado obrigada muito perfeito otimo certo ありがとう ございます ございました どうも 助かりました 了解 わかりました";
const wordsIn = (text: string): string[] =>
  wordsOf(text)
    .filter(({ pair }) => !pair)
    .map(({ word }) => word);
const setOf = (list: string): ReadonlySet<string> => new Set([...wordsIn(list), ...fold(list).split(" ")]);
const KNOWN = { greeting: setOf(GREETINGS), thanks: setOf(THANKS) } as const;
/** One of these makes it thanks or a greeting; the others only go along. */
const SIGN = {
  greeting:
    /(?:^|[^\p{L}])(?:hi|hiya|hello|hey|hallo|moin|servus|hola|buen[ao]s|bonjour|bonsoir|salut|coucou|ciao|buongiorno|buonasera|salve|hoi|ol[áa]|good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|gr[üu](?:ß|ss) gott|goede(?:morgen|middag|navond|ndag)|bo[ma] (?:dia|tarde|noite))(?![\p{L}])|こんにちは|こんばんは|おはよう|はじめまして|もしもし/iu,
  thanks:
    /(?:^|[^\p{L}])(?:thanks?|thank you|thx|ty|cheers|great|perfect|ok(?:ay)?|danke(?:schön)?|dank|super|perfekt|prima|alles klar|gracias|perfecto|vale|merci|parfait|d['’]accord|grazie|perfetto|va bene|bedankt|obrigad[oa]|perfeito)(?![\p{L}])|ありがとう|助かりました|了解|わかりました/iu,
} as const;
/** Longer texts say more than that. */
const MOST = 80;

/** What the text is, if it is nothing else. Signs, emoji and punctuation don't matter. */
export function smallTalkOf(text: string): "greeting" | "thanks" | undefined {
  const said = text.trim();
  if (said.length > MOST || /[?？\d]/u.test(said)) return undefined;
  const words = wordsIn(said);
  const only = (kind: "greeting" | "thanks", more: ReadonlySet<string> = new Set()): boolean =>
    SIGN[kind].test(said) && words.every((word) => KNOWN[kind].has(word) || more.has(word));
  if (only("thanks", KNOWN.greeting)) return "thanks";
  return only("greeting") ? "greeting" : undefined;
}
