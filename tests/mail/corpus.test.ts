// Real mails through every inbound channel of the emitted worker, in three passes: each is accepted or refused as the rules say, automatic
// mail is labelled and triggers nothing, and none causes an error. MAIL_CORPUS names the folder, LONG=1 takes all of it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "vitest";
import { serveBuild, type Served } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { assertNone } from "../matrix/none.ts";
import {
  BY_PEOPLE,
  bytesOf,
  cpuOf,
  type Expected,
  expectedMails,
  hasCorpus,
  headersOf,
  parserFiles,
  quoteFigures,
} from "./corpus-mails.ts";

const SAMPLE = process.env["LONG"] === undefined ? 60 : Number.POSITIVE_INFINITY;
const TOKEN = "inbound-email-token-of-the-corpus";
const skip = hasCorpus ? false : "MAIL_CORPUS names no folder of mails: NOTHING WAS TESTED";
const bearer = { authorization: `Bearer ${TOKEN}` };
/** Tables to which automatic mail may add rows: itself, its conversation, its contact. Any other new row is a forbidden effect. */
const MAY_GROW = new Set([
  ...["inbound_mail_receipts", "messages", "conversations", "conversation_events", "contacts", "mails", "mail_contacts", "files", "jobs"],
  ...["contact_search", "conversation_search", "message_search", "search_rows"],
]);

type Pass = "a" | "b" | "c";
const addressOf = (pass: Pass, kind: string, i: number): string => `${kind}+${pass}${i}@desk.example`;
function sample<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, i) => all[Math.floor(i * step)] as T);
}

class Corpus {
  readonly served: Served;
  readonly tables: Tables;
  readonly wrong: string[] = [];
  slowest = 0;
  constructor(served: Served, tables: Tables) {
    this.served = served;
    this.tables = tables;
  }
  async post(path: string, body: BodyInit, headers: Record<string, string>): Promise<{ status: number; text: string }> {
    const began = performance.now();
    const answer = await fetch(`${this.served.url}${path}`, { method: "POST", body, headers: { ...bearer, ...headers } });
    const text = await answer.text();
    this.slowest = Math.max(this.slowest, performance.now() - began);
    return { status: answer.status, text };
  }
  /** Delivers one mail through the channel of a pass. */
  async deliver(pass: Pass, one: Expected, to: string): Promise<{ status: number; text: string }> {
    const bytes = bytesOf(one.file);
    const from = one.null_envelope ? "" : one.envelope_from;
    if (pass === "c") {
      const form = new FormData();
      form.append("email", new Blob([bytes]));
      form.append("envelope", JSON.stringify({ to: [to], from: from ?? "sender@example.net" }));
      // A form field, not a file: a blob without a name would be sent as a file.
      const packed = new Response(form);
      const text = Buffer.from(await packed.arrayBuffer())
        .toString("latin1")
        .replace('name="email"; filename="blob"', 'name="email"');
      return await this.post("/api/integrations/email/parse", Buffer.from(text, "latin1"), {
        "content-type": packed.headers.get("content-type") ?? "",
      });
    }
    const message = bytes.toString("utf8");
    const headers = headersOf(message);
    const beside = {
      ...(from === null ? {} : { envelopeFrom: from }),
      subject: headers.find(({ name }) => /^subject$/i.test(name))?.value ?? "",
      headers,
    };
    return await this.post("/api/integrations/email/inbound", JSON.stringify({ message, ...(pass === "a" ? beside : {}) }), {
      "content-type": "application/json",
      "x-envelope-to": to,
    });
  }
  async settle(): Promise<void> {
    const waiting = (): number =>
      Number(this.tables.all("SELECT count(*) AS n FROM inbound_mail_receipts WHERE state IN ('received', 'admitting')")[0]?.["n"]);
    for (let i = 0; i < 3000 && waiting() > 0; i += 1) await new Promise((wake) => setTimeout(wake, 100));
  }
  counts(): Record<string, number> {
    return Object.fromEntries(
      this.tables.names.map((name) => [name, Number(this.tables.all(`SELECT count(*) AS n FROM "${name}"`)[0]?.["n"])]),
    );
  }
  automatic(to: string): boolean | undefined {
    const [row] = this.tables.all("SELECT state, automatic FROM inbound_mail_receipts WHERE envelope_to = ?", to);
    return row?.["state"] === "admitted" ? row["automatic"] === 1 : undefined;
  }
}

async function withCorpus(work: (corpus: Corpus) => Promise<void>): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-corpus-"));
  const served = await serveBuild({
    tick: false,
    state,
    vars: { TEST_SCRYPT_LOG_N: "4", INBOUND_EMAIL_TOKEN: TOKEN, TEST_CHECK_REPLIES: "1" },
  });
  try {
    const owner = new Operator(served.url);
    await owner.setup();
    const { id } = await owner.project("Corpus", "https://corpus.example");
    const tables = new Tables(state);
    for (const kind of ["automatic", "customer", "parser"])
      tables.run(
        "INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES (?, ?, 1, 1)",
        `${kind}@desk.example`,
        id,
      );
    await work(new Corpus(served, tables));
    tables.close();
  } finally {
    await served.stop();
    rmSync(state, { recursive: true, force: true });
  }
}
async function inEights<T>(all: readonly T[], work: (one: T, i: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).map((one, i) => work(one, at + i)));
}

async function passes(t: TestContext, corpus: Corpus): Promise<void> {
  const { wrong, tables } = corpus;
  const classified = expectedMails().filter(({ file }) => !BY_PEOPLE.has(file));
  const automatic = sample(
    classified.filter(({ expect }) => expect === "automatic"),
    SAMPLE,
  );
  const customers = classified.filter(({ expect }) => expect === "customer");
  // Rows that the schedule creates once, such as the index's generation, exist from now on.
  await corpus.served.tick();
  const before = corpus.counts();
  for (const pass of ["a", "b", "c"] as const) {
    let refused = 0;
    await inEights(automatic, async (one, i) => {
      const { status, text } = await corpus.deliver(pass, one, addressOf(pass, "automatic", i));
      if (pass === "c" && one.null_envelope) {
        refused += 1;
        if (status !== 400 || !text.includes("Envelope sender required")) wrong.push(`${pass} ${one.file}: null sender ${status} ${text}`);
      } else if (status !== 200 || !text.includes("accepted")) wrong.push(`${pass} ${one.file}: ${status} ${text}`);
    });
    await corpus.settle();
    const given = automatic
      .map((one, i) => ({ one, to: addressOf(pass, "automatic", i) }))
      .filter(({ one }) => pass !== "c" || !one.null_envelope);
    const found = given.filter(({ to }) => corpus.automatic(to) === true);
    void t.annotate(`pass ${pass}: ${found.length} of ${given.length} automatic mails found, ${refused} null senders refused`);
    // Without the optional fields an automatic mail may count as customer mail where only the envelope revealed it.
    if (pass !== "b") for (const { one, to } of given) if (corpus.automatic(to) !== true) wrong.push(`${pass} ${one.file}: not found`);
    if (pass === "b" && found.length < given.length * 0.9) wrong.push(`b: only ${found.length} of ${given.length}`);
    if (pass === "b") for (const { one, to } of given) if (corpus.automatic(to) !== true) void t.annotate(`dropped in b: ${one.file}`);
  }
  const refusedRows = tables.all("SELECT envelope_to FROM inbound_mail_receipts WHERE envelope_from IN ('', '<>') AND door <> 'gateway'");
  assert.equal(refusedRows.length, 0);
  await nullSendersAtThePlatform(corpus, automatic);
  // The transcript holds each automatic mail with its reasons, and none of them triggered anything.
  const bare = tables.all(
    `SELECT r.envelope_to FROM inbound_mail_receipts r LEFT JOIN messages m ON m.id = r.message_id
      WHERE r.automatic = 1 AND (m.id IS NULL OR coalesce(json_array_length(m.origin, '$.automatic.reasons'), 0) = 0)`,
  );
  assert.deepEqual(bare, []);
  const after = corpus.counts();
  assertNone(Object.keys(after).filter((name) => after[name] !== before[name] && !MAY_GROW.has(name)));
  assert.deepEqual(
    tables.all("SELECT DISTINCT kind FROM jobs WHERE project_id IS NOT NULL").map(({ kind }) => kind),
    ["email.admit"],
  );
  assert.equal(tables.all("SELECT 1 FROM messages WHERE author_role <> 'visitor'").length, 0);
  for (let i = 0; i < 3; i += 1) await corpus.served.tick();
  await inEights(automatic, async (one, i) => void (await corpus.deliver("a", one, addressOf("a", "automatic", i))));
  await corpus.settle();
  const again = corpus.counts();
  // The schedule removes finished jobs.
  assert.deepEqual({ ...again, jobs: 0 }, { ...after, jobs: 0 });

  for (const pass of ["a", "b", "c"] as const)
    await inEights(customers, async (one, i) => {
      const { status, text } = await corpus.deliver(pass, one, addressOf(pass, "customer", i));
      if (status !== 200) wrong.push(`${pass} ${one.file}: ${status} ${text}`);
    });
  await corpus.settle();
  const blamed = customers.filter((_, i) =>
    (["a", "b", "c"] as const).some((pass) => corpus.automatic(addressOf(pass, "customer", i)) !== false),
  );
  void t.annotate(`${customers.length} mails of customers in each pass, ${blamed.length} called automatic or lost`);
  wrong.push(...blamed.map(({ file }) => `${file}: a customer's mail`));
}

/**
 * Null-sender mails through the platform's handler, which decides by the envelope alone. The local platform cannot parse some of them, so they
 * are sent below a plain header.
 */
async function nullSendersAtThePlatform(corpus: Corpus, automatic: readonly Expected[]): Promise<void> {
  const rows = (): number => corpus.counts()["inbound_mail_receipts"] ?? 0;
  const [before, objects] = [rows(), corpus.tables.objects().length];
  for (const [i, one] of automatic.filter((mail) => mail.null_envelope).entries()) {
    const body = Buffer.concat([Buffer.from(`From: x@example.net\nMessage-ID: <corpus${i}@example.net>\n\n`), bytesOf(one.file)]);
    const url = `/cdn-cgi/local/email?from=${encodeURIComponent("<>")}&to=${encodeURIComponent("automatic@desk.example")}`;
    const { status, text } = await corpus.post(url, body, {});
    if (status !== 400 || !text.includes("Envelope sender required")) corpus.wrong.push(`platform ${one.file}: ${status} ${text}`);
  }
  assert.deepEqual([rows(), corpus.tables.objects().length], [before, objects]);
}

test("real mails in three passes are accepted, labelled, or refused as expected, and automatic ones have no effect", async (t) => {
  t.skip(skip !== false, String(skip));
  await withCorpus(async (corpus) => {
    await passes(t, corpus);
    const known = new Set(expectedMails().map(({ file }) => file));
    const files = sample(
      parserFiles().filter((file) => !known.has(file)),
      SAMPLE,
    );
    await inEights(files, async (file, i) => {
      const { status, text } = await corpus.post("/api/integrations/email/inbound", bytesOf(file), {
        "content-type": "message/rfc822",
        "x-envelope-to": addressOf("a", "parser", i),
      });
      if (status !== 200 || !text.includes("accepted")) corpus.wrong.push(`${file}: ${status} ${text}`);
    });
    await corpus.settle();
    const states = corpus.tables.all(
      "SELECT state, count(*) AS n FROM inbound_mail_receipts WHERE envelope_to LIKE 'parser%' GROUP BY state",
    );
    for (const { state } of states)
      if (!["admitted", "unreadable"].includes(String(state))) corpus.wrong.push(`a mail ended as ${String(state)}`);
    void t.annotate(`${files.length} further mails: ${JSON.stringify(states)}; the slowest answer took ${Math.round(corpus.slowest)} ms`);
    assertNone(corpus.wrong);
  });
});

test("no real mail takes a second of processor time", async (t) => {
  t.skip(skip !== false, String(skip));
  let worst = { ms: 0, file: "" };
  for (const file of new Set([...expectedMails().map((one) => one.file), ...parserFiles()])) {
    const ms = await cpuOf(bytesOf(file));
    if (ms > worst.ms) worst = { ms, file };
  }
  void t.annotate(`${Math.round(worst.ms)} ms at most (${worst.file})`);
  assert.ok(worst.ms < 1000);
});

test("the new text is separated from quotations, and nothing is cut where nothing is quoted", async (t) => {
  t.skip(skip !== false, String(skip));
  const { right, of, missed, truncated } = await quoteFigures();
  void t.annotate(`${right} of ${of} (${((right / of) * 100).toFixed(1)} %); missed: ${missed.join(", ")}`);
  assert.ok(right / of >= 0.8);
  assert.deepEqual(truncated, []);
});
