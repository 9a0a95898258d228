// Erasing a contact while other operations on it are in flight. Whichever comes first, nothing of the person is left in the end, the loser
// gets a refusal that a client understands, and a visitor who returns is a new contact. LONG=1 runs 200 races of each kind.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { type Answer, Operator, PNG, Socket, Visitor } from "../support/desk.ts";
import { readEverything, occurrences } from "./erasure-store.ts";
import { count, rows, run } from "./final.ts";
import { many, SITE, sleep, statuses, vars } from "./load.ts";

const TIMES = process.env["LONG"] === "1" ? 200 : 12;
/** Races at a time, each with its own contact. */
const AT_ONCE = 4;
const REFUSALS = [401, 403, 404, 409];

interface Race {
  readonly canary: string;
  readonly owner: Operator;
  readonly project: { readonly id: string; readonly key: string; readonly name: string };
  readonly visitor: Visitor;
  readonly conversationId: string;
  /** clientId of the call that began the visitor's session. */
  readonly began: ReturnType<typeof randomUUID>;
  readonly identity: string | undefined;
  /** Path below the conversation. */
  at(path: string): string;
  /** Path below the contact. */
  contact(path: string): string;
}
type Operation = (race: Race) => Promise<readonly { readonly status: number }[]>;

let served: Served;
let owner: Operator;
let project: Race["project"];
let secret: string;
beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: vars() });
  owner = new Operator(served.url);
  assert.equal((await owner.setup()).status, 201);
  project = await projectOf("Races");
  ({ secret } = (await owner.post<{ secret: string }>(`/api/management/projects/${project.id}/widget/identity-secret`, {})).body);
});
afterAll(() => served.stop());
const projectOf = async (name: string): Promise<Race["project"]> => ({ name, ...(await owner.project(name, SITE)) });

/** Starts after a random delay, so that either side may come first. */
async function afterRandomDelay<T>(ms: number, work: () => Promise<T>): Promise<T> {
  await sleep(Math.random() * ms);
  return await work();
}
const signIdentity = (sub: string, name?: string): Promise<string> =>
  new SignJWT({ sub, ...(name === undefined ? {} : { name }) })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("10m")
    .sign(Buffer.from(secret, "base64url"));
/** A file whose content names the person, large enough that its upload takes a while. */
function photo(canary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(150_000);
  bytes.set(PNG);
  bytes.set(Buffer.from(canary), PNG.byteLength);
  return bytes;
}
async function prepareRace(place: { owner: Operator; project: Race["project"] }, isSigned: boolean): Promise<Race> {
  const canary = `canary-${randomUUID()}`;
  const visitor = new Visitor(served.url, place.project.key, SITE);
  const began = randomUUID();
  const sub = isSigned ? randomUUID() : undefined;
  assert.equal((await visitor.start(sub === undefined ? undefined : await signIdentity(sub, canary), began)).status, 201);
  const { body } = await visitor.open(canary);
  const conversationId = body.conversation.id;
  return {
    canary,
    ...place,
    visitor,
    began,
    conversationId,
    identity: sub === undefined ? undefined : await signIdentity(sub),
    at: (path) => `/api/dashboard/projects/${place.project.id}/conversations/${conversationId}${path}`,
    contact: (path) => `/api/dashboard/projects/${place.project.id}/contacts/${visitor.contactId}${path}`,
  };
}
const erase = (race: Race): Promise<Answer> =>
  race.owner.post(`/api/management/projects/${race.project.id}/contacts/${race.visitor.contactId}/erase`, {});
/** Runs the schedule until no erasure is unfinished and no file waits for cleanup. */
async function settled(): Promise<void> {
  const left =
    "SELECT (SELECT count(*) FROM contact_erasures WHERE finished_at IS NULL) + (SELECT count(*) FROM files WHERE state IN ('pending', 'removing'))";
  for (let ticks = 0; (await count(served, left)) > 0; ticks += 1) {
    assert.ok(ticks < 40, "the schedule does not come to rest");
    await served.tick();
    // Cleanup removes an unfinished upload an hour after it began.
    await run(served, "UPDATE files SET created_at = created_at - 3700000 WHERE state = 'removing'");
  }
}

interface Kind {
  readonly work: Operation;
  readonly signed?: boolean;
  /** Both sides may succeed, so their answers do not tell which came first. */
  readonly steady?: boolean;
  /** Each race needs its own project. */
  readonly alone?: boolean;
  /** The erasure may be refused as well. */
  readonly mayLose?: boolean;
}
async function races(
  name: string,
  { work, signed: isSigned = false, steady = false, alone = false, mayLose = false }: Kind,
): Promise<void> {
  const all: { race: Race; erased: Answer; others: readonly { status: number }[] }[] = [];
  // The longest delay of the other side, adapted to the machine: longer when it always wins, shorter when it always loses.
  let ms = 12;
  for (let i = 0; i < TIMES; i += AT_ONCE) {
    all.push(
      ...(await many(AT_ONCE, async () => {
        const own = alone ? await projectOf(`Doomed ${randomUUID().slice(0, 8)}`) : project;
        const race = await prepareRace({ owner, project: own }, isSigned);
        const [erased, others] = await Promise.all([
          afterRandomDelay(steady ? 12 : 4, () => erase(race)),
          afterRandomDelay(ms, () => work(race)),
        ]);
        return { race, erased, others };
      })),
    );
    const answers = all.slice(-AT_ONCE).flatMap((one) => one.others);
    if (!steady && answers.every(({ status }) => status < 300)) ms = Math.min(ms * 1.5, 100);
    if (answers.every(({ status }) => status >= 300)) ms /= 1.5;
  }
  const erasures = statuses(all.map(({ erased }) => erased));
  const others = statuses(all.flatMap((one) => one.others));
  process.stdout.write(`races: erase against ${name}: ${JSON.stringify(erasures)} against ${JSON.stringify(others)}\n`);
  for (const { others: answers } of all)
    for (const { status } of answers) assert.ok(status < 300 || REFUSALS.includes(status), `${name}: ${status}`);
  const won = all.filter(({ erased }) => erased.status === 202);
  for (const { erased } of all)
    assert.ok(erased.status === 202 || (mayLose && REFUSALS.includes(erased.status)), `erase: ${erased.status}`);
  assert.ok(won.length > 0);
  await settled();

  const everywhere = await readEverything(served);
  for (const { race } of won) {
    assert.deepEqual(occurrences(everywhere, race.canary), [], name);
    const { contactId } = race.visitor;
    const found = await rows(
      served,
      "SELECT c.state, c.name, c.email, c.identifier, c.metadata, c.last_page, e.finished_at IS NOT NULL AS finished, (SELECT count(*) FROM visitor_sessions s WHERE s.contact_id = c.id) AS sessions FROM contacts c JOIN contact_erasures e ON e.contact_id = c.id WHERE c.id = ?",
      contactId,
    );
    const nobody = { name: null, email: null, identifier: null, metadata: "{}", last_page: null };
    assert.deepEqual(found, [{ state: "erased", ...nobody, finished: 1, sessions: 0 }]);
    assert.equal((await race.visitor.open("after")).status, 401);
    if (alone) continue;
    const returning = new Visitor(served.url, race.project.key, SITE);
    assert.equal((await returning.start(race.identity)).status, 201);
    assert.notEqual(returning.contactId, contactId);
  }
  await assertGapless();
}
async function assertGapless(): Promise<void> {
  const gaps =
    "SELECT count(*) FROM (SELECT 1 FROM conversation_events GROUP BY project_id HAVING count(*) <> max(sequence) UNION ALL SELECT 1 FROM conversations c WHERE c.revision <> (SELECT count(*) FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id) OR c.revision <> (SELECT max(revision) FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id))";
  assert.equal(await count(served, gaps), 0);
}

const kinds: Record<string, Kind> = {
  "its messages": {
    work: ({ visitor, conversationId, canary }) =>
      Promise.all([
        visitor.postMessage(conversationId, canary),
        visitor.open(canary),
        afterRandomDelay(12, () => visitor.postMessage(conversationId, canary)),
      ]),
  },
  "its uploads": {
    async work({ visitor, conversationId, canary }) {
      const upload = await visitor.upload(`${canary}.png`, photo(canary));
      if (upload.status >= 300) return [upload];
      return [upload, await visitor.postMessage(conversationId, canary, { attachments: [upload.body.file.id] })];
    },
  },
  "uploads and replies of the team": {
    async work({ owner: person, at, canary }) {
      const path = at(`/files?name=${canary}.png&clientId=${randomUUID()}`);
      const headers = { "content-length": "150000" };
      const upload = await person.call<{ file: { id: string } }>(path, { raw: photo(canary), headers });
      if (upload.status >= 300) return [upload];
      const body = { clientId: randomUUID(), frontier: 1, content: canary, attachments: [upload.body.file.id] };
      return [upload, await person.post(at("/messages"), body)];
    },
  },
  "replies, notes and drafts": {
    work: ({ owner: person, at, canary }) =>
      Promise.all([
        afterRandomDelay(6, () => person.post(at("/messages"), { clientId: randomUUID(), frontier: 1, content: canary })),
        afterRandomDelay(12, () => person.post(at("/notes"), { clientId: randomUUID(), content: canary })),
        afterRandomDelay(12, () => person.call(at("/drafts/reply"), { method: "PUT", body: { content: canary, attachments: [] } })),
        afterRandomDelay(12, () => person.post(at("/status"), { clientId: randomUUID(), frontier: 1, status: "closed" })),
      ]),
  },
  "an anonymous session that resumes": {
    steady: true,
    work: ({ project: { key }, began }) =>
      many(3, () => afterRandomDelay(12, () => new Visitor(served.url, key, SITE).start(undefined, began))),
  },
  "a signed identity that returns": {
    steady: true,
    signed: true,
    work: ({ project: { key }, began, identity }) =>
      many(4, (n) => afterRandomDelay(12, () => new Visitor(served.url, key, SITE).start(identity, n % 2 === 0 ? began : randomUUID()))),
  },
  "a socket with an earlier ticket": {
    async work({ visitor }) {
      const { body } = await visitor.call<{ ticket: string }>("/api/widget/socket-ticket", { body: {} });
      return await afterRandomDelay(12, async () => {
        let socket: Socket;
        try {
          socket = await Socket.open(`${served.url}/api/widget/socket`, body.ticket, SITE);
        } catch (error) {
          return [{ status: Number(/(\d{3})$/.exec(String(error))?.[1]) }];
        }
        const { code } = await socket.untilClosed();
        const last = socket.frames.at(-1);
        assert.ok(
          code === 4401 || code === 4403 || (last?.type === "closed" && ["erased", "session_revoked"].includes(last.reason ?? "")),
          `${code} ${JSON.stringify(last)}`,
        );
        return [{ status: 200 }];
      });
    },
  },
  "events of its page": {
    work: ({ visitor, conversationId, canary }) =>
      many(3, (n) =>
        afterRandomDelay(12, () =>
          visitor.call("/api/widget/events", {
            body: {
              events: [
                { kind: "claim", name: canary, email: `${canary}@example.test` },
                { kind: "metadata", metadata: { [`k${n}`]: canary } },
                { kind: "page", page: { url: `https://example.test/${canary}`, title: canary } },
                { kind: "read", conversationId, revision: 1 },
              ],
            },
          }),
        ),
      ),
  },
  "blocking, restoring and renaming": {
    work: ({ owner: person, contact, canary }) =>
      Promise.all([
        afterRandomDelay(6, () => person.call(contact(""), { method: "DELETE" })),
        afterRandomDelay(12, () => person.post(contact("/restore"), {})),
        afterRandomDelay(12, () => person.call(contact(""), { method: "PATCH", body: { name: canary } })),
      ]),
  },
  "another erasure of the same contact": { steady: true, work: (race) => many(3, () => afterRandomDelay(12, () => erase(race))) },
  "deleting its project": {
    steady: true,
    alone: true,
    mayLose: true,
    work: async ({ owner: person, project: { id, name } }) => [
      await person.call(`/api/management/projects/${id}`, { method: "DELETE", body: { confirm: name } }),
    ],
  },
};
for (const [name, kind] of Object.entries(kinds)) test(`erasing a contact against ${name}`, { timeout: 600_000 }, () => races(name, kind));
