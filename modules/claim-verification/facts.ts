// What a sentence states that must not differ from its source: numbers with their units, names, and whether it is negated.
import { fold } from "#modules/retrieval";
import { withArabicNumbers, withLatinDigits } from "./arabic-numbers.ts";

/** A number with the kind of thing that it counts, if that is known. */
export interface Quantity {
  /** The number as it stands in the text. */
  readonly text: string;
  /** The values that the digits can mean: "1.500" is 1500 in German and 1.5 in English. */
  readonly values: readonly string[];
  readonly unit: string | undefined;
}

/** Numbers in words, folded, from two on; "one", "un", "ein" and the like are articles too, so they are no numbers here. */
const UNITS_AND_TEENS: readonly string[] = [
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  "zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
  "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
  "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
  "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
  "dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove",
  "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
];
const TENS: readonly string[] = [
  "twenty thirty forty fifty sixty seventy eighty ninety hundred",
  "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert",
  "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
  "venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
  "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
  "twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd",
];
const LISTED = ["en", "de", "fr", "es", "it", "pt", "nl"];
/** By language, because "once" is eleven in Spanish and "sei" six in Italian. */
const NUMBER_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  LISTED.map((language, i) => [
    language,
    new Map([
      ...(UNITS_AND_TEENS[i] ?? "").split(" ").map((word, at) => [word, at + 2] as const),
      ...(TENS[i] ?? "").split(" ").map((word, at) => [word, (at + 2) * 10] as const),
    ]),
  ]),
);
/** "einundzwanzig", "vijfentwintig". */
const JOINED = /^(ein|een|\p{L}+?)(?:und|en)(\p{L}+(?:zig|ssig|tig))$/u;
/** The value of a word or of words joined by hyphens. */
function numberInWords(word: string, language: string): number | undefined {
  const words = NUMBER_WORDS.get(language);
  if (words === undefined) return undefined;
  const folded = fold(word);
  const known = words.get(folded);
  if (known !== undefined) return known;
  const [, ones = "", tens = ""] = JOINED.exec(folded) ?? [];
  const joined = [ones === "ein" || ones === "een" ? 1 : words.get(ones), words.get(tens)] as const;
  if (joined[0] !== undefined && joined[0] < 10 && joined[1] !== undefined) return joined[0] + joined[1];
  const [first, last] = [folded.slice(0, folded.lastIndexOf("-")), folded.slice(folded.lastIndexOf("-") + 1)];
  const [many, few] = [words.get(first), /^(?:one|un|une)$/.test(last) ? 1 : words.get(last)];
  return many !== undefined && many >= 20 && few !== undefined && few < 20 ? many + few : undefined;
}

/** Beginnings of the words for a unit in several languages, folded. */
const UNITS: readonly (readonly [unit: string, beginnings: RegExp])[] = [
  ["second", /^(?:ثاني|ثوان|sec|sek|segundo|secondo|秒|s$)/],
  ["minute", /^(?:دقيق|دقايق|min|分)/],
  ["hour", /^(?:ساع|hour|hr|stunde|heure|hora|ora$|ore$|uur|uren|時間|h$)/],
  ["day", /^(?:يوم|ايام|day|tag$|tage|werktag|arbeitstag|jour|dia$|dias$|giorn|dag$|dagen|werkdag|日)/],
  ["week", /^(?:اسبوع|اسابيع|week|woche|semaine|semana|settiman|weken|週)/],
  ["month", /^(?:شهر|شهور|اشهر|month|monat|mois|mes$|meses|mese$|mesi$|maand|か月|ヶ月|カ月)/],
  ["year", /^(?:سنة|سنت(?:ان|ين)?$|سنو|عام|اعوام|year|jahr|an$|ans$|annee|ano$|anos$|anno$|anni$|jaar|jaren|年)/],
  ["percent", /^(?:%|بالم|percent|prozent|pour-?cent|procent|por$)/],
  ["euro", /^(?:€|eur|يورو|ユーロ)/],
  ["dollar", /^(?:\$|usd|دولار|dollar|dolar|ドル)/],
  ["pound", /^(?:£|gbp|جنيه|pound|pfund|livre)/],
  ["kilobyte", /^(?:كيلوباي|kb|kib|kilobyte|ko$)/],
  ["megabyte", /^(?:ميغاباي|ميجاباي|mb|mib|megabyte|mo$)/],
  ["gigabyte", /^(?:غيغاباي|جيجاباي|gb|gib|gigabyte|go$)/],
  ["terabyte", /^(?:تيراباي|tb|tib|terabyte)/],
];
const unitOf = (word: string): string | undefined => UNITS.find(([, beginning]) => beginning.test(fold(word)))?.[0];

/** "A4" and "iso27001" are names. */
const NUMBER = /(?<![\p{L}\p{N}])(?:[€$£]\s?)?\d+(?:[.,:’'\u00a0\u202f]\d+)*(?:\s?[%€$£])?/gu;
const NEXT_WORD = /^[\s\u00a0-]*(?:(?:working|business|calendar|full|volle|jours)\s+)?([\p{L}%€$£]+)/u;

/** The numbers of a text, in digits or in words of its language. */
export function quantitiesOf(written: string, language: string): Quantity[] {
  const latin = withLatinDigits(written);
  const text = language === "ar" ? withArabicNumbers(latin) : latin;
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const digits = match[0].replace(/[€$£%\s]/g, "");
    const after = text.slice(match.index + match[0].length);
    const sign = /[€$£%]/.exec(match[0])?.[0];
    found.push({ text: match[0].trim(), values: valuesOf(digits), unit: unitOf(sign ?? NEXT_WORD.exec(after)?.[1] ?? "") });
  }
  for (const match of text.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) {
    const whole = numberInWords(match[0], language);
    // "two-day" is no number, but begins with one.
    const first = /^\p{L}+/u.exec(match[0])?.[0] ?? "";
    const value = whole ?? numberInWords(first, language);
    if (value === undefined) continue;
    const words = whole === undefined ? first : match[0];
    const after = text.slice(match.index + words.length);
    found.push({ text: words, values: [String(value)], unit: unitOf(NEXT_WORD.exec(after)?.[1] ?? "") });
  }
  return found;
}

/** The values that digits with separators can mean. A time (10:30) has one. */
function valuesOf(digits: string): string[] {
  if (digits.includes(":")) return [digits.replace(/^0/, "")];
  const plain = digits.replace(/[’'\u00a0\u202f]/g, "");
  const parts = plain.split(/[.,]/);
  if (parts.length === 1) return [String(Number(plain))];
  // Dates and versions: 1.10.2026, 2.0.1.
  const last = parts.at(-1) ?? "";
  const grouped = parts.slice(1).every((part) => part.length === 3);
  const decimal = `${parts.slice(0, -1).join("")}.${last}`;
  const values: string[] = [];
  if (grouped) values.push(String(Number(parts.join(""))));
  if (parts.length === 2) values.push(String(Number(decimal)));
  if (values.length === 0) values.push(parts.slice(1, -1).every((part) => part.length === 3) ? String(Number(decimal)) : parts.join("."));
  return values;
}

/** Whether the evidence states the quantity: the same value, and no other unit. */
export const isStated = (quantity: Quantity, evidence: readonly Quantity[]): boolean =>
  evidence.some(
    (one) =>
      one.values.some((value) => quantity.values.includes(value)) &&
      (quantity.unit === undefined || one.unit === undefined || one.unit === quantity.unit),
  );

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?:\/\/)?(?:[\w-]+\.)+(?:[a-z]{2,})(?:\/[^\s)\]]*)?/giu;
const CODE = /`([^`\n]+)`/g;
const LABEL = /\*\*([^*\n]+)\*\*|“([^”\n]+)”|„([^“\n]+)“|«\s?([^»\n]+?)\s?»|"([^"\n]+)"/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu;

/**
 * The names in a sentence: addresses, code, labels in bold or quotation marks, and words that are written like names. In German every
 * noun begins with a capital letter, so only other signs of a name count there.
 */
export function namesOf(text: string, language: string): string[] {
  const names = new Set<string>();
  let rest = text;
  for (const [pattern, group] of [
    [CODE, true],
    [ADDRESS, false],
    [LABEL, true],
  ] as const)
    rest = rest.replace(pattern, (whole: string, ...groups: unknown[]) => {
      const name = group ? groups.find((one) => typeof one === "string" && one !== "") : whole;
      if (typeof name === "string") names.add(name.trim());
      return " · ";
    });
  let starts = true;
  let end = 0;
  for (const match of rest.matchAll(WORD)) {
    const between = rest.slice(end, match.index);
    if (/[.!?:;·•…\n]|^\s*[-–—]\s|["“„«(]/u.test(between)) starts = true;
    end = match.index + match[0].length;
    const word = match[0].replace(/[’']s?$/u, "").replace(/^(?:[cdjlmnst]|qu)[’'](?=\p{L})/iu, "");
    const inner = /\p{L}.*\p{Lu}|\p{L}.*\d|\d.*\p{L}/u.test(word.replace(/-.*/u, "")) && !/^\d+(?:st|nd|rd|th|er|e|º|ª|h)$/iu.test(word);
    const capital = /^\p{Lu}\p{Ll}/u.test(word) && language !== "de" && !starts;
    if ((inner || capital) && word.length > 1) names.add(word);
    starts = false;
  }
  return [...names];
}

/** Words that turn a statement into its opposite, folded, by language. */
const NEGATIONS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|can['’]?t|(?:do|does|did|is|are|was|were|wo|would|should|could|has|have|had|must|need)n['’]?t|unable|impossible|unavailable|unsupported|unlimited)\b/,
  de: /\b(?:nicht|kein(?:e|en|er|es|em)?|nie|niemals|niemand|nichts|weder|ohne|unmoglich|keinesfalls|unbegrenzt\w*)\b/,
  fr: /\b(?:pas|jamais|aucun(?:e|s|es)?|rien|personne|sans|ni|impossible|non|illimitee?s?)\b/,
  es: /\b(?:no|nunca|jamas|ningun[ao]?|nada|nadie|sin|tampoco|imposible|ilimitad[oa]s?)\b/,
  it: /\b(?:non|mai|nessun[ao]?|niente|nulla|senza|impossibile|ne|illimitat[oaie])\b/,
  pt: /\b(?:nao|nunca|jamais|nenhum(?:a)?|nada|ninguem|sem|impossivel|ilimitad[oa]s?)\b/,
  nl: /\b(?:niet|geen|nooit|niemand|niets|zonder|onmogelijk|onbeperkt)\b/,
  ja: /ない|ません|なし|不可|禁止|無効/,
  ar: /(?<![\u0621-\u064a])[وف]?(?:لا|لم|لن|ليس(?:ت|وا)?|لست|لسنا|غير|بدون|دون|بلا|عدم|ممنوع|مستحيل|لا[يت](?:مكن|وجد|جوز|حق|سمح|توفر|شمل|قبل)[\u0621-\u064a]{0,3})(?![\u0621-\u064a])/,
};
/** Negations that state nothing negative ("no problem", "not only"), and limits ("no more than"). */
const HARMLESS =
  /\b(?:not only|no problem|no worries|no matter|if not|whether or not|don['’]?t worry|no(?:t)? (?:more|later|longer) than|nicht nur|kein problem|keine sorge|nicht (?:mehr|spater|langer) als|pas de probleme|non seulement|pas plus (?:de|d['’]|tard que)|sans quoi|no solo|no mas (?:de|tarde)|non solo|non piu (?:di|tardi)|nao so|nao mais (?:de|do) que|niet alleen|niet (?:meer|later|langer) dan)(?![\p{L}\p{N}])|(?<![\u0621-\u064a])[وف]?(?:لا ?مشكلة|لا ?تقلق|لا ?بد|لا ?[يت]زال|ليس فقط|لا ?[يت]تجاوز|لا ?[يت]زيد|لا ?[يت]قل|ما لم)(?![\u0621-\u064a])/gu;
/** "No, …" answers a question; what follows says what is so. */
const ANSWERS_NO = /^\s*(?:no|nope|nein|non|nao|nee)\s*(?:[,.:;!–—-]|$)|^\s*いいえ[、。]?|^\s*(?:لا|كلا)\s*[،,.:؛!]/u;

/** That something costs nothing, said without or with a negation. */
const COSTS_NOTHING =
  /\b(?:(?:do|does|will|would)(?:n['’]?t| not) cost(?: you)? (?:anything|a thing)|costs?(?: you)? nothing|(?:at|for|with) no (?:extra |additional )?(?:cost|charge|fee)s?|(?:no|without(?: any| an)?) (?:extra |additional )?(?:cost|charge|fee)s?|(?<!feel )free(?: of charge)?|kosten?t? (?:sie |euch |dich )?nichts|(?:ohne|keine) (?:zusatzliche[nr]? )?(?:kosten|gebuhr\w*|aufpreis|versandkosten)|kostenlos\w*|kostenfrei\w*|gratis|umsonst|gebuhrenfrei|versandkostenfrei|(?:ist|sind)(?: er| sie| es)? frei|(?:sans|aucun) (?:frais|supplement|surcout)|gratuit\w*|sin (?:coste|costo|cargo|gastos)|senza (?:costi|spese)|gratuit[oaie]|sem (?:custos?|taxas?)|(?:zonder|geen) (?:extra )?kosten)(?![\p{L}\p{N}])|無料|(?<![\u0621-\u064a])(?:(?:ال)?مجان(?:ي[ةه]?|ا)|(?:ب?دون|بلا|من غير|لا [يت]وجد) (?:اي )?(?:رسوم|تكلفة|تكاليف|مقابل)(?: اضافية)?|لا [يت]كلف(?:ك|كم)? شي(?:ء|يا))(?![\u0621-\u064a])/gu;
/** Whether a text says that something costs nothing. */
export const costsNothing = (text: string): boolean => fold(text).search(COSTS_NOTHING) >= 0;

/** Words that restrict a statement, folded, by language. An answer that leaves them out promises more than its source. */
const RESTRICTIONS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:only|unless|except(?:ions?)?|excluding|solely|exclusively|provided|other than|apart from|as long as|until)\b/,
  de: /\b(?:nur|ausser|ausgenommen|ausschliesslich|lediglich|es sei denn|solange|sofern|erst|bis auf)\b/,
  fr: /\b(?:seulement|uniquement|sauf|excepte|hormis|a condition|tant que|exclusivement|hors)\b/,
  es: /\b(?:solo|solamente|unicamente|salvo|excepto|a menos que|siempre que|mientras)\b/,
  it: /\b(?:solo|soltanto|solamente|unicamente|tranne|salvo|eccetto|a meno che|purche|finche)\b/,
  pt: /\b(?:so|somente|apenas|unicamente|exceto|salvo|a menos que|desde que|enquanto)\b/,
  nl: /\b(?:alleen|slechts|uitsluitend|behalve|tenzij|mits|zolang)\b/,
  ja: /のみ|だけ|しか|除く|除き|限り|限る/,
  ar: /(?<![\u0621-\u064a])[وف]?(?:فقط|حصرا|حصريا|الا|باستثناء|ما ?عدا|سوى|بشرط|شريطة|طالما|ما لم|ما دام)(?![\u0621-\u064a])/,
};
/** What else may say that a statement does not hold always. */
const CONDITIONS =
  /\b(?:if|when|once|while|after|before|but|however|just|wenn|falls|sobald|wahrend|nachdem|aber|jedoch|dagegen|bloss|si|lorsque|quand|des que|pendant|apres|avant|mais|cuando|pero|despues|se|quando|ma|dopo|mas|depois|als|wanneer|zodra|maar|na)\b|場合|とき|ただし|(?<![\u0621-\u064a])[وف]?(?:اذا|عندما|حين|بعد|قبل|لكن|اثناء|متى)(?![\u0621-\u064a])/;
/** Whether a statement is restricted. In a language without a list, the words of all lists count. */
export const isRestricted = (text: string, language: string): boolean => {
  const folded = fold(text).replaceAll("ß", "ss");
  const list = RESTRICTIONS[language];
  return list === undefined ? Object.values(RESTRICTIONS).some((one) => one.test(folded)) : list.test(folded);
};
/** Whether a sentence keeps that its source is restricted: by any restriction, condition or negation. */
export const keepsRestriction = (text: string, language: string): boolean =>
  isRestricted(text, language) || negationsIn(text, language).all > 0 || CONDITIONS.test(fold(text));

/** Questions for an amount or a time, folded. */
const ASKS_AMOUNT =
  /\bhow (?:much|many|long|often|big|large)\b|\bwie ?(?:viel\w*|lange|oft|hoch|teuer)\b|\bcombien\b|\bcuant[oa]s?\b|\bquant[oaie]s?\b(?! a\b)|\bhoe ?(?:veel|lang|vaak|groot)\b|いくら|何(?:日|円|回|時間|個|人|年)|どのくらい|(?<![\u0621-\u064a])[وفب]?كم(?![\u0621-\u064a])/;
/** What answers such a question without a number. */
const AMOUNT_WORDS =
  /\b(?:no limit|as (?:many|much|long|often)|at once|immediately|instantly|any ?time|always|never|daily|weekly|monthly|yearly|once|twice|half|until|as soon|sofort|jederzeit|immer|nie|taglich|wochentlich|monatlich|jahrlich|einmal|halb\w*|bis|sobald|beliebig\w*|dauerhaft|aussitot|tout de suite|toujours|jamais|chaque|moitie|jusqu\w*|des que|inmediat\w*|siempre|nunca|hasta|subito|sempre|mai|fino|imediat\w*|ate|direct|altijd|nooit|tot)\b|(?<![\u0621-\u064a])[وف]?(?:فورا|حالا|دايما|ابدا|في اي وقت|يوميا|اسبوعيا|شهريا|سنويا|مرة|نصف|حتى)(?![\u0621-\u064a])/;
/** Whether a question asks for an amount that none of the texts says. */
export const lacksAmount = (question: string, texts: readonly string[], language: string): boolean =>
  ASKS_AMOUNT.test(fold(question)) &&
  texts.every(
    (text) =>
      quantitiesOf(text, language).length === 0 &&
      !costsNothing(text) &&
      !/unlimited|unbegrenzt|il+imita|غير محدود/.test(fold(text)) &&
      !AMOUNT_WORDS.test(fold(text)),
  );

/** Joins that repeat one negation: "neither … nor", "ni … ni". */
const REPEATED = /\b(?:nor|ni|ne|neither)\b/g;

/** Negations of a thing rather than of the statement: "orders without a receipt are not refunded" is negated once. */
const WITHOUT = /^(?:without|ohne|sans|sin|senza|sem|zonder|[وف]?(?:ب?دون|بلا))$/;
interface Negations {
  /** Of the statement. */
  readonly statement: number;
  /** Of the statement and of things. */
  readonly all: number;
}
/** Counts the negations of a sentence. In a language without a list, the words of all lists count, once at most. */
export function negationsIn(text: string, language: string): Negations {
  let joined = false;
  const folded = fold(text)
    .replace(ANSWERS_NO, " ")
    .replace(COSTS_NOTHING, " ")
    .replace(HARMLESS, " ")
    .replace(REPEATED, (word) => {
      if (joined) return " ";
      joined = true;
      return word;
    });
  const foundBy = (pattern: RegExp): string[] => folded.match(new RegExp(pattern.source, "g")) ?? [];
  const list = NEGATIONS[language];
  if (list !== undefined) {
    const words = foundBy(list);
    return { statement: words.filter((word) => !WITHOUT.test(word)).length, all: words.length };
  }
  const count = Object.values(NEGATIONS).some((one) => foundBy(one).length > 0) ? 1 : 0;
  return { statement: count, all: count };
}
/** Whether two sentences are negated alike. Two negations are none. */
export const isNegatedAlike = (one: Negations, other: Negations): boolean =>
  one.all % 2 === other.all % 2 || (one.statement > 0 && other.statement > 0 && one.statement % 2 === other.statement % 2);
