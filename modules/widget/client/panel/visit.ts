// Tells the team where the visitor is and came from. Part of the panel, so that pages whose widget nobody opens load nothing for it.
import type { Session } from "../session.ts";

/** The page that led here from another website, without its search, which may hold what nobody meant to share; else null. */
export function referrerOf(referrer: string, own: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { origin, pathname, protocol } = new URL(referrer);
  return /^https?:$/.test(protocol) && origin !== own ? (origin + pathname).slice(0, 500) : null;
}

/** Sends it for the running session, and again for each that starts. */
export function tellVisit(session: Session): void {
  const tell = () =>
    session.track({
      kind: "visit",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? null,
      referrer: referrerOf(document.referrer, location.origin),
    });
  session.onChange((change) => (change === "started" || change === "replaced") && tell());
  if (session.stored()) tell();
}
