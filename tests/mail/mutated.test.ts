// Malformed mails through every HTTP channel of the emitted worker: answered with success, never with an error, in bounded time, memory,
// and rows. LONG=1 sends 500.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { assertNone } from "../matrix/none.ts";
import { Operator } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { cpuOf } from "./corpus-mails.ts";
import { large, mutated, type Mutated } from "./mutations.ts";

const LONG = process.env["LONG"] !== undefined;
const COUNT = LONG ? 500 : 44;
const TOKEN = "inbound-email-token-of-mutations";
/** Far below the 2 MB that a row of D1 may have. */
const MAX_ROW = 1_000_000;
const all: readonly Mutated[] = [...Array.from({ length: COUNT }, (_, i) => mutated(i)), ...(LONG ? [large(0), large(1), large(2)] : [])];

function form(fields: Readonly<Record<string, Uint8Array | string>>): { body: Buffer<ArrayBuffer>; type: string } {
  const boundary = "form-of-the-test-7d1c";
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      Buffer.from(value as string),
      Buffer.from("\r\n"),
    ]),
  );
  return { body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` };
}
/** A request with the mail in the form of one of the channels. */
function request(
  i: number,
  bytes: Uint8Array<ArrayBuffer>,
  to: string,
): { path: string; body: Uint8Array<ArrayBuffer> | string; type: string } {
  const inbound = "/api/integrations/email/inbound";
  const parse = "/api/integrations/email/parse";
  const envelope = JSON.stringify({ to: [to], from: "ada@example.com" });
  const text = Buffer.from(bytes).toString("latin1");
  switch (i % 5) {
    case 0:
      return { path: inbound, body: bytes, type: "message/rfc822" };
    case 1:
      return {
        path: inbound,
        body: JSON.stringify({ message: text, envelopeTo: [to], headers: text.slice(0, 2000), subject: "\ud800" }),
        type: "application/json",
      };
    case 2: {
      const content = Buffer.from(bytes.subarray(0, 100_000)).toString("base64").slice(1);
      const message = {
        from: text.slice(0, 500),
        to,
        text,
        html: text,
        subject: text.slice(0, 5000),
        references: text.slice(0, 50_000),
        attachments: [{ filename: text.slice(0, 300), content }],
      };
      return { path: inbound, body: JSON.stringify({ message, envelopeTo: to }), type: "application/json" };
    }
    case 3:
      return { path: parse, ...form({ email: bytes, envelope }) };
    default:
      return {
        path: parse,
        ...form({
          headers: bytes.subarray(0, 100_000),
          text: bytes,
          html: bytes,
          from: bytes.subarray(0, 300),
          to,
          envelope,
          charsets: '{"text":"x"}',
        }),
      };
  }
}

test("malformed mails are answered with success and leave bounded rows of clean text", async (t) => {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-mutated-"));
  const served = await serveBuild({
    tick: false,
    state,
    vars: { TEST_SCRYPT_LOG_N: "4", INBOUND_EMAIL_TOKEN: TOKEN, TEST_CHECK_REPLIES: "1" },
  });
  const tables = new Tables(state);
  try {
    const owner = new Operator(served.url);
    await owner.setup();
    const { id } = await owner.project("Mutated", "https://mutated.example");
    tables.run("INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES ('help@desk.example', ?, 1, 1)", id);
    const wrong: string[] = [];
    let slowest = 0;
    const deliver = async ({ kind, bytes }: Mutated, i: number): Promise<void> => {
      const to = `help+${i}@desk.example`;
      const { path, body, type } = request(i, bytes, to);
      const began = performance.now();
      const answer = await fetch(`${served.url}${path}`, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": type, "x-envelope-to": to },
      });
      const text = await answer.text();
      slowest = Math.max(slowest, performance.now() - began);
      if (process.env["SHOW"] && performance.now() - began > 700)
        console.log(kind, i % 5, bytes.length, Math.round(performance.now() - began));
      if (answer.status !== 200 || !text.includes("accepted")) wrong.push(`${kind}: ${answer.status} ${text.slice(0, 200)}`);
    };
    for (let at = 0; at < all.length; at += 4) await Promise.all(all.slice(at, at + 4).map((one, i) => deliver(one, at + i)));
    const waitingJobs = (): number =>
      Number(tables.all("SELECT count(*) AS n FROM inbound_mail_receipts WHERE state IN ('received', 'admitting')")[0]?.["n"]);
    for (let i = 0; i < 1200 && waitingJobs() > 0; i += 1) await new Promise((wake) => setTimeout(wake, 100));
    for (const { state: ended, envelope_to: to, error } of tables.all("SELECT state, envelope_to, error FROM inbound_mail_receipts"))
      // A mail that ends within its first field may look as if it came from the installation itself.
      if (!["admitted", "unreadable"].includes(String(ended)) && error !== "The mail comes from an address of this project.")
        wrong.push(`${all[Number(/\+(\d+)@/.exec(String(to))?.[1])]?.kind}: ${String(ended)} ${String(error)}`);
    assert.equal(tables.all("SELECT 1 FROM inbound_mail_receipts").length, all.length);
    let widest = 0;
    for (const table of tables.names)
      for (const row of tables.all(`SELECT * FROM "${table}"`)) {
        const texts = Object.values(row).filter((value) => typeof value === "string");
        const size = texts.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
        widest = Math.max(widest, size);
        if (size > MAX_ROW) wrong.push(`a row of ${table} has ${size} bytes`);
        if (texts.some((value) => value.includes("\0") || value.includes("\\u0000") || !value.isWellFormed()))
          wrong.push(`a row of ${table} is no clean text`);
      }
    const counts = tables
      .all("SELECT state, count(*) AS n FROM inbound_mail_receipts GROUP BY state")
      .map(({ state: of, n }) => `${n} ${of}`);
    void t.annotate(
      `${all.length} mails: ${counts.join(", ")}; the widest row has ${widest} bytes; the slowest answer took ${Math.round(slowest)} ms`,
    );
    assertNone(wrong);
  } finally {
    tables.close();
    await served.stop();
    rmSync(state, { recursive: true, force: true });
  }
});

test("no malformed mail takes a second of processor time", async (t) => {
  let worst = { ms: 0, kind: "" };
  for (const { kind, bytes } of all) {
    const ms = await cpuOf(bytes);
    if (ms > worst.ms) worst = { ms, kind };
  }
  void t.annotate(`${Math.round(worst.ms)} ms at most: ${worst.kind}`);
  assert.ok(worst.ms < 1000, worst.kind);
});
