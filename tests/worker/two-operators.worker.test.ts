// Two members act on one conversation at the same instant, each from what both have seen: what comes of it is what one after the other
// would have done, in one of the two orders.
import { beforeAll, expect, test } from "vitest";
import { LONG } from "./long.ts";
import { act, join, openConversation, type Row } from "./triage-kit.ts";
import { makeWorld, type World } from "./world.ts";

const ROUNDS = LONG ? 200 : 60;
const KINDS = ["reply", "assign", "tag", "snooze", "close"] as const;
type Kind = (typeof KINDS)[number];

let world: World;
let members: readonly { accountId: string; cookie: string }[];
let tagId: string;
const UNTIL = "2099-01-04T09:00:00.000Z";
beforeAll(async () => {
  world = await makeWorld();
  await world.as(`/api/management/projects/${world.projectId}/inbox-settings`, { method: "PATCH", body: { assignOnReply: false } });
  members = [await join(world, "operator", "Ada"), await join(world, "operator", "Ben")];
  const made = await world.as<{ tag: { id: string } }>(`/api/dashboard/projects/${world.projectId}/tags`, {
    body: { clientId: crypto.randomUUID(), name: "Racing" },
  });
  tagId = made.body.tag.id;
});

/** The conversation as the model and the table show it. */
interface State {
  readonly status: string;
  readonly assignee: string | null;
  readonly tagged: boolean;
  readonly replies: number;
}
const START: State = { status: "open", assignee: null, tagged: false, replies: 0 };

const send = (id: string, kind: Kind, by: number, frontier: number) => {
  const member = members[by];
  if (!member) throw new Error("no such member");
  const { cookie, accountId } = member;
  if (kind === "reply") return act(world, id, "messages", { frontier, content: `From ${by}` }, cookie);
  if (kind === "assign") return act(world, id, "assign", { frontier, assigneeId: accountId }, cookie);
  if (kind === "tag") return act(world, id, "tags", { add: [tagId] }, cookie);
  return act(
    world,
    id,
    "status",
    kind === "close" ? { frontier, status: "closed" } : { frontier, status: "snoozed", until: UNTIL },
    cookie,
  );
};
/** What the contract says of one action after others: its response and the new state. */
function apply(state: State, kind: Kind, by: number, before: readonly Kind[]): { code: string; state: State } {
  // Only tags are not part of what a frontier covers.
  if (kind !== "tag" && before.some((earlier) => earlier !== "tag")) return { code: "stale_frontier", state };
  if (kind === "tag") return state.tagged ? { code: "conflict", state } : { code: "", state: { ...state, tagged: true } };
  if (kind === "reply") return { code: "", state: { ...state, replies: state.replies + 1 } };
  if (kind === "assign") return { code: "", state: { ...state, assignee: members[by]?.accountId ?? null } };
  return { code: "", state: { ...state, status: kind === "close" ? "closed" : "snoozed" } };
}
function inOrder(kinds: readonly [Kind, Kind], order: readonly [number, number]): string {
  let state = START;
  const codes = ["", ""];
  const done: Kind[] = [];
  for (const by of order) {
    const kind = kinds[by] ?? "tag";
    const next = apply(state, kind, by, done);
    codes[by] = next.code;
    state = next.state;
    if (next.code === "") done.push(kind);
  }
  return JSON.stringify({ codes, state });
}
async function stateOf(id: string): Promise<State> {
  const { conversation } = (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body;
  const [count] = await world.rows<{ n: number }>(
    "SELECT count(*) AS n FROM messages WHERE conversation_id = ? AND author_role = 'operator'",
    id,
  );
  return {
    status: conversation.status,
    assignee: conversation.assigneeId,
    tagged: conversation.fields?.["tags"] === tagId,
    replies: count?.n ?? 0,
  };
}

test(`two operators reply, assign, tag, snooze and close at once, ${ROUNDS} times`, { timeout: 120_000 }, async () => {
  const won = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const kinds: [Kind, Kind] = [KINDS[round % 5] ?? "tag", KINDS[Math.floor(round / 5) % 5] ?? "tag"];
    const id = await openConversation(await world.visitor());
    const frontier = await world.revision(id);
    const first = round % 2;
    const sent = [first, 1 - first].map(async (by) => [by, await send(id, kinds[by] ?? "tag", by, frontier)] as const);
    const answers = new Map(await Promise.all(sent));
    const codes = [0, 1].map((by) =>
      answers.get(by)?.status === 201 ? "" : (answers.get(by)?.body.code ?? String(answers.get(by)?.status)),
    );
    const actual = JSON.stringify({ codes, state: await stateOf(id) });
    expect([inOrder(kinds, [0, 1]), inOrder(kinds, [1, 0])], JSON.stringify([round, kinds])).toContain(actual);
    const events = await world.rows<{ revision: number }>(
      "SELECT revision FROM conversation_events WHERE conversation_id = ? ORDER BY revision",
      id,
    );
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n + 1));
    expect(events).toHaveLength(frontier + codes.filter((code) => code === "").length);
    for (const by of [0, 1]) if (codes[by] === "") won[by] = (won[by] ?? 0) + 1;
  }
  // Otherwise nothing would have met.
  expect(
    won.every((count) => count > ROUNDS / 4),
    String(won),
  ).toBe(true);
});

test("an action on many conversations beside a member's own: each is as if one came after the other", { timeout: 60_000 }, async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < (LONG ? 60 : 15); round += 1) {
    const id = await openConversation(await world.visitor());
    const frontier = await world.revision(id);
    const [bulk, reply] = await Promise.all([
      world.as<{ bulkAction: { id: string } }>(
        `/api/dashboard/projects/${world.projectId}/bulk-actions`,
        {
          body: {
            ...{ clientId: crypto.randomUUID(), action: "status", value: { status: "closed" } },
            conversations: [{ id, revision: frontier }],
          },
        },
        members[0]?.cookie,
      ),
      send(id, "reply", 1, frontier),
    ]);
    const read = await world.as<{ bulkAction: { state: string; changed: number; passedOver: number } }>(
      `/api/dashboard/projects/${world.projectId}/bulk-actions/${bulk.body.bulkAction.id}`,
      {},
      members[0]?.cookie,
    );
    const { state, changed, passedOver } = read.body.bulkAction;
    const now = await stateOf(id);
    outcomes.add(JSON.stringify([state, changed, passedOver, reply.status, now.status, now.replies]));
  }
  const allowed = [JSON.stringify(["done", 1, 0, 409, "closed", 0]), JSON.stringify(["done", 0, 1, 201, "open", 1])];
  expect([...outcomes].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
});
