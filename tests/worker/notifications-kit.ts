// Sets up a project whose owner gets notifications, with a provider that only records mail.
import type { Ctx } from "#kernel/module/index.ts";
import { gatherNotifications } from "../../modules/notifications/gather-notifications.ts";
import { sendNotifications } from "../../modules/notifications/send-notifications.ts";
import { mailWorld, TOKEN } from "./mail-kit.ts";
import { type Sent, sentIn } from "./sent-mail.ts";
import { OWNER } from "./world.ts";

export const APP = "http://localhost:8787";
export const MAIL = {
  EMAIL_PROVIDER: "resend",
  EMAIL_API_KEY: "re_key",
  EMAIL_FROM: "desk@desk.example",
  APP_ORIGIN: APP,
  INBOUND_EMAIL_TOKEN: TOKEN,
  // Nobody listens on this port, so mail that a request sends at once fails and waits.
  TEST_EMAIL_BASE_URL: "http://127.0.0.1:9",
};

// All worlds of a file share the cursor over events, so each begins later than the one before.
let begins = Date.now();
export type NotificationWorld = Awaited<ReturnType<typeof notificationWorld>>;
/** The owner's address is confirmed; events from now on cause notifications. */
export async function notificationWorld(vars: Record<string, string> = MAIL) {
  begins += 40 * 86_400_000;
  const world = await mailWorld({ now: new Date(begins).toISOString() });
  world.env = { ...world.env, ...vars };
  await world.rows("UPDATE accounts SET email_verified_at = 1 WHERE email = ?", OWNER);
  await world.rows("DELETE FROM memberships WHERE project_id <> ?", world.projectId);
  await world.rows("DELETE FROM notices");
  await world.rows("DELETE FROM notice_mails");
  await world.rows("DELETE FROM notice_progress");
  const sent: Sent[] = [];
  /** The context of a run of the schedule; `down` = the provider cannot be reached. */
  const running = (down = false): { ctx: Ctx; done: () => Promise<unknown> } => {
    const after: Promise<unknown>[] = [];
    const ctx: Ctx = {
      ...world.ctx(),
      after: (work) => void after.push(work),
      fetch: async (_url, init) => {
        if (down) throw new Error("down");
        sent.push(sentIn(String(init.body)));
        return Response.json({ id: crypto.randomUUID() });
      },
    };
    return { ctx, done: async () => await Promise.all(after) };
  };
  const run = async (task: (ctx: Ctx) => Promise<void>): Promise<void> => {
    const { ctx, done } = running();
    await task(ctx);
    await done();
  };
  const gather = (): Promise<void> => run(gatherNotifications);
  const send = (): Promise<void> => run(sendNotifications);
  /** Lets minutes pass with their schedule; of a long time not every minute. At the end each task runs three times. */
  const pass = async (minutes: number): Promise<void> => {
    for (let left = minutes; left > 0;) {
      const step = Math.min(left, left > 40 ? 30 : 3);
      world.clock.advance({ minutes: step });
      left -= step;
      for (let i = left > 0 ? 2 : 0; i < 3; i += 1) {
        await gather();
        await send();
      }
    }
  };
  await gather();
  world.clock.advance({ minutes: 2 });
  const me = (await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", OWNER))[0]?.id ?? "";
  return Object.assign(world, { sent, running, gather, send, pass, me });
}

/** A colleague with a confirmed address and a session. */
export async function addColleague(
  world: NotificationWorld,
  role = "operator",
  confirmed = true,
): Promise<{ id: string; email: string; cookie: string }> {
  const id = `acc_${crypto
    .randomUUID()
    .replaceAll("-", "")
    .slice(0, 26)
    .replaceAll(/[ilou]/g, "0")}`;
  const email = `${id}@team.example`;
  await world.rows(
    "INSERT INTO accounts (id, email, name, password_hash, created_at, email_verified_at) SELECT ?, ?, 'Mate', password_hash, 1, ? FROM accounts WHERE email = ?",
    ...[id, email, confirmed ? 1 : null, OWNER],
  );
  await world.rows("INSERT INTO memberships (project_id, account_id, role, joined_at) VALUES (?, ?, ?, 1)", world.projectId, id, role);
  const signed = await world.signIn(email);
  return { id, email, cookie: (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
}
export const assign = async (world: NotificationWorld, conversationId: string, assigneeId: string | null, cookie?: string) => {
  const answer = await world.as(
    `${world.conversations}/${conversationId}/assign`,
    { body: { clientId: crypto.randomUUID(), frontier: await world.revision(conversationId), assigneeId } },
    ...(cookie === undefined ? [] : [cookie]),
  );
  if (answer.status !== 201) throw new Error(`assign: ${answer.status} ${JSON.stringify(answer.body)}`);
};
