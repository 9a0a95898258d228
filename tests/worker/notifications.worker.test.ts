// Notifications to members: which events, to whom, when, and never twice.
import { expect, test } from "vitest";
import { recoverJobs } from "#kernel/jobs/index.ts";
import { APP, assign, addColleague, type NotificationWorld, notificationWorld } from "./notifications-kit.ts";
import { sendNotifications } from "../../modules/notifications/send-notifications.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { OWNER } from "./world.ts";

const subjects = (world: NotificationWorld): string[] => world.sent.map(({ subject }) => subject);
async function opened(world: NotificationWorld, content = "Where is my order?") {
  const visitor = await world.visitor();
  const { body } = await visitor.open(content);
  return { visitor, id: body.conversation.id };
}
const markRead = (world: NotificationWorld, id: string) => world.as(`${world.conversations}/${id}/read`, { body: { revision: 1000 } });
const settings = (world: NotificationWorld, change: Record<string, unknown>, cookie = world.cookie, projectId = world.projectId) =>
  world.as(
    `/api/dashboard/projects/${projectId}/notifications`,
    {
      method: "PUT",
      body: {
        events: {
          newUnassigned: true,
          replyToMine: true,
          replyUnassigned: true,
          assignedToMe: true,
          mineNotDelivered: true,
          monitored: true,
          replyToFollowed: true,
          noteInFollowed: true,
          mentioned: true,
        },
        quiet: null,
        zone: "UTC",
        days: [1, 2, 3, 4, 5, 6, 7],
        ...change,
      },
    },
    cookie,
  );

test("a new unassigned conversation is notified once, after five minutes, with its text and its link", async () => {
  const world = await notificationWorld();
  const { id, visitor } = await opened(world, "Where is **my** order? <b>x</b>");
  await world.pass(4);
  expect(world.sent).toEqual([]);
  await visitor.postMessage(id, "Are you there?");
  await world.pass(5);
  expect(world.sent).toHaveLength(1);
  const [mail] = world.sent;
  expect(mail).toMatchObject({ to: OWNER, subject: "New conversation with Someone (Acme)" });
  expect(mail?.text).toContain("> Where is my order?");
  expect(mail?.text).toContain("> Are you there?");
  expect(mail?.text).toContain(`${APP}/projects/${world.projectId}/inbox/all/${id}`);
  expect(mail?.text).toContain(`${APP}/projects/${world.projectId}/settings/notifications`);
  expect(mail?.html).not.toContain("<b>");
  expect(mail?.headers).toMatchObject({ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" });
  await world.pass(60);
  // The second message came while the notification waited: it joined it.
  expect(world.sent).toHaveLength(1);
  expect(
    await world.rows("SELECT conversation_id, contact_id FROM mail_deliveries WHERE kind = 'notice' AND project_id = ?", world.projectId),
  ).toEqual([{ conversation_id: null, contact_id: visitor.contactId }]);
});

test("an answer in a conversation notifies its assignee only; in an unassigned one those who chose so", async () => {
  const world = await notificationWorld();
  const colleague = await addColleague(world);
  const [mine, nobodys] = [await opened(world), await opened(world)];
  await assign(world, mine.id, colleague.id);
  for (const { id } of [mine, nobodys]) await markRead(world, id);
  await world.as(`${world.conversations}/${mine.id}/read`, { body: { revision: 1000 } }, colleague.cookie);
  await world.pass(10);
  expect(world.sent).toEqual([]);
  await mine.visitor.postMessage(mine.id, "More");
  await nobodys.visitor.postMessage(nobodys.id, "More");
  await world.pass(10);
  expect(world.sent.map(({ to, subject }) => [to, subject])).toEqual([[colleague.email, "Someone replied to you (Acme)"]]);
  await settings(world, {});
  await nobodys.visitor.postMessage(nobodys.id, "And more");
  await world.pass(10);
  expect(world.sent.slice(1).map(({ to, subject }) => [to, subject])).toEqual([[OWNER, "Someone wrote again (Acme)"]]);
});

test("an assignment notifies the new assignee, unless they assigned it themselves", async () => {
  const world = await notificationWorld();
  const colleague = await addColleague(world);
  const [given, taken] = [await opened(world), await opened(world)];
  await assign(world, given.id, colleague.id);
  await assign(world, taken.id, colleague.id, colleague.cookie);
  await world.as(`${world.conversations}/${taken.id}/read`, { body: { revision: 1000 } }, colleague.cookie);
  await world.pass(10);
  expect(world.sent.filter(({ to }) => to === colleague.email).map(({ subject }) => subject)).toEqual([
    "Conversation with Someone was assigned to you (Acme)",
  ]);
  // The conversations are unassigned again.
  expect(world.sent.filter(({ to }) => to === OWNER)).toEqual([]);
});

test("a note notifies the members whom it mentions, but not its author, nor whoever has read it", async () => {
  const world = await notificationWorld();
  const [colleague, reader] = [await addColleague(world), await addColleague(world)];
  const { id, visitor } = await opened(world);
  await markRead(world, id);
  await world.as(`${world.conversations}/${id}/read`, { body: { revision: 1 } }, colleague.cookie);
  const me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
  const stranger = "acc_01k00000000000000000000099";
  const clientId = crypto.randomUUID();
  const note = (mentions: readonly string[]) =>
    world.as<{ event: { note: { mentions?: string[] } } }>(`${world.conversations}/${id}/notes`, {
      body: { clientId, content: "@Somebody, please look", mentions },
    });
  const written = await note([colleague.id, reader.id, me, stranger]);
  expect([written.status, written.body.event.note.mentions]).toEqual([201, [colleague.id, reader.id, me].toSorted()]);
  expect((await note([colleague.id, reader.id, me, stranger])).status).toBe(200);
  expect((await note([colleague.id])).status).toBe(409);
  await world.as(`${world.conversations}/${id}/read`, { body: { revision: 1000 } }, reader.cookie);
  await world.pass(10);
  expect(world.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [colleague.email, "You were mentioned in the conversation with Someone (Acme)"],
  ]);
  expect(world.sent[0]?.text).not.toContain("please look");
  // Visitors see no note, and nothing of whom it mentions.
  const seen = await visitor.call(`/api/widget/conversations/${id}/events?after=0`);
  expect(JSON.stringify(seen.body)).not.toContain(colleague.id);
  const plain = await world.as<{ event: { note: object } }>(`${world.conversations}/${id}/notes`, {
    body: { clientId: crypto.randomUUID(), content: "Nobody" },
  });
  expect(plain.body.event.note).not.toHaveProperty("mentions");
});

test("a failed delivery notifies the author of the reply, even though they have read it", async () => {
  const world = await notificationWorld();
  await deliverRaw(world, raw({ From: "Ada <ada@example.test>", To: world.at, Subject: "S", "Message-ID": "<a@example.test>" }));
  const [first] = await world.rows<{ id: string }>("SELECT id FROM conversations WHERE project_id = ?", world.projectId);
  const { body } = await world.as<{ event: { message: { id: string } } }>(`${world.conversations}/${first?.id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(first?.id ?? ""), content: "Our answer" },
  });
  await markRead(world, first?.id ?? "");
  await world.rows(
    "UPDATE mail_deliveries SET state = 'bounced', updated_at = ? WHERE message_id = ?",
    world.clock.now(),
    body.event.message.id,
  );
  await world.pass(10);
  expect(subjects(world)).toEqual(["Your reply to Ada wasn’t delivered (Acme)"]);
  await world.pass(100);
  expect(world.sent).toHaveLength(1);
});

test("no notification is sent to whoever has read the message, or after the customer was answered", async () => {
  const world = await notificationWorld();
  const [seen, answered] = [await opened(world), await opened(world)];
  await world.pass(2);
  expect(await world.rows("SELECT count(*) AS n FROM notices")).toEqual([{ n: 2 }]);
  await markRead(world, seen.id);
  const colleague = await addColleague(world);
  await world.as(
    `${world.conversations}/${answered.id}/messages`,
    { body: { clientId: crypto.randomUUID(), frontier: await world.revision(answered.id), content: "Here" } },
    colleague.cookie,
  );
  await world.pass(30);
  expect(world.sent).toEqual([]);
  expect(await world.rows("SELECT count(*) AS n FROM notices")).toEqual([{ n: 0 }]);
});

test("in quiet hours nothing is sent, and at their end one summary lists what is still open", async () => {
  const world = await notificationWorld();
  const minute = new Date(world.clock.now()).getUTCHours() * 60 + new Date(world.clock.now()).getUTCMinutes();
  await settings(world, { quiet: { from: minute, to: (minute + 600) % 1440 } });
  const all = [await opened(world), await opened(world), await opened(world)];
  await world.pass(30);
  await world.pass(300);
  expect(world.sent).toEqual([]);
  await markRead(world, all[0]?.id ?? "");
  await world.pass(300);
  expect(subjects(world)).toEqual(["2 conversations waited (Acme)"]);
  expect(world.sent[0]?.text).toMatch(/2 conversations waited since (\w+ )?\d\d:\d\d in Acme/);
  expect(world.sent[0]?.text).not.toContain(all[0]?.id);
  for (const { id } of all.slice(1)) expect(world.sent[0]?.text).toContain(id);
  await world.pass(60);
  expect(world.sent).toHaveLength(1);
});

test("automatic mail, notes, and blocked contacts cause no notification, however often the schedule runs", async () => {
  const world = await notificationWorld();
  await deliverRaw(
    world,
    raw({ From: "bot@example.test", To: world.at, Subject: "Out of office", "Auto-Submitted": "auto-replied", "Message-ID": "<o@x.test>" }),
  );
  const blocked = await opened(world);
  const noted = await opened(world);
  await markRead(world, noted.id);
  await world.as(`${world.conversations}/${noted.id}/notes`, { body: { clientId: crypto.randomUUID(), content: "A note" } });
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE id = ?", blocked.visitor.contactId);
  for (let i = 0; i < 3; i += 1) {
    await world.pass(10);
    await world.tick();
  }
  expect(world.sent).toEqual([]);
  expect(await world.rows("SELECT count(*) AS n FROM mail_deliveries WHERE kind = 'notice' AND project_id = ?", world.projectId)).toEqual([
    { n: 0 },
  ]);
});

test("only members with a confirmed address are notified, and only while they are members", async () => {
  const world = await notificationWorld();
  const [unproved, removed] = [await addColleague(world, "admin", false), await addColleague(world, "admin")];
  await settings(world, {}, removed.cookie);
  await opened(world);
  await world.pass(2);
  expect(await world.rows("SELECT account_id FROM notices ORDER BY account_id")).toEqual(
    [world.me, removed.id].sort().map((account_id) => ({ account_id })),
  );
  const gone = await world.as(`/api/management/projects/${world.projectId}/members/${removed.id}`, { method: "DELETE" });
  expect(gone.status).toBe(200);
  expect(await world.rows("SELECT account_id FROM notices")).toEqual([{ account_id: world.me }]);
  expect(await world.rows("SELECT account_id FROM notice_settings WHERE project_id = ?", world.projectId)).toEqual([]);
  await world.rows("UPDATE accounts SET email_verified_at = NULL WHERE id = ?", world.me);
  await world.pass(10);
  expect(world.sent).toEqual([]);
  expect(unproved.email).not.toBe(removed.email);
});

test("a notification that the provider refused is not sent to somebody who left or changed the address", async () => {
  const world = await notificationWorld();
  const [leaves, moves] = [await addColleague(world, "admin"), await addColleague(world, "admin")];
  await opened(world);
  await world.pass(3);
  world.clock.advance({ minutes: 6 });
  const down = world.running(true);
  await sendNotifications(down.ctx);
  await down.done();
  await world.as(`/api/management/projects/${world.projectId}/members/${leaves.id}`, { method: "DELETE" });
  await world.rows("UPDATE accounts SET email = 'moved@team.example' WHERE id = ?", moves.id);
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 5 });
    const { ctx, done } = world.running();
    await recoverJobs(ctx);
    await done();
  }
  expect(world.sent.map(({ to }) => to)).toEqual([OWNER]);
});

test("an interrupted and repeated run, or two concurrent ones, send one mail", async () => {
  const world = await notificationWorld();
  await opened(world);
  world.clock.advance({ minutes: 2 });
  await Promise.all([world.gather(), world.gather(), world.gather()]);
  expect(await world.rows("SELECT count(*) AS n FROM notices")).toEqual([{ n: 1 }]);
  world.clock.advance({ minutes: 6 });
  await Promise.all([world.send(), world.send(), world.send()]);
  expect(world.sent).toHaveLength(1);
  // Events that the schedule had handled come again: their notification was sent already.
  await world.rows("UPDATE notice_progress SET events_at = 0");
  await world.gather();
  world.clock.advance({ minutes: 10 });
  await world.send();
  expect(world.sent).toHaveLength(1);
});

test("an erasure removes the contact's notifications: waiting, unsent, and every word", async () => {
  const world = await notificationWorld();
  const [waits, queued] = [await opened(world, "SECRET-ONE"), await opened(world, "SECRET-TWO")];
  await world.rows("UPDATE contacts SET name = 'SECRET-NAME' WHERE id = ?", queued.visitor.contactId);
  await world.pass(2);
  await world.rows("UPDATE notices SET due_at = due_at + 3600000 WHERE conversation_id = ?", waits.id);
  world.clock.advance({ minutes: 10 });
  const { ctx } = world.running(true);
  await sendNotifications({ ...ctx, after: (work) => void work.catch(() => undefined) });
  expect(JSON.stringify(await world.rows("SELECT * FROM mail_deliveries"))).toMatch(/SECRET-NAME/);
  for (const { visitor } of [waits, queued]) {
    const erased = await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, {
      body: {},
    });
    expect(erased.status).toBeLessThan(300);
  }
  for (let i = 0; i < 3; i += 1) await world.tick();
  await world.pass(120);
  expect(world.sent).toEqual([]);
  for (const table of ["notices", "notice_mails", "mail_deliveries", "jobs"])
    expect(JSON.stringify(await world.rows(`SELECT * FROM ${table}`))).not.toMatch(/SECRET/);
  expect(await world.rows("SELECT * FROM notices")).toEqual([]);
});

test("after twenty notifications in an hour one mail says that there are more", async () => {
  const world = await notificationWorld();
  for (let i = 0; i < 26; i += 1) await opened(world, `No ${i}`);
  await world.pass(8);
  expect(world.sent).toHaveLength(21);
  expect(subjects(world).at(-1)).toBe("More in your inbox (Acme)");
  await opened(world);
  await world.pass(8);
  expect(world.sent).toHaveLength(21);
  world.clock.advance({ minutes: 60 });
  await opened(world);
  await world.pass(8);
  expect(world.sent).toHaveLength(22);
});

test("a member's choices apply to one project only, and an invalid time zone or an empty week is refused", async () => {
  const world = await notificationWorld();
  const path = `/api/dashboard/projects/${world.projectId}/notifications`;
  expect((await world.as(path)).body).toMatchObject({
    chosen: false,
    address: OWNER,
    confirmed: true,
    suppressed: false,
    configured: true,
    missing: [],
    settings: { events: { newUnassigned: true, replyUnassigned: false }, quiet: null },
  });
  const other = await world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Other", websiteOrigin: null },
  });
  await settings(world, { quiet: { from: 1320, to: 420 }, zone: "Europe/Berlin", days: [1, 2, 3] });
  expect((await world.as(path)).body).toMatchObject({
    chosen: true,
    settings: { quiet: { from: 1320, to: 420 }, zone: "Europe/Berlin", days: [1, 2, 3] },
  });
  expect((await world.as(`/api/dashboard/projects/${other.body.project.id}/notifications`)).body).toMatchObject({ chosen: false });
  for (const change of [{ zone: "Mars/Olympus" }, { days: [] }, { quiet: { from: 0, to: 1440 } }])
    expect((await settings(world, change)).status).toBe(400);
  const colleague = await addColleague(world);
  expect((await world.as(path, {}, colleague.cookie)).body).toMatchObject({ settings: { events: { newUnassigned: false } } });
  expect((await settings(world, {}, colleague.cookie, other.body.project.id)).status).toBe(404);
});

test("without the configuration for mail with links nobody is notified, then or later, and only owners and admins learn what is missing", async () => {
  const world = await notificationWorld({ EMAIL_PROVIDER: "resend" });
  await opened(world);
  await world.pass(10);
  expect(await world.rows("SELECT * FROM notices")).toEqual([]);
  const path = `/api/dashboard/projects/${world.projectId}/notifications`;
  expect((await world.as(path)).body).toMatchObject({ configured: false, missing: ["EMAIL_API_KEY", "EMAIL_FROM", "APP_ORIGIN"] });
  const colleague = await addColleague(world);
  expect((await world.as(path, {}, colleague.cookie)).body).toMatchObject({ configured: false, missing: [] });
});
