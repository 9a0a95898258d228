// Subject prefixes of replies and forwarded mail in many languages, in lower case. Source: the abbreviations of Outlook, Gmail,
// Thunderbird, Apple Mail and Notes in their translations.
import { FORWARD_PREFIXES } from "./quote-languages.ts";

export const REPLY_PREFIXES: readonly string[] = [
  ...["re", "rép", "aw", "antwort", "antw", "sv", "svar", "vs", "vast", "odp", "odpoveď", "odpověď", "odg", "r", "rif", "ats", "atb"],
  ...["bls", "ynt", "cevap", "vá", "válasz", "răsp", "отв", "ответ", "відп", "отг", "απ", "σχετ", "απάντηση", "השב", "תגובה"],
  ...["رد", "پاسخ", "返信", "回复", "回覆", "答复", "答覆", "회신", "답장", "trả lời", "tl", "ตอบ", "ตอบกลับ", "balas"],
];

/** The word before the first colon, without the counter that some programs add: Re[2], Re^2, RE(2). "" if there is none. */
function prefixOf(subject: string): string {
  const at = subject.slice(0, 40).search(/[:：]/);
  if (at < 1) return "";
  return subject
    .slice(0, at)
    .trim()
    .replace(/ ?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})$/, "");
}
/** Whether the subject has a reply prefix. */
export const isReply = (subject: string): boolean => REPLY_PREFIXES.includes(prefixOf(subject).toLowerCase());
/** Whether the subject has a prefix of forwarded mail. */
export const isForward = (subject: string): boolean => FORWARD_PREFIXES.includes(prefixOf(subject).toLowerCase());
/**
 * Whether a text begins with a reply prefix as programs write it: capitalised where the script has capitals. In lower case, people also
 * write "re:" for "about".
 */
export function beginsAnswer(text: string): boolean {
  const prefix = prefixOf(text);
  return REPLY_PREFIXES.includes(prefix.toLowerCase()) && (prefix[0] !== prefix[0]?.toLowerCase() || prefix === prefix.toUpperCase());
}
