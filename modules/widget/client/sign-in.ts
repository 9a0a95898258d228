// Starts a session: anonymously with a first message, or with a signed identity. Loaded with the panel, or by `identify`.
import { call, paths } from "./api.ts";
import { uuid } from "./ids.ts";
import type { Session } from "./session.ts";

// The panel takes it from here, so that this chunk exports nothing but this file.
export { uuid };

type Started = { token: string; expiresAt: string };

// Kept until an answer has come, so that a lost answer does not cost a second contact.
let clientId = uuid();
let starting: Promise<void> | undefined;

/** Begins a session, anonymous or of the signed identity; throws a Refusal. */
export async function begin({ origin, key }: Session, identity?: string) {
  const body = { key, clientId, ...(identity ? { identity } : {}) };
  // Nor may a refused identity be repeated under the same id by another one.
  if (identity) clientId = uuid();
  const { token, expiresAt } = await call<Started>(origin + paths.sessions, undefined, body);
  clientId = uuid();
  return { token, until: Date.parse(expiresAt) };
}

/** Makes sure that there is a session, a new anonymous one when needed; throws a Refusal. */
export async function ensure(session: Session): Promise<void> {
  await session.queue(() => 0);
  if (session.stored()) return;
  const final = session.final();
  if (final) throw final;
  const start = async () => {
    if (session.reread()) return;
    session.keep(
      await begin(session).catch((caught) => {
        session.judge(caught);
        throw caught;
      }),
    );
    session.notify("started");
  };
  // Two tabs that write at once must not become two visitors.
  const locked = async () => {
    await (navigator.locks?.request(`seed-desk:${session.key}`, start) ?? start());
  };
  await (starting ??= locked().finally(() => (starting = undefined)));
}
