// Reads a time that somebody types in plain words, such as "next Friday" or "in 3 days".
import { casual, GB } from "chrono-node/en";
import { snoozeUntil } from "./snooze.ts";

const MORNING = 9;

/** Words beside a time that don't change what it means. */
const FILLERS = /\b(?:at|by|on|the|until|till|around)\b|[\s,.!]/gi;

/**
 * The time that is meant, seen from `now`, in local time; undefined if the words name none, or say more than is understood: a part of them
 * may be another day. Of several times the one that comes next; a day without a time means its morning at nine. `dayFirst`: "1/2" is the
 * first of February.
 */
export function plainDate(text: string, now: Date, dayFirst = false): Date | undefined {
  if (/^\s*next week\s*$/i.test(text)) return snoozeUntil("week", now);
  const [found] = (dayFirst ? GB : casual).parse(text, now, { forwardDate: true });
  if (!found) return undefined;
  const rest = text.slice(0, found.index) + text.slice(found.index + found.text.length);
  if (rest.replace(FILLERS, "") !== "") return undefined;
  const at = found.start.date();
  // "Tomorrow morning" would be at six, and a day without a time at noon, or at the present time of day.
  const namesPart = /afternoon|evening|tonight|night/i.test(found.text);
  if (!found.start.isCertain("hour") && !namesPart) at.setHours(MORNING, 0, 0, 0);
  // "Friday", said on a Friday after nine, is the next one.
  if (at <= now && found.start.isCertain("weekday") && !found.start.isCertain("day")) at.setDate(at.getDate() + 7);
  return at;
}
