// Mails that wait in the outbox: they neither exceed the limits nor are forgotten.
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { mailDesk, type MailDesk } from "./desk.ts";

let desk: MailDesk;
beforeAll(async () => {
  desk = await mailDesk("resend");
});
afterAll(() => desk.stop());
const hoursAgo = (hours: number) =>
  desk.tables.run(
    "UPDATE mail_deliveries SET created_at = created_at - ?, updated_at = updated_at - ?, due_at = due_at - ?",
    hours * 3_600_000,
    hours * 3_600_000,
    hours * 3_600_000,
  );

test("neither a provider's outage nor old mails sent again exceed three mails an hour", async () => {
  const talk = await desk.conversation({ proved: false });
  const arrivedCount = () => desk.double.mails.filter(({ to }) => to === talk.address).length;
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    if (i === 3) hoursAgo(1.1);
    desk.double.trouble({ status: 503 });
    const id = await talk.answer(`Late ${i}`);
    await desk.until(id, "queued");
    ids.push(id);
  }
  await desk.later();
  assert.equal(arrivedCount(), 3);
  await desk.later();
  assert.equal(arrivedCount(), 3);
  hoursAgo(1.1);
  await desk.later();
  assert.equal(arrivedCount(), 6);
  // A mail that failed long ago counts when it is sent, however old it is.
  hoursAgo(30);
  desk.tables.run("UPDATE mail_deliveries SET state = 'failed' WHERE to_address = ?", talk.address);
  const answers: number[] = [];
  for (const id of ids.slice(0, 4)) {
    const retried = await desk.owner.post(desk.management(`/deliveries/${desk.delivery(id)?.["id"]}/retry`), {});
    answers.push(retried.status);
    if (retried.status === 200) await desk.until(id, "sent");
  }
  assert.deepEqual(answers, [200, 200, 200, 409]);
});

test("a mail whose job died is shown as not sent, or as one to check, and can be sent again", async () => {
  const talk = await desk.conversation();
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    desk.double.trouble({ status: 503 });
    const id = await talk.answer(`Answer ${i}`);
    await desk.until(id, "queued");
    ids.push(id);
  }
  await desk.served.tick();
  const [untried = "", underWay = ""] = ids;
  for (const id of [untried, underWay])
    desk.tables.run(
      "UPDATE jobs SET state = 'dead', finished_at = 1 WHERE kind = 'email.send' AND payload ->> 'deliveryId' = ?",
      desk.delivery(id)?.["id"] ?? null,
    );
  desk.tables.run("UPDATE mail_deliveries SET attempts = 0 WHERE message_id = ?", untried);
  desk.tables.run("UPDATE mail_deliveries SET state = 'sending' WHERE message_id = ?", underWay);
  const states = () => ids.map((id) => desk.delivery(id)?.["state"]);
  await desk.served.tick();
  assert.deepEqual(states(), ["queued", "sending", "queued"]);
  hoursAgo(9);
  await desk.served.tick();
  assert.deepEqual(states(), ["failed", "needs_review", "queued"]);
  assert.match(String(desk.delivery(underWay)?.["error"]), /may have been sent/);
  for (const id of [untried, underWay]) {
    assert.equal((await desk.owner.post(desk.management(`/deliveries/${desk.delivery(id)?.["id"]}/retry`), {})).status, 200);
    await desk.until(id, "sent");
  }
});
