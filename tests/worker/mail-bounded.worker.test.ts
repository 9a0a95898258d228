// The cost of reading and erasing a mail does not grow with other mails.
import { expect, test } from "vitest";
import { erase } from "./erasure-kit.ts";
import { mailWorld, messages, deliverRaw, raw } from "./mail-kit.ts";
import type { Env } from "#kernel/module/index.ts";

/** The environment, with a count of the database rows read. */
function counting(env: Env): { env: Env; rows: () => number } {
  let rows = 0;
  const DB = {
    prepare: (statement: string) => env.DB.prepare(statement),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      for (const { meta } of results) rows += meta.rows_read;
      return results;
    },
  };
  return { env: { ...env, DB: DB as unknown as D1Database }, rows: () => rows };
}

test("a conversation's mails are read and erased without a scan of the project's mails", async () => {
  const world = await mailWorld();
  for (let i = 0; i < 5; i += 1)
    await deliverRaw(world, raw({ From: "ada@example.test", To: world.at, Subject: "S", "Message-ID": `<b${i}@example.test>` }));
  const [message] = await messages(world);
  if (!message) throw new Error("no message");
  await world.rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO mail_deliveries (id, project_id, conversation_id, message_id, kind, cause, to_hash, state, created_at, updated_at)
    SELECT 'dlv_other' || i, ?, 'cnv_other', 'msg_other' || i, 'reply', 'other' || i, 'hash', 'sent', 1, 1 FROM n`,
    world.projectId,
  );
  await world.rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO mails (message_id, project_id, conversation_id, direction, created_at) SELECT 'msg_other' || i, ?, 'cnv_other', 'in', 1 FROM n`,
    world.projectId,
  );
  const reading = counting(world.env);
  const read = await world.as(`${world.conversations}/${message.conversation_id}/mails`, { env: reading.env });
  expect(read.status).toBe(200);
  const erasing = counting(world.env);
  expect((await erase(world, { contactId: message.contact_id }, erasing.env)).status).toBe(202);
  expect(reading.rows()).toBeGreaterThan(0);
  expect(reading.rows()).toBeLessThan(100);
  expect(erasing.rows()).toBeGreaterThan(0);
  expect(erasing.rows()).toBeLessThan(1500);
});
