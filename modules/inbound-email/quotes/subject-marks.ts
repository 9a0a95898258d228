// What mail programs put before the subject of an answer and of a mail that is sent on, in their languages. Lower case.
// Source: the abbreviations that Outlook, Gmail, Thunderbird, Apple Mail and Notes use in their translations.
import { FORWARD_PREFIXES } from "./quote-languages.ts";

export const REPLY_PREFIXES: readonly string[] = [
  ...["re", "rép", "aw", "antwort", "antw", "sv", "svar", "vs", "vast", "odp", "odpoveď", "odpověď", "odg", "r", "rif", "ats", "atb"],
  ...["bls", "ynt", "cevap", "vá", "válasz", "răsp", "отв", "ответ", "відп", "отг", "απ", "σχετ", "απάντηση", "השב", "תגובה"],
  ...["رد", "پاسخ", "返信", "回复", "回覆", "答复", "答覆", "회신", "답장", "trả lời", "tl", "ตอบ", "ตอบกลับ", "balas"],
];

/** The word before the first colon, without the count that some programs add: Re[2], Re^2, RE(2). "" when there is none. */
function prefixOf(subject: string): string {
  const at = subject.slice(0, 40).search(/[:：]/);
  if (at < 1) return "";
  return subject
    .slice(0, at)
    .trim()
    .replace(/ ?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})$/, "");
}
/** Whether a subject says that a mail answers another. */
export const isReply = (subject: string): boolean => REPLY_PREFIXES.includes(prefixOf(subject).toLowerCase());
/** Whether a subject says that a mail is sent on. */
export const isForward = (subject: string): boolean => FORWARD_PREFIXES.includes(prefixOf(subject).toLowerCase());
/**
 * Whether a text begins with the mark of an answer as programs write it. Theirs begins with a capital letter where the script has
 * them; "re:" in small letters is also what people write for "about".
 */
export function beginsAnswer(text: string): boolean {
  const prefix = prefixOf(text);
  return REPLY_PREFIXES.includes(prefix.toLowerCase()) && (prefix[0] !== prefix[0]?.toLowerCase() || prefix === prefix.toUpperCase());
}
