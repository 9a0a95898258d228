// The likely time zone of a recipient, and the next moment at which it is a good time there. Pure, and correct across clock changes.
import { days, minutes } from "#kernel/clock/index.ts";
import { isKnownZone, momentOf, shownAt } from "#kernel/clock/local-time.ts";

/**
 * Zones by the country in a domain's name (IANA's time zone database, `zone1970.tab`). Of countries with several, the one in which most
 * people live; that is a guess, and the page says so. Domains of countries that everybody uses, such as `.io`, say nothing.
 */
const ZONES: Readonly<Record<string, string>> = {
  ...{ ae: "Asia/Dubai", ar: "America/Argentina/Buenos_Aires", at: "Europe/Vienna", au: "Australia/Sydney", be: "Europe/Brussels" },
  ...{ bg: "Europe/Sofia", br: "America/Sao_Paulo", ca: "America/Toronto", ch: "Europe/Zurich", cl: "America/Santiago" },
  ...{ cn: "Asia/Shanghai", cz: "Europe/Prague", de: "Europe/Berlin", dk: "Europe/Copenhagen", ee: "Europe/Tallinn" },
  ...{ eg: "Africa/Cairo", es: "Europe/Madrid", fi: "Europe/Helsinki", fr: "Europe/Paris", gr: "Europe/Athens" },
  ...{ hk: "Asia/Hong_Kong", hr: "Europe/Zagreb", hu: "Europe/Budapest", id: "Asia/Jakarta", ie: "Europe/Dublin" },
  ...{ il: "Asia/Jerusalem", in: "Asia/Kolkata", it: "Europe/Rome", jp: "Asia/Tokyo", ke: "Africa/Nairobi" },
  ...{ kr: "Asia/Seoul", lt: "Europe/Vilnius", lu: "Europe/Luxembourg", lv: "Europe/Riga", ma: "Africa/Casablanca" },
  ...{ mx: "America/Mexico_City", my: "Asia/Kuala_Lumpur", ng: "Africa/Lagos", nl: "Europe/Amsterdam", no: "Europe/Oslo" },
  ...{ nz: "Pacific/Auckland", pe: "America/Lima", ph: "Asia/Manila", pk: "Asia/Karachi", pl: "Europe/Warsaw" },
  ...{ pt: "Europe/Lisbon", ro: "Europe/Bucharest", rs: "Europe/Belgrade", ru: "Europe/Moscow", sa: "Asia/Riyadh" },
  ...{ se: "Europe/Stockholm", sg: "Asia/Singapore", si: "Europe/Ljubljana", sk: "Europe/Bratislava", th: "Asia/Bangkok" },
  ...{ tr: "Europe/Istanbul", tw: "Asia/Taipei", ua: "Europe/Kyiv", uk: "Europe/London", us: "America/New_York" },
  ...{ vn: "Asia/Ho_Chi_Minh", za: "Africa/Johannesburg" },
};
/** The zone that the contact's browser named, else that of the country in the address or website, else the project's. */
export function likelyZone(of: { contact: string | null; address: string; domain: string | null; project: string }): string {
  const country = (host: string): string | undefined => ZONES[host.slice(host.lastIndexOf(".") + 1)];
  const found = of.contact ?? country(of.address.slice(of.address.lastIndexOf("@") + 1)) ?? country(of.domain ?? "") ?? of.project;
  return isKnownZone(found) ? found : isKnownZone(of.project) ? of.project : "UTC";
}

export interface Window {
  /** Days with mail, one bit each, Monday first. */
  readonly days: number;
  /** Minutes of the day. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

const DAY = days(1);
const startOfDay = (shown: number): number => Math.floor(shown / DAY) * DAY;
// 1 January 1970 was a Thursday.
const weekday = (shown: number): number => (Math.floor(shown / DAY) + 3) % 7;
const isOpen = ({ days: open, fromMinute, toMinute }: Window, shown: number): boolean => {
  const minute = Math.floor((shown - startOfDay(shown)) / minutes(1));
  return (open & (1 << weekday(shown))) !== 0 && minute >= fromMinute && minute < toMinute;
};
/** The first moment from `at` on at which the window is open in the zone. */
export function nextOpen(window: Window, zone: string, at: number): number {
  const shown = shownAt(zone, at);
  if (isOpen(window, shown)) return at;
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const opens = startOfDay(shown) + ahead * DAY + minutes(window.fromMinute);
    if (opens < shown || (window.days & (1 << weekday(opens))) === 0) continue;
    const moment = momentOf(zone, opens);
    if (moment > at && isOpen(window, shownAt(zone, moment))) return moment;
  }
  // A window that the change of the clock swallowed, on the only day of the week.
  return at + days(7);
}
