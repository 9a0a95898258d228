// `pnpm bench`: measures the product against the floor worker, in one run on one machine. Rounds alternate, and the result is the
// median of the ratios by round, because absolute milliseconds on a shared machine mean little. Processor time is compared too: when others
// use the machine, both sides mostly wait, and the milliseconds come close to each other.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { inRoot } from "../scripts/lib/paths.ts";
import { serveBuild } from "../scripts/lib/serve.ts";
import { MAX_SOCKETS } from "../modules/live-updates/subscriber.ts";
import { Operator, Visitor } from "../tests/support/desk.ts";
import { processorTime, runtimes } from "./cpu.ts";
import { startFloor } from "./floor/start.ts";
import { SocketGroup, median, OneConnection } from "./load.ts";

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
const ourRuntime = runtimes()[0];
const floor = await startFloor();
const floorRuntime = runtimes().find((pid) => pid !== ourRuntime);

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
const sendUrl = `${served.url}/api/widget/conversations/${conversationId}/messages`;
const send = (content: string): Promise<number> =>
  client.post(sendUrl, JSON.stringify({ clientId: randomUUID(), content }), visitorHeaders);
const full = (room: string, body: string): Promise<number> => floorClient.post(`${floor.url}/full?room=${room}`, body);

interface Row {
  readonly name: string;
  readonly target: number;
  readonly ratios: number[];
  /** Ratios of processor time. */
  readonly processor: number[];
  readonly ours: number[];
  readonly floors: number[];
}
/** Alternates both sides; each round yields one median and one processor time for each side. */
async function compare(
  name: string,
  target: number,
  ours: () => Promise<number>,
  floors: () => Promise<number>,
  n = SENDS,
  rounds = ROUNDS,
): Promise<Row> {
  const row: Row = { name, target, ratios: [], processor: [], ours: [], floors: [] };
  const sample = async (one: () => Promise<number>): Promise<{ ms: number; used: number }> => {
    const runtime = one === ours ? ourRuntime : floorRuntime;
    const before = await processorTime(runtime);
    const times: number[] = [];
    for (let i = 0; i < n; i += 1) times.push(await one());
    return { ms: median(times), used: (await processorTime(runtime)) - before };
  };
  await sample(ours);
  await sample(floors);
  for (let i = 0; i < rounds; i += 1) {
    const swapped = i % 2 === 1;
    const first = await sample(swapped ? floors : ours);
    const second = await sample(swapped ? ours : floors);
    const [a, b] = swapped ? [second, first] : [first, second];
    row.ours.push(a.ms);
    row.floors.push(b.ms);
    row.ratios.push(a.ms / b.ms);
    row.processor.push(a.used / b.used);
  }
  process.stdout.write(`${line(row)}\n`);
  return row;
}
const f = (n: number): string => n.toFixed(2);
/** Ratios that differ by more than 40 percent say more about the machine than about the product. */
const noisy = ({ ratios }: Row): boolean => Math.max(...ratios) > Math.min(...ratios) * 1.4;
const verdict = (row: Row): string => `${median(row.ratios) <= row.target ? "met" : "missed"}${noisy(row) ? ", noisy" : ""}`;
const line = (row: Row): string =>
  `${row.name}: ${f(median(row.ratios))} x floor (${f(Math.min(...row.ratios))} to ${f(Math.max(...row.ratios))}), target ${row.target}: ${verdict(row)}; ${f(median(row.ours))} ms beside ${f(median(row.floors))} ms; processor time ${f(median(row.processor))} x`;

const isLive = (text: string): boolean => text.includes('"type":"live"');
const atOnce = (text: string): boolean => text === "";
/** Opens `n` sockets of as many members as needed: the number of sockets for each member is limited. */
async function subscribers(n: number): Promise<SocketGroup> {
  const audience = new SocketGroup();
  for (let i = 0; i < n; i += MAX_SOCKETS.member) {
    const member = await owner.invite(project.id, "operator", `mate-${i}@example.test`);
    await Promise.all(
      Array.from({ length: Math.min(MAX_SOCKETS.member, n - i) }, async () => {
        const at = `/api/dashboard/projects/${project.id}`;
        const { body } = await member.post<{ ticket: string }>(`${at}/socket-ticket`, {});
        await audience.join(`${served.url}${at}/socket`, ["seed.v1", `ticket.${body.ticket}`], served.url, isLive);
      }),
    );
  }
  return audience;
}
async function floorSubscribers(room: string, n: number): Promise<SocketGroup> {
  const audience = new SocketGroup();
  for (let i = 0; i < n; i += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, n - i) }, () => audience.join(`${floor.url}/socket?room=${room}`, [], SITE, atOnce)),
    );
  return audience;
}

process.stdout.write(`load before: ${loadavg().map(f).join(" ")}\n`);
const rows: Row[] = [];
rows.push(
  await compare(
    "visitor's send, one connection",
    1.5,
    () => send(TEXT),
    () => full("alone", TEXT),
  ),
);

// One operator's socket listens; on the floor worker, one socket of the same room.
const team = new SocketGroup();
const { body } = await owner.post<{ ticket: string }>(`/api/dashboard/projects/${project.id}/socket-ticket`, {});
await team.join(`${served.url}/api/dashboard/projects/${project.id}/socket`, ["seed.v1", `ticket.${body.ticket}`], served.url, isLive);
const pair = await floorSubscribers("pair", 1);
const mark = (): string => `mark-${randomUUID()}`;
const delivery = (audience: SocketGroup, sendText: (text: string) => Promise<unknown>) => (): Promise<number> => {
  const text = mark();
  return audience.measureDelivery(text, () => sendText(text));
};
rows.push(
  await compare(
    "POST to the operator's socket",
    1.5,
    delivery(team, send),
    delivery(pair, (text) => full("pair", text)),
    Math.ceil(SENDS / 2),
  ),
);
team.close();
pair.close();

const [crowd, floorCrowd] = [await subscribers(SOCKETS), await floorSubscribers("crowd", SOCKETS)];
rows.push(
  await compare(
    `POST to the last of ${SOCKETS} sockets`,
    1.3,
    delivery(crowd, send),
    delivery(floorCrowd, (text) => full("crowd", text)),
    12,
  ),
);
crowd.close();
floorCrowd.close();

const table = rows.map(
  (row) =>
    `| ${row.name} | **${f(median(row.ratios))}** | ${f(Math.min(...row.ratios))} to ${f(Math.max(...row.ratios))} | ${row.target} | ${verdict(row)} | ${f(median(row.ours))} | ${f(median(row.floors))} | ${f(median(row.processor))} |`,
);
const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().split("-")[0]}, Node ${process.version}`;
const page = `# Timings compared with the floor worker

Written by \`pnpm bench\` on ${new Date().toISOString().slice(0, 10)}; ${machine}; load ${f(loadavg()[0] ?? 0)}.

Both sides run on the same runtime and alternate for ${ROUNDS} rounds. The floor is \`bench/floor/worker.ts\`: one batch
of three writes and one object that stores and broadcasts, without authorization, limits, idempotency or replay.

| what | ratio (median of rounds) | rounds | target | | ours, ms p50 | floor, ms p50 | processor time, ratio |
| --- | --- | --- | --- | --- | --- | --- | --- |
${table.join("\n")}
`;
if (values.write) {
  const file = inRoot("bench/results.md");
  // What others measured stands below, each under a heading of its own.
  const before = readFileSync(file, "utf8");
  const others = before.indexOf("\n## ");
  writeFileSync(file, others === -1 ? page : `${page}${before.slice(others)}`);
}
process.stdout.write(`\n${page}`);
for (const one of [client, floorClient]) one.close();
await Promise.all([served.stop(), floor.stop()]);
process.exit(0);
