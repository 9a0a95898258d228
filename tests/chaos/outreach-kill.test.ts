// The service is killed again and again while reviewed mails of outreach go out, by a provider that fails too. Each of them arrives, once, as
// it was reviewed.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { Operator } from "../support/desk.ts";
import { freePort } from "../support/start.ts";
import { Tables } from "../support/tables.ts";
import { type Child, serveChild } from "./child.ts";
import { seededRandom, SITE, sleep, vars } from "./load.ts";

const LONG = process.env["LONG"] === "1";
/** At most 90 mails an hour go to strangers of one project. */
const KILLS = Number(process.env["ROUNDS"] ?? (LONG ? 18 : 5));
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
/** Mails that are reviewed before each kill. */
const DUE = 5;

const state = mkdtempSync(join(tmpdir(), "seed-desk-outreach-"));
let double: MailDouble | undefined;
let child: Child | undefined;
afterAll(async () => {
  await child?.kill("runtime").catch(() => undefined);
  await double?.stop();
  rmSync(state, { recursive: true, force: true });
});

/** Does something with the tables: changes them only while nobody serves. */
function withTables<T>(does: (tables: Tables) => T): T {
  const tables = new Tables(state);
  const done = does(tables);
  tables.close();
  return done;
}
/** Lets leases end and waits pass, as some hours would. */
const letTimePass = (): void =>
  withTables((tables) => {
    tables.run("UPDATE jobs SET lease_until = 1 WHERE state = 'running'");
    tables.run("UPDATE jobs SET due_at = 1 WHERE state = 'queued'");
    tables.run("UPDATE mail_deliveries SET due_at = 1 WHERE state = 'queued' AND due_at IS NOT NULL");
  });
/** A project that may send outreach at any hour, from a sender that has been known for a month. */
const makeReady = (projectId: string, sender: string): void =>
  withTables((tables) => {
    const at = "help@ours.example";
    tables.run(
      "INSERT INTO outreach_identities (project_id, legal_name, postal_address, sender_name, reply_address, updated_by, updated_at) VALUES (?, 'Acme Ltd', '1 High Street', 'Olga', ?, 'acc_00000000000000000000000000', 1)",
      ...[projectId, at],
    );
    tables.run(
      "INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at, proved_at) VALUES (?, ?, 'ours.example', 1, 1, 1)",
      ...[projectId, at],
    );
    tables.run("INSERT INTO inbound_addresses (address, project_id, created_at, held_at) VALUES (?, ?, 1, 1)", at, projectId);
    tables.run(
      "INSERT INTO outreach_settings (project_id, another_reviewer, time_zone, days, from_minute, to_minute, daily_most, updated_at) VALUES (?, 0, 'UTC', 127, 0, 1440, 200, 1)",
      projectId,
    );
    for (let back = 1; back <= 30; back += 1)
      tables.run(
        "INSERT INTO outreach_sender_days (sender, day, sent, returned) VALUES (?, ?, 9, 0)",
        ...[sender, new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)],
      );
  });

interface Sequence {
  readonly id: string;
  readonly revision: number;
  readonly state: string;
  readonly mails: readonly { readonly position: number; readonly hash: string }[];
}
test(`${KILLS} kills amid mails of outreach: each arrives once`, { timeout: LONG ? 1_800_000 : 240_000 }, async () => {
  const began = Date.now();
  const random = seededRandom(SEED);
  double = await startResend();
  const port = await freePort();
  const sender = "desk@acme.example";
  const variables = {
    ...vars(),
    ...{ APP_ORIGIN: `http://127.0.0.1:${port}`, TEST_EMAIL_BASE_URL: double.url },
    ...{ EMAIL_PROVIDER: "resend", EMAIL_API_KEY: RESEND_KEY, EMAIL_FROM: `Acme <${sender}>` },
    INBOUND_EMAIL_TOKEN: "t".repeat(40),
  };
  const start = async (): Promise<Child> => (child = await serveChild({ state, port, vars: variables }));
  const tick = (): void => void (child && process.kill(child.pid, "SIGUSR2"));
  const { url } = await start();
  const owner = new Operator(url);
  await owner.setup();
  const { id: projectId } = await owner.project("Shop", SITE);
  await child?.stop();
  makeReady(projectId, sender);
  await start();
  const base = `/api/dashboard/projects/${projectId}`;
  const expected = new Map<string, string>();
  const drafts: Sequence[] = [];
  const draft = async (n: number): Promise<Sequence> => {
    const email = `lead${n}@northwind${n}.example`;
    const made = await owner.post<{ lead: { id: string } }>(`${base}/leads`, { clientId: randomUUID(), name: `Lead ${n}`, email });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const mails = [{ waitDays: 0, subject: `Hello ${n}`, text: `Words for lead ${n}.` }];
    const drafted = await owner.post<{ sequence: Sequence }>(`${base}/leads/${made.body.lead.id}/outreach`, {
      clientId: randomUUID(),
      mails,
    });
    assert.equal(drafted.status, 201, JSON.stringify(drafted.body));
    const { id, revision } = drafted.body.sequence;
    const asked = await owner.post<{ sequence: Sequence }>(`${base}/outreach/sequences/${id}/review-requests`, { revision });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    expected.set(email, `Words for lead ${n}.`);
    return asked.body.sequence;
  };
  const review = ({ id, mails }: Sequence) =>
    owner.post<{ sequence: Sequence }>(`${base}/outreach/sequences/${id}/reviews`, {
      mails: mails.map(({ position, hash }) => ({ position, hash })),
    });

  let amid = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const now: Sequence[] = [];
    for (let i = 0; i < DUE; i += 1) now.push(await draft(kill * DUE + i));
    drafts.push(...now);
    // The provider loses answers, and fails before and after it has accepted a mail.
    for (let i = 0; i < 3; i += 1)
      double.trouble((["lose", "reset", { status: 500, body: {} }, { status: 429, body: {} }] as const)[random.below(4)] ?? "lose");
    const before = double.requests.length;
    const reviewed = Promise.allSettled(now.map(review));
    tick();
    // At any point from the review to the provider's answer.
    if (kill % 2 === 0) for (const end = Date.now() + 5000; double.requests.length === before && Date.now() < end;) await sleep(2);
    await sleep(random.below(kill % 2 === 0 ? 60 : 400));
    await child?.kill(kill % 2 === 0 ? "runtime" : "parent");
    await reviewed;
    amid += withTables(
      (tables) => tables.all("SELECT 1 FROM mail_deliveries WHERE kind = 'outreach' AND state IN ('queued', 'sending')").length,
    );
    letTimePass();
    await start();
    // Who got no response reviews again.
    for (const one of now) assert.ok([200, 409].includes((await review(one)).status));
  }
  const left = (tables: Tables): number =>
    tables.all("SELECT 1 FROM mail_deliveries WHERE kind = 'outreach' AND state IN ('queued', 'sending')").length +
    tables.all("SELECT 1 FROM outreach_mails WHERE delivery_id IS NULL").length;
  for (let turn = 0; ; turn += 1) {
    // The queue collects messages for some seconds before it hands them on.
    for (const end = Date.now() + 8000; withTables(left) > 0 && Date.now() < end;) await sleep(250);
    await child?.stop();
    if (withTables(left) === 0) break;
    if (turn === 12)
      assert.fail(
        `it does not come to rest: ${JSON.stringify(
          withTables((tables) => [
            tables.all("SELECT state, error, count(*) AS held FROM mail_deliveries WHERE kind = 'outreach' GROUP BY 1, 2"),
            tables.all("SELECT state, waits_for, ended_reason, count(*) AS held FROM outreach_sequences GROUP BY 1, 2, 3"),
            tables.all("SELECT kind, state, count(*) AS held FROM jobs WHERE state <> 'done' GROUP BY 1, 2"),
          ]),
        )}`,
      );
    letTimePass();
    await start();
    tick();
  }
  child = undefined;
  const arrived = double.mails.map(({ to, text }) => ({ to, text: text.split("\n\n-- \n")[0] ?? text }));
  const states = withTables((tables) =>
    tables.all("SELECT state, count(*) AS held FROM mail_deliveries WHERE kind = 'outreach' GROUP BY state"),
  );
  process.stdout.write(
    `outreach: seed ${SEED}, ${KILLS} kills amid ${amid} mails under way, ${drafts.length} reviewed, ${double.requests.length} requests, ${arrived.length} arrived: ${JSON.stringify(states)}; ${((Date.now() - began) / 1000).toFixed(0)} s\n`,
  );
  assert.deepEqual(arrived.map(({ to }) => to).toSorted(), [...expected.keys()].toSorted());
  for (const { to, text } of arrived) assert.equal(text, expected.get(to));
});
