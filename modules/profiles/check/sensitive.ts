// Finds what must not be in a profile, as far as code can recognise it: payment data, keys, passwords, and words for special categories of data.
import { fold, latinDigits } from "#modules/retrieval";

/** A part of a text, as the positions of its first character and of the one behind its last. */
type Span = readonly [from: number, to: number];

const DIGITS = /(?<![\p{L}\p{N}])\d(?:[ -]?\d){11,18}(?![\p{L}\p{N}])/gu;
/** The check digit of payment cards. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
/** Longer numbers of one digit, such as zeros, pass the check too. */
const isCard = (text: string): boolean => {
  const digits = text.replace(/\D/g, "");
  return digits.length >= 13 && new Set(digits).size > 1 && passesLuhn(digits);
};

const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}(?![\p{L}\p{N}])/giu;
function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "").toUpperCase();
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
/** The longest beginning that is an IBAN: further words may follow it after a space. */
function ibanIn(text: string): string | undefined {
  for (let end = text.length; end >= 15; end -= 1) {
    const begin = text.slice(0, end);
    if (!begin.endsWith(" ") && !/[\p{L}\p{N}]/u.test(text[end] ?? "") && isIban(begin)) return begin;
  }
  return undefined;
}

const KEYS = [
  /-----BEGIN [A-Z ]{3,40}-----[\s\S]*?(?:-----END [A-Z ]{3,40}-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:[sprw]k|rpk)[-_][\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(?:gh[opsru]|github_pat|glpat|xox[abeoprs]|sdt|npm|hf|whsec|SG)[-_.][\w.-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
];
const TOKEN = /(?<![\p{L}\p{N}/.@-])[\w+/=-]{24,}(?![\p{L}\p{N}/.@-])/gu;
/** Random text: long, with letters of both cases and digits, or hexadecimal. Ids of this product are none. */
const isRandom = (text: string): boolean =>
  !/^[a-z]{3}_[0-9a-z]{26}$/.test(text) &&
  !text.includes("//") &&
  ((/[a-z]/.test(text) && /[A-Z]/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3) ||
    (/^[0-9a-f]{32,}$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text)));

const PASSWORD_WORDS =
  "pass(?:word|wort|code|phrase|wd)|pwd|kennwort|mot de passe|mdp|contrase(?:ñ|n)a|clave|palavra-passe|senha|wachtwoord|parola chiave|パスワード|كلم[ةه] (?:المرور|السر|مرور|سر)|الرقم السري|الباسو?رد|login code|secret key|api[ -]?key|token";
/** A value after a colon or an equals sign, or after "is" if it doesn't look like a word. */
const PASSWORD = new RegExp(
  `(?<![\\p{L}])(?:${PASSWORD_WORDS})(?![\\p{L}])\\s*(?:(?:[:=]|は)\\s*["'“„«]?(\\S{3,})|(?:is|ist|lautet|est|es|è|é|هي|هو)\\s+["'“„«]?((?=\\S*[\\d!#$%&*+=?@^_~])\\S{4,}))`,
  "giu",
);
const PIN =
  /(?<![\p{L}])(?:pin|tan|otp|cvv|cvc|pin-code|sicherheitscode|security code|رمز (?:التحقق|الأمان)|الرقم السري)(?![\p{L}])\s*(?:[:=]|is|ist|est|es|è|é|は|هو|number|code)?\s*:?\s*(\d{3,8})(?!\d)/giu;

function secretSpans(written: string): Span[] {
  // Digits of other scripts stand at the same places.
  const text = latinDigits(written);
  const spans: Span[] = [];
  const take = (pattern: RegExp, of: (found: string) => string | undefined = (found) => found): void => {
    for (const match of text.matchAll(pattern)) {
      const kept = of(match[0]);
      if (kept !== undefined) spans.push([match.index, match.index + kept.length]);
    }
  };
  take(DIGITS, (found) => (isCard(found) ? found : undefined));
  take(IBAN, ibanIn);
  for (const key of KEYS) take(key);
  take(TOKEN, (found) => (isRandom(found) ? found : undefined));
  take(PASSWORD);
  take(PIN);
  return spans.toSorted((a, b) => a[0] - b[0]);
}

/** Whether the text holds payment data, a key or a password. */
export const hasSecret = (text: string): boolean => secretSpans(text).length > 0;

/** What stands in a text for a secret that was removed. */
export const REMOVED = "[…]";
/** The text without its secrets, which no model gets to see. */
export function withoutSecrets(text: string): string {
  let [kept, at] = ["", 0];
  for (const [from, to] of secretSpans(text)) {
    if (to <= at) continue;
    if (from >= at) kept += text.slice(at, from) + REMOVED;
    at = to;
  }
  return kept + text.slice(at);
}

/** Beginnings of words for health, religion, politics, origin, sexuality and unions, folded. Unambiguous ones only; the list is a net with holes. */
const SPECIAL = new RegExp(
  `(?<![\\p{L}])(?:${[
    // Health.
    "pregnan|schwanger|enceinte|embaraz|incinta|gravid[ae]|zwanger|diabet|cancer|krebs(?:krank|diagnos|leid|patient)|tumou?r|chemo(?:thera)?|hiv\\b|aids\\b|depressi[voe]|depression|burn-?out|autis|adhd|adhs|epilep|asthma|alzheimer|parkinson|schizo|bipolar|insulin|dialys|wheelchair|rollstuhl|disabled person|schwerbehinder|disabilit|chronically ill|diagnosed with|dyslexi|krebs\\b",
    // Religion.
    "muslim|moslem|islam|jewish|judisch|judaism|judio|judia|juif\\b|juive|ebreo|joods|christian faith|catholic|katholi[ks]|catolic|catholique|cattolic|protestan|evangelical|hindu|buddhis|atheis|jehovah|mormon|kosher|halal|ramadan",
    // Politics, unions.
    "trade union|labou?r union|union member|gewerkschaft|syndicat d|syndique|sindicat|vakbond|republican voter|democrat voter|votes for|party member|parteimitglied|communist|kommunis|socialist party|afd\\b",
    // Origin and sexuality.
    "ethnic|ethnie|skin colou?r|hautfarbe|asylum seeker|roma people|homosexu|heterosexu|bisexu|transgender|transsexu|lesbian|lesbisch|gay man|gay woman|is gay|schwul|queer|non-?binary|sexual orientation",
    // The same in Arabic, with the article and "and", folded.
    "[وبل]?(?:ال)?(?:سرطان|سكري|ايدز|اكتياب|مسيحي|يهودي|شيعي|مسلم|معاق|نقابة|مثلي الجنس)(?:ة|ون|ين)?(?![\\p{L}])",
  ].join("|")})`,
  "u",
);
const SPECIAL_UNSPACED = /妊娠|糖尿病|がん患者|癌|うつ病|障害者|宗教|仏教徒|キリスト教徒|イスラム|労働組合|同性愛/;
/** Whether the text has a word for a special category of data. */
export const hasSpecialCategory = (text: string): boolean => SPECIAL.test(fold(text)) || SPECIAL_UNSPACED.test(text);
