// Greetings, thanks, and that it is solved, in nine languages: nothing that knowledge could answer, and no reason to call a person.
import { fold, wordsOf } from "#modules/retrieval";

const GREETINGS =
  "hi hello hey hiya heya good morning afternoon evening day there everyone team dear greetings hallo guten tag morgen abend moin servus gruss gott liebes zusammen hola buenas buenos dias tardes noches bonjour bonsoir salut coucou ciao buongiorno buonasera salve hoi goedemorgen goedemiddag goedenavond goedendag ola bom dia boa tarde noite こんにちは こんばんは おはよう ございます はじめまして もしもし مرحبا مرحبًا مرحبتين أهلا أهلًا أهلين وسهلا وسهلًا بك بكم السلام عليكم ورحمة الله وبركاته سلام صباح مساء الخير النور يوم سعيد تحية طيبة هاي هلا";
const THANKS =
  "thanks thank you thx ty cheers very much so many great perfect wonderful awesome excellent brilliant cool ok okay nice good all that thats it is works worked helped helpful fine got danke dankeschon vielen herzlichen lieben dank schon besten super perfekt prima klasse toll gut alles klar hat geholfen das passt gracias muchas mil perfecto genial vale excelente merci beaucoup bien parfait super genial d'accord daccord grazie mille molte perfetto ottimo va bene bedankt dank je u wel hartelijk prima top fijn obrigado obrigada muito perfeito otimo certo ありがとう ございます ございました どうも 助かりました 了解 わかりました شكرا شكرًا جزيلا جزيلًا لك لكم على المساعدة مساعدتك مساعدتكم الرد ألف كثيرا كثيرًا مشكور مشكورين ممتن تسلم يعطيك العافية بارك الله فيك فيكم ممتاز رائع تمام حسنا حسنًا طيب أوكي جيد";
/** Words that go along where somebody says that it is solved. */
const SOLVED =
  "solved solves resolved fixed sorted set done working works worked now that thats this has have is its the my our problem problems issue question questions answered answers me us for again finally perfectly completely got i yes gelost behoben erledigt geklappt klappt funktioniert funktionierts funktionierte beantwortet hat hats ist sich damit jetzt nun wieder endlich es das die mein meine problem frage fragen ja alles resuelto resuelta solucionado solucionada arreglado funciona ya esta ahora el la mi problema duda pregunta todo si resolu resolue regle reglee fonctionne marche ca cela c est mon ma le probleme question tout maintenant oui risolto risolta funziona ora adesso e il mio mia la domanda tutto si opgelost beantwoord werkt gelukt het is dat mijn nu weer probleem vraag ja resolvido resolvida resolveu funcionou funciona ja agora o a esta foi meu minha problema duvida tudo sim تم حل حُلت انحلت حلت المشكلة مشكلتي الأمر الموضوع كل شيء يعمل تعمل اشتغل اشتغلت الآن نجح نجحت الطريقة أجبت أجبتم عن على سؤالي نعم بنجاح هذا هذه لقد وصلني الجواب";
const wordsIn = (text: string): string[] =>
  wordsOf(text)
    .filter(({ pair }) => !pair)
    .map(({ word }) => word);
const setOf = (list: string): ReadonlySet<string> => new Set([...wordsIn(list), ...fold(list).split(" ")]);
const KNOWN = { greeting: setOf(GREETINGS), thanks: setOf(THANKS), solved: setOf(SOLVED) } as const;
/** One of these makes it thanks or a greeting; the others only go along. */
const SIGN = {
  greeting:
    /(?:^|[^\p{L}])(?:hi|hiya|hello|hey|hallo|moin|servus|hola|buen[ao]s|bonjour|bonsoir|salut|coucou|ciao|buongiorno|buonasera|salve|hoi|ol[áa]|good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend)|gr[üu](?:ß|ss) gott|goede(?:morgen|middag|navond|ndag)|bo[ma] (?:dia|tarde|noite))(?![\p{L}])|こんにちは|こんばんは|おはよう|はじめまして|もしもし|(?:^|[^\p{L}])(?:مرحبا|مرحبًا|أهلا|أهلًا|اهلا|أهلين|السلام عليكم|سلام|صباح الخير|مساء الخير|هلا)(?![\p{L}])/iu,
  solved:
    /(?:^|[^\p{L}])(?:(?:re)?solved|fixed|sorted|all set|(?:it|this|that|everything)(?: now)? works|works now|(?:it|this|that)(?:['’]s| is) working|it worked|that worked|answer(?:s|ed) my question|gel[öo]st|behoben|erledigt|(?:hat|hats) (?:jetzt |nun |alles )?(?:geklappt|funktioniert)|(?:es|das|alles) (?:funktioniert|klappt)(?: jetzt| nun| wieder)?|funktioniert (?:jetzt|nun|wieder)|frage ist beantwortet|resuelt[oa]|solucionad[oa]|arreglado|ya funciona|r[ée]solue?|r[ée]gl[ée]e?|(?:ça|ca|cela|tout) (?:fonctionne|marche maintenant)|risolt[oa]|(?:ora|adesso|tutto) funziona|opgelost|het werkt|werkt nu|gelukt|resolvid[oa]|resolveu|j[áa] funciona|funcionou|تم (?:ال)?حل(?: المشكلة)?|(?:ان)?حلت المشكلة|(?:يعمل|تعمل|اشتغل|اشتغلت) الآن|كل شيء يعمل|نجحت? (?:الطريقة|الأمر)|أجبتم? (?:عن|على) سؤالي)(?![\p{L}])/iu,
  thanks:
    /(?:^|[^\p{L}])(?:thanks?|thank you|thx|ty|cheers|great|perfect|ok(?:ay)?|danke(?:schön)?|dank|super|perfekt|prima|alles klar|gracias|perfecto|vale|merci|parfait|d['’]accord|grazie|perfetto|va bene|bedankt|obrigad[oa]|perfeito)(?![\p{L}])|ありがとう|助かりました|了解|わかりました|(?:^|[^\p{L}])(?:شكرا|شكرًا|مشكور|مشكورين|تسلم|يعطيك العافية|ممتاز|رائع|تمام|حسنا|حسنًا|بارك الله)(?![\p{L}])/iu,
} as const;
/** Japanese has no spaces between words, so the whole text is looked at. */
const SOLVED_JA =
  /^(?:おかげさまで|無事に?|これで|問題[はが]?|すべて|全て|はい)*(?:解決(?:しました|できました|です|済みです)|直りました|うまくいきました)(?:ありがとう(?:ございます|ございました)?|助かりました)*$/u;
/** It begins as a question does, with or without its mark. */
const ASKS = /^(?:هل|أليس|is|has|was|are|did|does|(?:ist|hat|wurde) (?:das|es|mein|meine|die|alles)|est[- ]ce|a-t)(?![\p{L}])/iu;
/** Longer texts say more than that. */
const MOST = 80;

/**
 * What the text is, if it is nothing else. `solved` is thanks of somebody who says that nothing is left to answer. Signs, emoji and punctuation
 * don't matter.
 */
export function smallTalkOf(text: string): "greeting" | "thanks" | "solved" | undefined {
  const said = text.trim();
  if (said.length > MOST || /[?？؟\d]/u.test(said)) return undefined;
  const words = wordsIn(said);
  const only = (kind: keyof typeof KNOWN, ...more: readonly ReadonlySet<string>[]): boolean =>
    SIGN[kind].test(said) && words.every((word) => KNOWN[kind].has(word) || more.some((one) => one.has(word)));
  const isSolved = only("solved", KNOWN.thanks, KNOWN.greeting) && !ASKS.test(said);
  if (isSolved || SOLVED_JA.test(said.replaceAll(/[^\p{L}]/gu, ""))) return "solved";
  if (only("thanks", KNOWN.greeting)) return "thanks";
  return only("greeting") ? "greeting" : undefined;
}
