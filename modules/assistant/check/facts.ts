// What a sentence states that must not differ from its source: numbers with their units, names, and whether it is negated.
import { fold } from "#modules/retrieval";

/** A number with the kind of thing that it counts, if that is known. */
export interface Quantity {
  /** The number as it stands in the text. */
  readonly text: string;
  /** The values that the digits can mean: "1.500" is 1500 in German and 1.5 in English. */
  readonly values: readonly string[];
  readonly unit: string | undefined;
}

/** Numbers in words, folded, up to twelve; larger ones are mostly written in digits. */
const NUMBER_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // "one", "un", "ein" and the like are articles too, so they are no numbers here.
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    ["zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf"],
    ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"],
    ["dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"],
    ["due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici"],
    ["dois", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"],
    ["twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf"],
  ].flatMap((words) => words.map((word, at) => [word, String(at + 2)])),
);

/** Beginnings of the words for a unit in several languages, folded. */
const UNITS: readonly (readonly [unit: string, beginnings: RegExp])[] = [
  ["second", /^(?:sec|sek|segundo|secondo|秒|s$)/],
  ["minute", /^(?:min|分)/],
  ["hour", /^(?:hour|hr|stunde|heure|hora|ora$|ore$|uur|uren|時間|h$)/],
  ["day", /^(?:day|tag$|tage|werktag|arbeitstag|jour|dia$|dias$|giorn|dag$|dagen|werkdag|日)/],
  ["week", /^(?:week|woche|semaine|semana|settiman|weken|週)/],
  ["month", /^(?:month|monat|mois|mes$|meses|mese$|mesi$|maand|か月|ヶ月|カ月)/],
  ["year", /^(?:year|jahr|an$|ans$|annee|ano$|anos$|anno$|anni$|jaar|jaren|年)/],
  ["percent", /^(?:%|percent|prozent|pour-?cent|procent|por$)/],
  ["euro", /^(?:€|eur|ユーロ)/],
  ["dollar", /^(?:\$|usd|dollar|dolar|ドル)/],
  ["pound", /^(?:£|gbp|pound|pfund|livre)/],
  ["kilobyte", /^(?:kb|kib|kilobyte|ko$)/],
  ["megabyte", /^(?:mb|mib|megabyte|mo$)/],
  ["gigabyte", /^(?:gb|gib|gigabyte|go$)/],
  ["terabyte", /^(?:tb|tib|terabyte)/],
];
const unitOf = (word: string): string | undefined => UNITS.find(([, beginning]) => beginning.test(fold(word)))?.[0];

/** "A4" and "iso27001" are names. */
const NUMBER = /(?<![\p{L}\p{N}])(?:[€$£]\s?)?\d+(?:[.,:’'\u00a0\u202f]\d+)*(?:\s?[%€$£])?/gu;
const NEXT_WORD = /^[\s\u00a0-]*(?:(?:working|business|calendar|full|volle|jours)\s+)?([\p{L}%€$£]+)/u;

/** The numbers of a text, in digits or words. */
export function quantitiesOf(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const digits = match[0].replace(/[€$£%\s]/g, "");
    const after = text.slice(match.index + match[0].length);
    const sign = /[€$£%]/.exec(match[0])?.[0];
    found.push({ text: match[0].trim(), values: valuesOf(digits), unit: unitOf(sign ?? NEXT_WORD.exec(after)?.[1] ?? "") });
  }
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const value = NUMBER_WORDS[fold(match[0])];
    if (value === undefined) continue;
    const after = text.slice(match.index + match[0].length);
    found.push({ text: match[0], values: [value], unit: unitOf(NEXT_WORD.exec(after)?.[1] ?? "") });
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
    const word = match[0].replace(/[’']s?$/u, "");
    const inner = /\p{L}.*\p{Lu}|\p{L}.*\d|\d.*\p{L}/u.test(word.replace(/-.*/u, "")) && !/^\d+(?:st|nd|rd|th|er|e|º|ª|h)$/iu.test(word);
    const capital = /^\p{Lu}\p{Ll}/u.test(word) && language !== "de" && !starts;
    if ((inner || capital) && word.length > 1) names.add(word);
    starts = false;
  }
  return [...names];
}

/** Words that turn a statement into its opposite, folded, by language. */
const NEGATIONS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|can['’]?t|(?:do|does|did|is|are|was|were|wo|would|should|could|has|have|had|must|need)n['’]?t|unable|impossible|unavailable|unsupported|isn['’]t)\b/,
  de: /\b(?:nicht|kein(?:e|en|er|es|em)?|nie|niemals|niemand|nichts|weder|ohne|unmoglich|keinesfalls)\b/,
  fr: /\b(?:pas|jamais|aucun(?:e|s|es)?|rien|personne|sans|ni|impossible|non)\b/,
  es: /\b(?:no|nunca|jamas|ningun[ao]?|nada|nadie|sin|tampoco|imposible)\b/,
  it: /\b(?:non|mai|nessun[ao]?|niente|nulla|senza|impossibile|ne)\b/,
  pt: /\b(?:nao|nunca|jamais|nenhum(?:a)?|nada|ninguem|sem|impossivel)\b/,
  nl: /\b(?:niet|geen|nooit|niemand|niets|zonder|onmogelijk)\b/,
  ja: /ない|ません|なし|不可|禁止|無効/,
};
/** Negations that state nothing negative: "no problem", "not only". */
const HARMLESS =
  /\b(?:not only|no problem|no worries|no matter|if not|whether or not|don['’]?t worry|nicht nur|kein problem|pas de probleme|non seulement|no solo|non solo|nao so|niet alleen)\b/g;

/** Joins that repeat one negation: "neither … nor", "ni … ni". */
const REPEATED = /\b(?:nor|ni|ne|neither)\b/g;

/** Whether a sentence is negated. Two negations are none. In a language without a list, the words of all lists count. */
export function isNegated(text: string, language: string): boolean {
  let joined = false;
  const folded = fold(text)
    .replace(HARMLESS, " ")
    .replace(REPEATED, (word) => {
      if (joined) return " ";
      joined = true;
      return word;
    });
  const list = NEGATIONS[language];
  const count = (pattern: RegExp): number => folded.match(new RegExp(pattern.source, "g"))?.length ?? 0;
  return list === undefined ? Object.values(NEGATIONS).some((one) => count(one) > 0) : count(list) % 2 === 1;
}
