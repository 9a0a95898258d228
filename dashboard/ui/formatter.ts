// Formatters of dates, each made once: making one costs a hundred times as much as using it, and a list draws hundreds of times.
import { locale } from "../locale.ts";

/** Formats dates with these options. Its formatter is made when it is first used, so that the first paint does not wait for it. */
export function formatter(options: Intl.DateTimeFormatOptions): (time: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (time) => (made ??= new Intl.DateTimeFormat(locale, options)).format(time);
}
