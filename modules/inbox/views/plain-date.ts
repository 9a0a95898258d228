// Reads a time that somebody types in plain words, such as "next Friday" or "in 3 days", in the language of the interface or in English.
import { casual, type Chrono, GB } from "chrono-node/en";
import { snoozeUntil } from "./snooze.ts";

const MORNING = 9;

/** How times are said in a language. */
interface Language {
  readonly reads: Pick<Chrono, "parse">;
  /** Words beside a time that don't change what it means. */
  readonly fillers: RegExp;
  /** The week that begins with the next Monday. */
  readonly nextWeek: RegExp;
  /** Names a part of the day other than its morning, and so a time. */
  readonly partOfDay: RegExp;
  /** Writes what the reader does not know as what it knows. */
  prepare?(text: string, now: Date): string;
}
const ENGLISH = {
  fillers: /\b(?:at|by|on|the|until|till|around)\b|[\s,.!]/gi,
  nextWeek: /^\s*next week\s*$/i,
  partOfDay: /afternoon|evening|tonight|night/i,
};
const READERS: Readonly<Record<string, () => Promise<Language>>> = {
  async de() {
    const { casual: reads } = await import("chrono-node/de");
    return {
      reads,
      fillers: /(?<!\p{L})(?:um|am|ab|bis|gegen|zum|den|dem|der|früh|morgens|uhr)(?!\p{L})|[\s,.!]/giu,
      nextWeek: /^\s*nächste woche\s*$/i,
      partOfDay: /mittag|abend|nacht/i,
      // "29.3." is the next one.
      prepare: (text, now) =>
        text.replace(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?!\d)/, (_, day: string, month: string) => {
          const [ofMonth, inMonth] = [Number(day), Number(month) - 1];
          const isPast = inMonth < now.getMonth() || (inMonth === now.getMonth() && ofMonth < now.getDate());
          return `${day}.${month}.${now.getFullYear() + (isPast ? 1 : 0)}`;
        }),
    };
  },
  async ar() {
    const { casual: reads } = await import("chrono-node/ar");
    return {
      reads,
      fillers: /(?<!\p{L})(?:الساعة|يوم|في|عند|على|تمام|من|صباحا)(?!\p{L})|[\s،,.!]/gu,
      nextWeek: /^\s*الأسبوع (?:القادم|المقبل)\s*$/u,
      partOfDay: /مساء|ظهر|عصر|ليل/u,
      // Without vowel points, and with Latin digits.
      prepare: (text) =>
        text.replace(/[\u064b-\u0652]/g, "").replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)),
    };
  },
};
/** Loads how times are said in a language; undefined for English, which is always understood, and for languages without words of their own. */
export const loadTimeWords = (language: string): Promise<Language> | undefined => READERS[language]?.();

interface Options {
  /** "1/2" is the first of February, in English. */
  readonly dayFirst?: boolean;
  /** The words of another language, which are tried first. */
  readonly own?: Language | undefined;
}
/**
 * The time that is meant, seen from `now`, in local time; undefined if the words name none, or say more than is understood: a part of them
 * may be another day. Of several times the one that comes next; a day without a time means its morning at nine.
 */
export const plainDate = (text: string, now: Date, { dayFirst = false, own }: Options = {}): Date | undefined =>
  (own && read(text, now, own)) ?? read(text, now, { ...ENGLISH, reads: dayFirst ? GB : casual });

function read(typed: string, now: Date, { reads, fillers, nextWeek, partOfDay, prepare }: Language): Date | undefined {
  const text = prepare?.(typed, now) ?? typed;
  if (nextWeek.test(text)) return snoozeUntil("week", now);
  const [found] = reads.parse(text, now, { forwardDate: true });
  if (!found) return undefined;
  const rest = text.slice(0, found.index) + text.slice(found.index + found.text.length);
  if (rest.replace(fillers, "") !== "") return undefined;
  const at = found.start.date();
  // "Tomorrow morning" would be at six, and a day without a time at noon, or at the present time of day.
  if (!found.start.isCertain("hour") && !partOfDay.test(found.text)) at.setHours(MORNING, 0, 0, 0);
  // "Friday", said on a Friday after nine, is the next one.
  if (at <= now && found.start.isCertain("weekday") && !found.start.isCertain("day")) at.setDate(at.getDate() + 7);
  return at;
}
