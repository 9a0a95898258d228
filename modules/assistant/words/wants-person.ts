// Whether a customer asks for a person, in nine languages. Decided in code, so that it is obeyed at once and whatever a model thinks.

/** Whom one asks for. */
const PERSON: readonly string[] = [
  String.raw`(?:a |an |some |real |actual |live |another ){0,6}(?:human(?: being)?|person|agent|representative|operator|employee|somebody|someone|member of staff|staff|support team|team member|advis[eo]r)`,
  String.raw`(?:einen?|einem|einer|mit|echte[nrm]?|richtige[nrm]?| ){0,6}(?:mensch(?:en)?|person|mitarbeiter(?:in)?(?:nen)?|berater(?:in)?|kundenbetreuer(?:in)?|kundenservice|jemand(?:em|en)?|sachbearbeiter(?:in)?)`,
  String.raw`(?:una?|con|persona|real|verdadera?| ){0,6}(?:persona|humano|agente|operador|empleado|asesor|alguien|representante)`,
  String.raw`(?:une?|avec|à|vrai[e]?|vraie| ){0,6}(?:personne|humain|conseill(?:er|ère)|agent|opérateur|quelqu['’]un|être humain|interlocuteur)`,
  String.raw`(?:una?|con|vera?|vero| ){0,6}(?:persona|umano|operatore|operatrice|agente|essere umano|qualcuno|consulente|addetto)`,
  String.raw`(?:een|met|echte?| ){0,6}(?:mens|persoon|medewerker|iemand|adviseur|collega)`,
  String.raw`(?:uma?|com|real|verdadeira?| ){0,6}(?:pessoa|humano|atendente|operador|agente|alguém|funcionário|assistente humano)`,
  String.raw`(?:إلى |الى |مع |ب|أي |أحد (?!ال)|احد (?!ال)){0,6}(?:ال)?(?:شخص|إنسان|انسان|موظف|موظفة|ممثل|مندوب|وكيل|بشري|(?<=(?:مع|إلى|الى) )(?:أحد|احد)|أحدهم|أحد أعضاء الفريق|أعضاء الفريق|خدمة العملاء|فريق الدعم)`,
];
/** How one asks for it. */
const WANTS: readonly string[] = [
  String.raw`(?:talk|speak|chat|write|connect me|put me through|transfer me|get me|give me|i (?:want|need|would like|'d like|’d like)|can i (?:have|get|reach)|let me)(?: (?:to|with|talk|speak|chat|please|directly)){0,6}`,
  String.raw`(?:sprechen|reden|schreiben|verbinden|verbinde|möchte|moechte|will|brauche|hätte gern|geben sie mir|gib mir|kann ich)(?: (?:sie mich|mich|ich|bitte|gerne?|mit)){0,6}`,
  String.raw`(?:hablar|habla|chatear|conécteme|conectarme|pásame|páseme|comunicarme|quiero|quisiera|necesito|puedo)(?: (?:hablar|con|a|por favor)){0,6}`,
  String.raw`(?:parler|discuter|échanger|joindre|contacter|passez[- ]moi|mettez[- ]moi en (?:relation|contact)|je (?:veux|voudrais|souhaite)|j['’]aimerais|il me faut|puis-je)(?: (?:parler|à|avec|s['’]il vous plaît)){0,6}`,
  String.raw`(?:parlare|chattare|contattare|mi passi|passami|vorrei|voglio|ho bisogno di|posso)(?: (?:parlare|con|a|per favore)){0,6}`,
  String.raw`(?:spreken|praten|chatten|verbind(?:en)?|doorverbinden|ik wil|ik zou graag|kan ik)(?: (?:graag|mij|me|met|ik|alstublieft)){0,6}`,
  String.raw`(?:falar|conversar|conectar|passe-me|transferir|quero|queria|gostaria de|preciso(?: de)?|posso)(?: (?:falar|com|por favor)){0,6}`,
  String.raw`(?:(?:أ|ا)?(?:تحدث|تكلم|تواصل|كلم|راسل)|التحدث|التكلم|التواصل|الحديث|تحويلي|حولني|حولوني|وصلني|وصلوني|أريد|اريد|أود|اود|أحتاج|احتاج)(?: (?:أن|ان|التحدث|أتحدث|اتحدث|التكلم|أتكلم|اتكلم|التواصل|أتواصل|اتواصل|الاتصال|من فضلك|مباشرة)){0,6}`,
];
/** German and Dutch put the verb last: "mit einem Menschen sprechen". */
const LAST: readonly string[] = [
  String.raw`(?:mit )?(?:einem |einer |einen |echten |richtigen )*(?:mensch(?:en)?|person|mitarbeiter(?:in)?|berater(?:in)?|jemandem|kundenservice) (?:bitte )?(?:sprechen|reden|schreiben|chatten|verbunden)`,
  String.raw`(?:met )?(?:een |echte )*(?:mens|persoon|medewerker|iemand) (?:graag )?(?:spreken|praten|chatten)`,
];
/** Such words alone are the wish. */
const ALONE: readonly string[] = [
  String.raw`(?:a )?(?:real )?(?:human|person|agent|operator|representative)(?: please)?`,
  String.raw`(?:echter? |ein )?(?:mensch|mitarbeiter|person)(?: bitte)?`,
  String.raw`(?:una )?(?:persona|humano|agente|operador)(?: por favor)?`,
  String.raw`(?:une )?(?:personne|humain|conseiller)(?: s['’]il vous plaît)?`,
  String.raw`(?:una )?(?:persona|operatore|umano)(?: per favore)?`,
  String.raw`(?:een )?(?:mens|medewerker|persoon)(?: graag| alstublieft)?`,
  String.raw`(?:uma )?(?:pessoa|atendente|humano)(?: por favor)?`,
  String.raw`(?:ال)?(?:شخص|إنسان|انسان|موظف|مندوب|خدمة العملاء|موظف خدمة العملاء)(?: حقيقي)?(?: من فضلك| لو سمحت| رجاء)?`,
];
const B = String.raw`(?<![\p{L}\p{N}])`;
const E = String.raw`(?![\p{L}\p{N}])`;
const PATTERNS: readonly RegExp[] = [
  ...WANTS.map((wants, i) => new RegExp(`${B}${wants} ${PERSON[i] ?? ""}${E}`, "iu")),
  ...LAST.map((last) => new RegExp(`${B}${last}${E}`, "iu")),
  new RegExp(String.raw`(?:人間|人|担当者|オペレーター?|スタッフ|係の方)(?:と|に|を)?(?:話|はな|繋|つな|お願い|代わ|変わ|対応)`, "u"),
  new RegExp(String.raw`^(?:担当者|オペレーター|スタッフ)(?:を)?(?:お願いします|希望)?[。.!！]?$`, "u"),
];
const ONLY = new RegExp(`^(?:${ALONE.join("|")})[.!?… ]*$`, "iu");
/** "I don't want to talk to a person", "Can I give a person a voucher?" */
const NOT =
  /(?<![\p{L}\p{N}])(?:don['’]?t want|do not want|not want to|kein(?:en|e)?|nicht mit|no quiero|ne veux pas|non voglio|wil geen|niet met|não quero|لا أريد|لا اريد|لا أود|لا أحتاج|لا احتاج)(?![\p{L}\p{N}])/iu;
/** Arabic is written with and without them. */
const VOWEL_POINTS = /[\u064b-\u0652\u0640]/g;
/** Longer texts are told from their beginning and end, where wishes stand. */
const MAX = 2000;

/** Whether the text asks for a person. Rather too often than too rarely: a person can give the conversation back. */
export function wantsPerson(text: string): boolean {
  const read = text.normalize("NFC").replaceAll(VOWEL_POINTS, "").replaceAll(/\s+/gu, " ").trim();
  const shown = read.length > 2 * MAX ? `${read.slice(0, MAX)} ${read.slice(-MAX)}` : read;
  return (ONLY.test(shown) || PATTERNS.some((pattern) => pattern.test(shown))) && !NOT.test(shown);
}
