// Starts a session: anonymous with a first message, or with a signed identity. Loaded with the panel, or by `identify`.
import { call, paths } from "./api.ts";
import { uuid } from "./ids.ts";
import type { Session } from "./session.ts";

type Started = { token: string; expiresAt: string };

// Kept until a response arrives, so that a lost response does not create a second contact.
let clientId = uuid();
let starting: Promise<void> | undefined;

/** Starts a session, anonymous or with a signed identity; throws a Refusal. */
export async function begin({ origin, key }: Session, identity?: string) {
  const body = { key, clientId, ...(identity ? { identity } : {}) };
  // A refused identity must not be retried under the same id with another one.
  if (identity) clientId = uuid();
  const { token, expiresAt } = await call<Started>(origin + paths.sessions, undefined, body);
  clientId = uuid();
  return { token, until: Date.parse(expiresAt) };
}

/** Ensures a session, anonymous if there is none; throws a Refusal. */
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
  // Two tabs that send at once must not become two visitors.
  const locked = async () => {
    await (navigator.locks?.request(`seed-desk:${session.key}`, start) ?? start());
  };
  await (starting ??= locked().finally(() => (starting = undefined)));
}
