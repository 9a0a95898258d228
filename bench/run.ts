// `pnpm bench`: measures what the product costs compared with the floor worker, in one run on one machine. Rounds take turns and the median
// of their ratios counts, because milliseconds of a shared machine mean little.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { inRoot } from "../scripts/lib/paths.ts";
import { serveBuild } from "../scripts/lib/serve.ts";
import { MAX_SOCKETS } from "../modules/conversations/live/subscriber.ts";
import { Operator, Visitor } from "../tests/support/desk.ts";
import { startFloor } from "./floor/start.ts";
import { Subscribers, median, OneConnection } from "./load.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    sends: { type: "string", default: "120" },
    sockets: { type: "string", default: "1000" },
    write: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [ROUNDS, SENDS, SOCKETS] = [Number(values.rounds), Number(values.sends), Number(values.sockets)];
const SITE = "http://localhost:5999";
const TEXT = "hello there, this is a chat message of about one hundred bytes, which is a usual length for live chat.";
const MANY = 1_000_000;

const many = Object.fromEntries(["messagesPerConversationMinute", "messagesPerContactHour"].map((name) => [name, MANY]));
const served = await serveBuild({ tick: false, vars: { TEST_SCRYPT_LOG_N: "4", RATE_LIMITS: JSON.stringify(many) } });
const floor = await startFloor();

const owner = new Operator(served.url);
await owner.setup();
const project = await owner.project("Acme", SITE);
const visitor = new Visitor(served.url, project.key, SITE, "203.0.113.7");
await visitor.start();
const conversationId = (await visitor.open("hello")).body.conversation.id;
const [client, floorClient] = [new OneConnection(), new OneConnection()];

const visitorHeaders = {
  "content-type": "application/json",
  origin: SITE,
  authorization: `Bearer ${visitor.token}`,
  "cf-connecting-ip": "203.0.113.7",
};
const messagesUrl = `${served.url}/api/widget/conversations/${conversationId}/messages`;
const postMessage = (content: string): Promise<number> =>
  client.post(messagesUrl, JSON.stringify({ clientId: randomUUID(), content }), visitorHeaders);
const postToFloor = (room: string, body: string): Promise<number> => floorClient.post(`${floor.url}/full?room=${room}`, body);

interface Row {
  readonly name: string;
  readonly target: number;
  readonly ratios: number[];
  readonly ours: number[];
  readonly floors: number[];
}
/** Measures both sides in turns; each round gives one median per side. */
async function compare(
  name: string,
  target: number,
  ours: () => Promise<number>,
  floors: () => Promise<number>,
  n = SENDS,
  rounds = ROUNDS,
): Promise<Row> {
  const row: Row = { name, target, ratios: [], ours: [], floors: [] };
  const sample = async (one: () => Promise<number>): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < n; i += 1) times.push(await one());
    return median(times);
  };
  await sample(ours);
  await sample(floors);
  for (let i = 0; i < rounds; i += 1) {
    const swapped = i % 2 === 1;
    const first = await sample(swapped ? floors : ours);
    const second = await sample(swapped ? ours : floors);
    const [a, b] = swapped ? [second, first] : [first, second];
    row.ours.push(a);
    row.floors.push(b);
    row.ratios.push(a / b);
  }
  process.stdout.write(`${line(row)}\n`);
  return row;
}
const twoDecimals = (n: number): string => n.toFixed(2);
/** Rounds that differ by more than two fifths measure the machine rather than the product. */
const noisy = ({ ratios }: Row): boolean => Math.max(...ratios) > Math.min(...ratios) * 1.4;
const verdict = (row: Row): string => (median(row.ratios) <= row.target ? "met" : noisy(row) ? "missed, noisy" : "missed");
const line = (row: Row): string =>
  `${row.name}: ${twoDecimals(median(row.ratios))} x floor (${twoDecimals(Math.min(...row.ratios))} to ${twoDecimals(Math.max(...row.ratios))}), target ${row.target}: ${verdict(row)}; ${twoDecimals(median(row.ours))} ms beside ${twoDecimals(median(row.floors))} ms`;

const isLive = (text: string): boolean => text.includes('"type":"live"');
const atOnce = (text: string): boolean => text === "";
/** Opens `n` subscribers, with as many members as the socket limit per member requires. */
async function openSubscribers(n: number): Promise<Subscribers> {
  const subscribers = new Subscribers();
  for (let i = 0; i < n; i += MAX_SOCKETS.member) {
    const member = await owner.invite(project.id, "operator", `mate-${i}@example.test`);
    await Promise.all(
      Array.from({ length: Math.min(MAX_SOCKETS.member, n - i) }, async () => {
        const at = `/api/dashboard/projects/${project.id}`;
        const { body } = await member.post<{ ticket: string }>(`${at}/socket-ticket`, {});
        await subscribers.join(`${served.url}${at}/socket`, ["seed.v1", `ticket.${body.ticket}`], served.url, isLive);
      }),
    );
  }
  return subscribers;
}
async function openFloorSubscribers(room: string, n: number): Promise<Subscribers> {
  const subscribers = new Subscribers();
  for (let i = 0; i < n; i += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, n - i) }, () => subscribers.join(`${floor.url}/socket?room=${room}`, [], SITE, atOnce)),
    );
  return subscribers;
}

process.stdout.write(`load before: ${loadavg().map(twoDecimals).join(" ")}\n`);
const rows: Row[] = [];
rows.push(
  await compare(
    "visitor's send, one connection",
    1.5,
    () => postMessage(TEXT),
    () => postToFloor("alone", TEXT),
  ),
);

// Two sockets receive it: an operator's and the visitor's other tab; on the floor, two of one room.
const team = new Subscribers();
const { body } = await owner.post<{ ticket: string }>(`/api/dashboard/projects/${project.id}/socket-ticket`, {});
await team.join(`${served.url}/api/dashboard/projects/${project.id}/socket`, ["seed.v1", `ticket.${body.ticket}`], served.url, isLive);
const pair = await openFloorSubscribers("pair", 1);
const mark = (): string => `mark-${randomUUID()}`;
const deliveryTime = (subscribers: Subscribers, send: (text: string) => Promise<unknown>) => (): Promise<number> => {
  const text = mark();
  return subscribers.timeUntilReceived(text, () => send(text));
};
rows.push(
  await compare(
    "POST to the operator's socket",
    1.5,
    deliveryTime(team, postMessage),
    deliveryTime(pair, (text) => postToFloor("pair", text)),
    Math.ceil(SENDS / 2),
  ),
);
team.close();
pair.close();

const [crowd, floorCrowd] = [await openSubscribers(SOCKETS), await openFloorSubscribers("crowd", SOCKETS)];
rows.push(
  await compare(
    `POST to the last of ${SOCKETS} sockets`,
    1.3,
    deliveryTime(crowd, postMessage),
    deliveryTime(floorCrowd, (text) => postToFloor("crowd", text)),
    12,
  ),
);
crowd.close();
floorCrowd.close();

const table = rows.map(
  (row) =>
    `| ${row.name} | **${twoDecimals(median(row.ratios))}** | ${twoDecimals(Math.min(...row.ratios))} to ${twoDecimals(Math.max(...row.ratios))} | ${row.target} | ${verdict(row)} | ${twoDecimals(median(row.ours))} | ${twoDecimals(median(row.floors))} |`,
);
const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().split("-")[0]}, Node ${process.version}`;
const page = `# Timings compared with the floor worker

Written by \`pnpm bench\` on ${new Date().toISOString().slice(0, 10)}; ${machine}; load ${twoDecimals(loadavg()[0] ?? 0)}.

Both sides run at once on the same runtime and take turns for ${ROUNDS} rounds. The floor is \`bench/floor/worker.ts\`: one batch
of three writes and one object that stores and broadcasts, without authentication, limits, idempotency or replay.

| what | ratio (median of rounds) | rounds | target | | ours, ms p50 | floor, ms p50 |
| --- | --- | --- | --- | --- | --- | --- |
${table.join("\n")}
`;
if (values.write) writeFileSync(inRoot("bench/results.md"), page);
process.stdout.write(`\n${page}`);
for (const one of [client, floorClient]) one.close();
await Promise.all([served.stop(), floor.stop()]);
process.exit(0);
