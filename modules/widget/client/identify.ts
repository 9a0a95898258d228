// Sends the identity that the page provides for its visitor. Loaded with the first `identify`.
import type { VisitEvent } from "../contract.ts";
import { refused } from "./api.ts";
import { hash, fingerprintOf } from "./identity.ts";
import type { Session } from "./session.ts";
import { begin } from "./sign-in.ts";
import type { Identity } from "./types.ts";

// A page has one widget. Claims about its visitor wait here until there is a session.
let claims: VisitEvent[] = [];
let listening = false;

function sendClaims(session: Session) {
  const claim = hash(JSON.stringify(claims));
  const stored = session.stored();
  if (!stored || !claims[0] || stored.claim === claim) return;
  session.keep({ ...stored, claim });
  session.track(...claims);
}

/** Applies the page's identity: a signed token starts a session, anything else is a claim. */
export async function identify(session: Session, { token, name, email, metadata }: Identity): Promise<void> {
  if (!listening)
    session.onChange((change) => {
      // Claims about a visitor end when that visitor leaves.
      if (change === "left" || change === "erased") claims = [];
      if (change === "started") sendClaims(session);
    });
  listening = true;
  if (token === undefined) {
    claims = [];
    if (name || email) claims.push({ kind: "claim", ...(name ? { name } : {}), ...(email ? { email } : {}) });
    if (metadata) claims.push({ kind: "metadata", metadata });
    return sendClaims(session);
  }
  const who = fingerprintOf(String(token));
  if (session.stored()?.who === who) return;
  try {
    session.keep({ ...(await begin(session, String(token))), who });
    session.notify("replaced");
  } catch (caught) {
    console.warn(`Seed Desk: identify was refused. ${refused(caught) ? caught.error : ""}`);
    // The identified person is not the one of the stored session, whose data must not be shown.
    if (session.stored()?.who) session.end("left");
    if (refused(caught) && caught.final) session.judge(caught);
  }
}
