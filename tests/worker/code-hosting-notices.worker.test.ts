// A linked issue that is closed or released: the line in the thread, and the notice for whom it concerns.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CodeHost, type HostedIssue, type Repository, shownOf } from "../doubles/code-host/index.ts";
import { deliver } from "../doubles/code-host/webhooks.ts";
import { HostedWorld, payloads, VARS } from "./code-host-kit.ts";
import { addColleague, assign, MAIL, type NotificationWorld, notificationWorld } from "./notifications-kit.ts";
import { OWNER } from "./world.ts";

interface Set {
  readonly world: NotificationWorld;
  readonly at: HostedWorld;
  readonly host: CodeHost;
  readonly of: Repository;
  readonly issue: HostedIssue;
  readonly id: string;
  readonly secret: string;
}
let it: Set;
/** A project with one linked issue in a conversation that everybody has read. */
beforeEach(async () => {
  const world = await notificationWorld({ ...MAIL, ...VARS });
  const at = await HostedWorld.of(world);
  const host = at.answers();
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  await world.as(`${world.conversations}/${id}/read`, { body: { revision: 1000 } });
  it = { world, at, host, of, issue, id, secret: await at.secret() };
});
afterEach(() => vi.unstubAllGlobals());

const bell = async (accountId: string): Promise<string[]> =>
  (
    await it.world.rows<{ event: string }>(
      "SELECT event FROM bell_entries WHERE project_id = ? AND account_id = ? AND event = 'issueResolved'",
      ...[it.world.projectId, accountId],
    )
  ).map(({ event }) => event);
const follow = async (follows: boolean): Promise<void> => {
  const path = `/api/dashboard/projects/${it.world.projectId}/conversations/${it.id}/following`;
  expect((await it.world.as(path, { method: "PUT", body: { follow: follows } })).status).toBe(200);
};
const publish = async (tag: string, at: number, more: object = {}): Promise<void> => {
  const release = it.host.publish("acme/app", tag, at, more);
  const action = release.prerelease ? "prereleased" : "published";
  expect((await it.at.send(deliver("release", payloads.release(action, it.of, release), it.secret))).status).toBe(200);
};

test("a closing notifies the assignee and followers once, in the bell and by mail, and nobody else; a reopening nobody", async () => {
  const { world, at, host, of, issue, id, secret } = it;
  const [mate, other] = [await addColleague(world), await addColleague(world)];
  await assign(world, id, mate.id, mate.cookie);
  await follow(true);
  for (const cookie of [world.cookie, mate.cookie])
    await world.as(`${world.conversations}/${id}/read`, { body: { revision: 1000 } }, cookie);
  await world.pass(10);
  expect(world.sent).toEqual([]);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  expect([await bell(mate.id), await bell(world.me), await bell(other.id)]).toEqual([["issueResolved"], ["issueResolved"], []]);
  await world.pass(10);
  const mails = world.sent.filter(({ subject }) => subject.startsWith("Linked issue resolved"));
  expect(mails.map(({ to }) => to).toSorted()).toEqual([mate.email, OWNER].toSorted());
  // An issue's title may name somebody else, and is not told.
  expect(JSON.stringify(mails)).not.toContain("Export fails");
  const listed = await world.as<{ items: { event: string; unread: boolean }[] }>(`/api/dashboard/projects/${world.projectId}/bell/entries`);
  expect(listed.body.items).toContainEqual(expect.objectContaining({ event: "issueResolved", unread: true }));
  await at.wait(6 * 60 + 1);
  host.reopen(issue);
  await at.tell("reopened", of, issue, secret);
  const notices = await world.rows("SELECT 1 FROM notices WHERE project_id = ? AND events & 512", world.projectId);
  expect([await at.said(id), notices]).toEqual([["closed", "open"], []]);
});

test("who does not want it is not notified, and neither is anybody who follows no more", async () => {
  const { world, at, host, of, issue, id, secret } = it;
  await follow(true);
  const off = Object.fromEntries(
    ["newUnassigned", "replyToMine", "replyUnassigned", "assignedToMe", "mineNotDelivered", "monitored", "mentioned", "issueResolved"].map(
      (name) => [name, false],
    ),
  );
  const saved = await world.as(`/api/dashboard/projects/${world.projectId}/notifications`, {
    method: "PUT",
    body: { events: off, bell: off, push: off, quiet: null, zone: "UTC", days: [1, 2, 3, 4, 5, 6, 7] },
  });
  expect(saved.status).toBe(200);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  expect([await at.said(id), await bell(world.me)]).toEqual([["closed"], []]);
});

test("the first release after the closing is told once, by webhook and polling together; drafts, prereleases and later ones are not", async () => {
  const { world, at, host, of, issue, id, secret } = it;
  await follow(true);
  await publish("v1.0", issue.updated + 1);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  await publish("v1.1", issue.updated - 1);
  await publish("v1.2-rc", issue.updated + 1, { prerelease: true });
  await publish("v1.2", issue.updated + 2);
  await publish("v1.3", issue.updated + 3);
  for (let minute = 0; minute < 3; minute += 1) await at.wait(31);
  expect(await at.said(id)).toEqual(["closed", "v1.2"]);
  expect(await at.linked(id)).toMatchObject([{ release: { tag: "v1.2" } }]);
  expect(await bell(world.me)).toEqual(["issueResolved"]);
  // Opened again it waits for another one.
  host.reopen(issue);
  await at.tell("reopened", of, issue, secret);
  expect(await at.linked(id)).toMatchObject([{ release: null }]);
  host.close(issue, "not_planned");
  await at.tell("closed", of, issue, secret);
  await publish("v1.4", issue.updated + 1);
  await at.wait(31);
  expect(await at.said(id)).toEqual(["closed", "v1.2", "open", "closed"]);
});

test("without webhooks a release is found by looking, also when its issue was seen to be closed later", async () => {
  const { at, host, issue, id } = it;
  host.close(issue);
  host.publish("acme/app", "v2.0", issue.updated + 1);
  host.publish("acme/app", "v2.1", issue.updated + 2);
  host.publish("acme/app", "v3.0", issue.updated + 3, { draft: true });
  // The releases are looked at before the issue is.
  await it.world.rows("UPDATE code_issues SET due_at = due_at + 3600000 WHERE project_id = ?", it.world.projectId);
  await at.wait(31);
  expect(await at.said(id)).toEqual([]);
  await at.wait(60);
  await at.wait(1);
  expect(await at.said(id)).toEqual(["closed", "v2.0"]);
  const asked = host.count(/releases/);
  for (let minute = 0; minute < 3; minute += 1) await at.wait(31);
  expect(host.count(/releases/)).toBe(asked);
});

test("who is to be told is who nobody has written to since, in this project alone", async () => {
  const { world, at, host, of, issue, id, secret } = it;
  const other = await at.conversation();
  await at.link(other, `acme/app#${issue.number}`);
  const [linked] = await at.linked(id);
  const path = `/api/dashboard/projects/${world.projectId}/code-hosting/issues/${linked?.id}/untold`;
  const untold = async (): Promise<string[]> =>
    (await world.as<{ items: { conversationId: string }[] }>(path)).body.items.map(({ conversationId }) => conversationId).toSorted();
  expect([linked?.isShared, await untold()]).toEqual([true, []]);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  expect(await untold()).toEqual([id, other].toSorted());
  const answer = await world.as(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), content: "It is fixed." },
  });
  expect([answer.status, await untold()]).toEqual([201, [other]]);
  await publish("v1", issue.updated + 1);
  expect(await untold()).toEqual([id, other].toSorted());
  host.reopen(issue);
  issue.updated += 5;
  await at.tell("reopened", of, issue, secret);
  expect(await untold()).toEqual([]);
  const stranger = await HostedWorld.make();
  expect((await stranger.world.as(path.replace(world.projectId, stranger.world.projectId))).status).toBe(404);
});

test("what a rule sends the customer tells them nothing of it", async () => {
  const { world, at, host, of, issue, id, secret } = it;
  const [linked] = await at.linked(id);
  const path = `/api/dashboard/projects/${world.projectId}/code-hosting/issues/${linked?.id}/untold`;
  const untold = async (): Promise<string[]> =>
    (await world.as<{ items: { conversationId: string }[] }>(path)).body.items.map(({ conversationId }) => conversationId);
  const rule = {
    ...{ name: "We got it", enabled: true, trigger: "status_changed", minutes: null, words: [], conditions: [], note: "" },
    steps: [{ action: "reply", value: { text: "Thanks, we have it." } }],
  };
  const made = await world.as(`/api/management/projects/${world.projectId}/automation-rules`, {
    body: { clientId: crypto.randomUUID(), rule },
  });
  expect(made.status).toBe(201);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  expect(await untold()).toEqual([id]);
  const frontier = await world.revision(id);
  await world.as(`${world.conversations}/${id}/status`, { body: { clientId: crypto.randomUUID(), frontier, status: "closed" } });
  await world.tick();
  const roles = await world.rows<{ author_role: string }>(
    "SELECT author_role FROM messages WHERE project_id = ? AND conversation_id = ? ORDER BY revision",
    world.projectId,
    id,
  );
  expect(roles.at(-1)?.author_role).toBe("system");
  expect(await untold()).toEqual([id]);
});

test("one that a replay brings after the issue was closed again is none of it", async () => {
  const { at, host, of, issue, id, secret } = it;
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  const release = host.publish("acme/app", "v1", issue.updated + 1);
  const delivered = deliver("release", payloads.release("published", of, release), secret);
  await at.send(delivered);
  for (const change of ["reopened", "closed"] as const) {
    // Later than the release.
    issue.updated += 5;
    if (change === "closed") host.close(issue);
    else host.reopen(issue);
    await at.tell(change, of, issue, secret);
  }
  await at.send({ ...delivered, headers: { ...delivered.headers, "x-github-delivery": crypto.randomUUID() } });
  await at.send(deliver("release", { ...payloads.release("published", of, release), again: true }, secret));
  expect(await at.said(id)).toEqual(["closed", "v1", "open", "closed"]);
  expect(shownOf(issue).state).toBe("closed");
});
