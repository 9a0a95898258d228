// Makes realistic exports of any size from a seed: for tests, measurements and trying the import.
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { FORMAT, type LegacyRecord, VERSION } from "./format.ts";
import { objectsOf } from "./validate.ts";

export interface Wanted {
  readonly messages: number;
  readonly seed: number;
  readonly projects?: number;
  /** Files with objects. */
  readonly files?: number;
  /** Bytes of each object; without it they have a line or two. */
  readonly fileSize?: number;
  /** Also writes kinds and fields that are not imported. */
  readonly older?: boolean;
}

/** Numbers from 0 to 1 by a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const WORDS =
  "order invoice parcel refund login password account delivery address payment card change cancel help thanks question size colour stock return label email number today tomorrow please still waiting arrived broken missing wrong screen error page phone update plan price team export".split(
    " ",
  );
const FIRST = Date.parse("2024-03-01T08:00:00.000Z");

/** Writes an export and its objects; returns the number of its records. */
export function generateExport(file: string, { messages, seed, projects = 2, files = 0, fileSize, older = false }: Wanted): number {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let serial = 0;
  // Ids grow with the lines, as the product's own do.
  const id = (prefix: string): never => {
    serial += 1;
    let [head, rest] = ["", serial];
    for (let at = 0; at < 12; at += 1) [head, rest] = [`${ALPHABET[rest % 32]}${head}`, Math.floor(rest / 32)];
    return `${prefix}_${head}${Array.from({ length: 14 }, () => pick([...ALPHABET])).join("")}` as never;
  };
  const sentence = (): string => `${Array.from({ length: 4 + Math.floor(random() * 20) }, () => pick(WORDS)).join(" ")}.`;
  const iso = (at: number): string => new Date(at).toISOString();
  const handle = openSync(file, "w", 0o600);
  let [records, buffered] = [0, ""];
  const put = (value: object): void => {
    buffered += `${JSON.stringify(value)}\n`;
    if (buffered.length > 1 << 18) {
      writeSync(handle, buffered);
      buffered = "";
    }
  };
  const add = (record: LegacyRecord | Record<string, unknown>): void => {
    records += 1;
    put(record);
  };
  put({ kind: "export", format: FORMAT, version: VERSION, exportedAt: "2026-03-01T00:00:00.000Z" });
  if (files > 0) mkdirSync(objectsOf(file), { recursive: true, mode: 0o700 });
  for (let p = 0; p < projects; p += 1) {
    const members = [0, 1, 2].map((n) => ({ id: id("acc"), email: `member${n}.p${p}.s${seed}@team.example` }));
    for (const member of members)
      add({
        kind: "account",
        id: member.id,
        email: member.email,
        name: `Member ${member.email.slice(0, 9)}`,
        createdAt: iso(FIRST),
        ...(older ? { passwordHash: "scrypt$old" } : {}),
      });
    const owner = members[0] as (typeof members)[0];
    const projectId = id("prj") as string;
    add({
      ...{
        kind: "project",
        id: projectId,
        name: `Shop ${p}`,
        slug: `shop-${seed}-${p}`,
        createdBy: owner.id,
        createdAt: iso(FIRST),
        widgetKey: `pk_${projectId.slice(4)}`,
      },
      ...{ websiteOrigin: `https://shop${p}.example`, look: { color: "#3355cc" } },
    });
    for (const [n, member] of members.entries())
      add({
        kind: "membership",
        projectId,
        accountId: member.id,
        role: n === 0 ? "owner" : n === 1 ? "admin" : "operator",
        joinedAt: iso(FIRST),
      });
    const tags = ["billing", "shipping", "bug"].map((name, n) => ({ id: id("tag"), name, hue: ([25, 155, 235] as const)[n] }));
    for (const tag of tags) add({ kind: "tag", id: tag.id, projectId, name: tag.name, hue: tag.hue, createdAt: iso(FIRST) });
    const teamId = id("tea");
    add({ kind: "team", id: teamId, projectId, name: "Support", createdAt: iso(FIRST), members: members.map((member) => member.id) });
    if (older) {
      add({ kind: "session", id: "old-session", accountId: owner.id, token: "canary-token" });
      add({ kind: "deviceGrant", id: "old-grant", accountId: owner.id });
      add({ kind: "satisfactionSurvey", id: "old-survey", score: 4 });
    }
    const mine = Math.floor(messages / projects) + (p < messages % projects ? 1 : 0);
    let [sequence, left, now] = [0, mine, FIRST];
    let filesLeft = Math.floor(files / projects) + (p < files % projects ? 1 : 0);
    let work = 3;
    while (left > 0) {
      const contactId = id("con");
      const who = serial;
      add({
        ...{
          kind: "contact",
          id: contactId,
          projectId,
          name: `Customer ${who}`,
          email: `customer${who}@mail.example`,
          emailVerified: random() < 0.3,
        },
        ...{
          metadata: { plan: pick(["free", "pro"]) },
          createdAt: iso(now),
          lastSeenAt: iso(now + 60_000),
          ...(older ? { crmScore: 3 } : {}),
        },
      });
      if (random() < 0.1)
        add({ kind: "contactNote", id: id("cnt"), projectId, contactId, authorId: owner.id, content: sentence(), createdAt: iso(now) });
      const conversationId = id("cnv");
      const size = Math.min(left, 2 + Math.floor(random() * 10));
      const start = now;
      const closed = random() < 0.7;
      const member = pick(members);
      const events: object[] = [];
      let revision = 0;
      let [last, visitors] = [start, 0];
      for (let n = 0; n < size; n += 1) {
        now += 1000 + Math.floor(random() * 300_000);
        last = now;
        revision += 1;
        sequence += 1;
        const isNote = n > 0 && random() < 0.1;
        const isVisitor = !isNote && n % 2 === 0;
        visitors += isVisitor ? 1 : 0;
        const messageId = id("msg");
        const line = filesLeft > 0 && !isNote ? `File of ${messageId as string}\n${sentence()}\n` : undefined;
        const bytes = line === undefined ? undefined : fileSize === undefined ? Buffer.from(line) : Buffer.alloc(fileSize, line);
        events.push({
          ...{
            kind: "event",
            id: id("evt"),
            projectId,
            conversationId,
            sequence,
            revision,
            event: isNote ? "note" : "message",
            visible: !isNote,
          },
          ...{ authorRole: isVisitor ? "visitor" : "operator", authorId: isVisitor ? contactId : member.id, createdAt: iso(now) },
          message: { id: messageId, content: sentence(), origin: { door: "import", automatic: null } },
        });
        if (bytes === undefined) continue;
        filesLeft -= 1;
        const object = `${messageId as string}.txt`;
        writeFileSync(join(objectsOf(file), object), bytes, { mode: 0o600 });
        events.push({
          ...{
            kind: "file",
            id: id("fil"),
            projectId,
            messageId,
            forCustomer: true,
            name: "notes.txt",
            type: "text/plain",
            size: bytes.length,
          },
          ...{ sha256: createHash("sha256").update(bytes).digest("hex"), createdAt: iso(now), object },
        });
      }
      if (closed) {
        sequence += 1;
        revision += 1;
        events.push({
          ...{
            kind: "event",
            id: id("evt"),
            projectId,
            conversationId,
            sequence,
            revision,
            event: "status",
            visible: true,
            authorRole: "operator",
          },
          ...{ authorId: member.id, data: { status: "closed", until: null }, createdAt: iso(now) },
        });
      }
      left -= size;
      add({
        ...{
          kind: "conversation",
          id: conversationId,
          projectId,
          contactId,
          channel: pick(["widget", "email"]),
          status: closed ? "closed" : "open",
        },
        ...{ assigneeId: member.id, createdAt: iso(start), lastActivityAt: iso(last), tags: [pick(tags).id] },
        ...(random() < 0.5 ? { teamId } : {}),
        ...(closed || size % 2 === 0 ? {} : { waitingSince: iso(last) }),
        reads: [{ accountId: member.id, revision, visitorMessages: visitors }],
      });
      for (const event of events) add(event as Record<string, unknown>);
      if (work === 0) continue;
      work -= 1;
      const status = (["started", "queued", "completed"] as const)[work] ?? "completed";
      add({
        ...{
          kind: "delegation",
          id: id("dlg"),
          projectId,
          conversationId,
          accountId: member.id,
          grantId: id("dgr"),
          work: "report",
          task: sentence(),
        },
        ...{ frontier: revision, status, createdAt: iso(now), ...(status === "queued" ? {} : { startedAt: iso(now) }) },
        ...(status === "completed" ? { outcome: "done", report: sentence(), completedAt: iso(now + 1000) } : {}),
      });
      add({
        ...{ kind: "work", id: id("lgc"), projectId, category: (["generation", "training", "provider"] as const)[work], state: "started" },
        ...{ provider: "openai", detail: sentence(), contactId, conversationId, startedAt: iso(now) },
      });
      add({
        kind: "bucketSummary",
        id: id("lgc"),
        projectId,
        contactId,
        bucket: "attachments",
        objects: 3,
        bytes: 1234,
        summary: sentence(),
        createdAt: iso(now),
      });
    }
    for (const month of ["01", "02"])
      add({
        ...{
          kind: "aiUsage",
          projectId,
          day: `2026-${month}-11`,
          purpose: "reply",
          provider: "openai",
          model: "gpt-4o-mini",
          calls: 12,
          failed: 1,
        },
        ...{ inputTokens: 12_000, outputTokens: 900, cost: 4200, estimated: 0 },
      });
  }
  put({ kind: "end", records });
  writeSync(handle, buffered);
  closeSync(handle);
  return records;
}
