// How a session begins: anonymously with a first message, or with a signed identity. Fetched with the panel, or by `identify`.
import type { WidgetEvent } from "../contract.ts";
import { call, paths, refused } from "./api.ts";
import { hash, printOf } from "./identity.ts";
import { uuid } from "./ids.ts";
import type { Session } from "./session.ts";
import type { Identity } from "./types.ts";

// The panel takes it from here, so that this chunk exports nothing but this file.
export { uuid };

type Started = { token: string; expiresAt: string };

// One page has one widget; what it claims about its visitor waits here until there is somebody to say it of.
let claims: WidgetEvent[] = [];
// Kept until an answer has come, so that a lost answer does not cost a second contact.
let clientId = uuid();
let starting: Promise<void> | undefined;
let listening = false;

async function begin({ origin, key }: Session, identity?: string) {
  const { token, expiresAt } = await call<Started>(origin + paths.sessions, undefined, {
    key,
    clientId,
    ...(identity ? { identity } : {}),
  });
  clientId = uuid();
  return { token, until: Date.parse(expiresAt) };
}

function sendClaims(session: Session) {
  const claim = hash(JSON.stringify(claims));
  const stored = session.stored();
  if (!stored || !claims[0] || stored.claim === claim) return;
  session.keep({ ...stored, claim });
  session.track(...claims);
}

/** Makes sure that there is a session, a new anonymous one when needed; throws a Refusal. */
export async function ensure(session: Session): Promise<void> {
  await session.queue(() => 0);
  if (session.stored()) return;
  const start = async () => {
    if (session.reread()) return;
    session.keep(await begin(session));
    session.tell("started");
    sendClaims(session);
  };
  // Two tabs that write at once must not become two visitors.
  const locked = async () => {
    await (navigator.locks?.request(`seed-desk:${session.key}`, start) ?? start());
  };
  await (starting ??= locked().finally(() => (starting = undefined)));
}

/** Takes over what the page says about its visitor: a signed token begins a session, anything else is a claim. */
export async function identify(session: Session, { token, name, email, metadata }: Identity): Promise<void> {
  // Nothing that was said about a visitor outlives their leaving.
  if (!listening) session.onChange((change) => void ((change === "left" || change === "erased") && (claims = [])));
  listening = true;
  if (token === undefined) {
    claims = [];
    if (name || email) claims.push({ kind: "claim", ...(name ? { name } : {}), ...(email ? { email } : {}) });
    if (metadata) claims.push({ kind: "metadata", metadata });
    return sendClaims(session);
  }
  const who = printOf(String(token));
  if (session.stored()?.who === who) return;
  try {
    session.keep({ ...(await begin(session, String(token))), who });
    session.tell("replaced");
  } catch (caught) {
    console.warn(`Seed Desk: identify was refused. ${refused(caught) ? caught.error : ""}`);
    // A refused identity must not be repeated under the same id by another one.
    clientId = uuid();
    // Whoever is named now is not the person of the stored session; theirs must not be shown.
    if (session.stored()?.who) session.end("left");
  }
}
