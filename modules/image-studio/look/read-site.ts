// Reads the colours of a website that a person named, through the guarded fetch. Nothing of it is stored.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours, seconds } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { mayFetch, type SafeFetch, safeFetch, textOf } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { noSiteAddress } from "../errors.ts";
import { colorsOf, sheetsOf } from "./site-colors.ts";

const PAGE: SafeFetch = { maxBytes: 2_000_000, timeout: seconds(10), accept: ["text/html"] };
const SHEET: SafeFetch = { maxBytes: 1_000_000, timeout: seconds(5), accept: ["text/css"] };
/** Style sheets that are read. */
const MOST_SHEETS = 3;
/** Pages that a project reads in an hour. */
const PER_HOUR = 60;

/** Throws `invalid_request` for what is no public address. That a site can't be read, or has no colour, is an outcome. */
export async function readSite(ctx: RequestCtx<MemberPrincipal>, given: string): Promise<{ colors: string[]; problem: string | null }> {
  const address = /^[a-z][a-z+.-]*:/i.test(given) ? given : `https://${given}`;
  if (!mayFetch(ctx, address)) throw noSiteAddress();
  const now = ctx.clock.now();
  const counted = customCounter("siteColorsPerProjectHour", ctx.caller.projectId, now, hours(1), PER_HOUR);
  const [added] = await ctx.db.commit([writeCounters([counted], belowLimits([counted]))]);
  if (added === 0) throw limitRefusal(counted, now);
  const page = await safeFetch(ctx, address, PAGE);
  if (!page.ok) return { colors: [], problem: m.image_studio_site_unread() };
  const html = textOf(page);
  const sheets = await Promise.all(
    sheetsOf(html, page.url)
      .slice(0, MOST_SHEETS)
      .map((url) => safeFetch(ctx, url, SHEET)),
  );
  const texts = sheets.flatMap((sheet) => (sheet.ok ? [textOf(sheet)] : []));
  const colors = colorsOf(html, texts);
  return { colors, problem: colors.length === 0 ? m.image_studio_site_no_colors() : null };
}
