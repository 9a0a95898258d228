// Query plans of statements that must not scan, however much a project or an installation holds.
import { beforeAll, expect, test } from "vitest";
import { type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { newId } from "#kernel/ids/index.ts";
import type { DeliveryRow } from "../../modules/email/delivery.ts";
import { writeClaim, writeWithdrawn } from "../../modules/delegated-work/queries.ts";
import { elsewhereStep } from "../../modules/inbound-email/erasure.ts";
import { readThread } from "../../modules/email-channel/queries.ts";
import { isPublished } from "../../modules/articles/files/queries.ts";
import { readClaims } from "../../modules/address-verification/desk-addresses/queries.ts";
import { readUnknownSenders } from "../../modules/inbound-email/queries.ts";
import { writeReleased } from "../../modules/email/outbox/held-queries.ts";
import { makeWorld, type World } from "./world.ts";

const dialect = new SQLiteSyncDialect();
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
async function planOf(statement: SQL): Promise<string[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const rows = await world.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...(params as never[]));
  return rows.map(({ detail }) => detail);
}

test("whether a claimed address belongs to an account is looked up by its base form", async () => {
  const plan = await planOf(readClaims(world.projectId as never).statement);
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH accounts USING (COVERING )?INDEX accounts_base/));
});

test("the schedule reads only mails whose sender hash is missing", async () => {
  expect(await planOf(readUnknownSenders(20).statement)).toEqual(["SCAN mails USING INDEX mails_sender_unknown"]);
});

test("an erasure looks for such mails in its own project only", async () => {
  const contactId = "con_00000000000000000000000001";
  await world.rows(
    "INSERT INTO contacts (id, project_id, email, email_verified, created_at) VALUES (?, ?, 'a@b.example', 1, 1)",
    contactId,
    world.projectId,
  );
  const statements = await elsewhereStep.prepare?.(world.ctx(), { projectId: world.projectId as never, contactId: contactId as never });
  const [, told] = statements ?? [];
  expect(await planOf(told as SQL)).toEqual(["SEARCH mails USING INDEX mails_sender (project_id=? AND sender_hash=?)"]);
});

test("a waiting mail is compared with others of its conversation, not with all mails of its project", async () => {
  const row: DeliveryRow = {
    id: newId("delivery", 1),
    projectId: world.projectId as DeliveryRow["projectId"],
    conversationId: newId("conversation", 1),
    messageId: newId("message", 1),
    contactId: newId("contact", 1),
    kind: "reply",
    to: "a@b.example",
    toHash: "h",
    proved: false,
    subject: null,
    headerId: null,
    provider: null,
    providerId: null,
    state: "held",
    attempts: 0,
    error: null,
    dueAt: 1,
    strangers: 0,
    strangersBy: null,
    createdAt: 1,
    updatedAt: 1,
  };
  const plan = await planOf(writeReleased(row, sql`1`, 1));
  const looks = plan.filter((line) => line.startsWith("SEARCH e "));
  expect(looks).toEqual([
    "SEARCH e USING INDEX mail_deliveries_waiting_in (project_id=? AND conversation_id=?)",
    "SEARCH e USING INDEX mail_deliveries_state (project_id=? AND state=?)",
  ]);
});

test("the mails that a reply continues are those of its conversation and what it quotes, not all mails of its project", async () => {
  const { statement } = readThread(world.projectId as never, newId("conversation", 1), 1);
  expect((await planOf(statement)).filter((line) => line.startsWith("SEARCH mails"))).toEqual([
    "SEARCH mails USING INDEX mails_conversation (project_id=? AND conversation_id=? AND created_at<?)",
    "SEARCH mails USING INDEX sqlite_autoindex_mails_1 (message_id=?)",
  ]);
});

test("a picture's articles are looked up by its file, not among all articles of its project", async () => {
  const [first] = (await planOf(sql`SELECT ${isPublished(sql`${"prj_1"}`, sql`${"fil_1"}`)}`)).filter((line) => line.startsWith("SEARCH"));
  expect(first).toBe("SEARCH h USING INDEX help_article_files_file (project_id=? AND file_id=?)");
});

test("a revocation and a claim find their work by indexes, however much a computer has finished", async () => {
  const device = { kind: "device", projectId: world.projectId, deviceId: "dev_1", grantId: "dgr_1", accountId: "acc_1", kinds: ["report"] };
  const plans: string[][] = [];
  for (const statement of [...writeWithdrawn("drv_1" as never, 1), writeClaim({ ...device, jobsPerDay: 5 } as never, "claim", 1)])
    plans.push(await planOf(statement));
  // What is made by another part of the statement is scanned, and nothing else.
  const scans = plans.flat().filter((step) => /^SCAN (?!p$|g$|json_each|k |value|\(subquery)/.test(step));
  expect(scans, plans.join("\n")).toEqual([]);
  expect(plans[0]).toContainEqual(expect.stringMatching(/^SEARCH q USING INDEX delegations_queue \(grant_id=\?\)/));
});
