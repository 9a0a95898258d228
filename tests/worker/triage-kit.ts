// What the tests of tags, teams, spam and followers share: members of a role, and calls on one conversation.
import { type Answer, type Visitor, type World } from "./world.ts";

export interface Row {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly snoozedUntil: string | null;
  readonly assigneeId: string | null;
  readonly lastActivityAt: string;
  readonly fields?: Readonly<Record<string, string>>;
}
export interface Handled {
  readonly event: { readonly kind: string; readonly revision: number; readonly name?: string; readonly data?: unknown };
  readonly conversation: Row;
  readonly repeated: boolean;
  readonly error?: string;
  readonly code?: string;
}

/** Somebody who joined with this role. */
export async function join(
  world: World,
  role = "operator",
  name = "Tom Reed",
): Promise<{ accountId: string; cookie: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.test`;
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role },
  });
  const joined = await world.call(new URL(body.link).pathname, { body: { name, email, password: "seven quiet lamps" } });
  const [account] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
  return { accountId: account?.id ?? "", cookie: (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "", email };
}
/** Posts to a path of a conversation with a new clientId, as the owner unless another cookie is given. */
export const act = (world: World, id: string, path: string, body: Record<string, unknown>, cookie?: string): Promise<Answer<Handled>> =>
  world.as<Handled>(`${world.conversations}/${id}/${path}`, { body: { clientId: crypto.randomUUID(), ...body } }, cookie);
/** The conversation that a split or a move made. */
export const createdBy = (answer: { readonly body: unknown }): string => (answer.body as { created: { id: string } }).created.id;
export const openConversation = async (visitor: Visitor): Promise<string> => (await visitor.open("Hello")).body.conversation.id;
export const listRows = async (world: World, query = ""): Promise<Row[]> =>
  (await world.as<{ items: Row[] }>(`${world.conversations}${query}`)).body.items;
/** Lets time pass until this minute of the hour, in which a task of the schedule looks that costs nothing in the others. */
export const untilMinute = (world: World, minute: number): void =>
  world.clock.advance({ minutes: (minute - new Date(world.clock.now()).getUTCMinutes() + 60) % 60 });
