// What happened to an issue before a conversation was linked with it is shown, and is no news; what happens afterwards always is.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CodeHost, Repository } from "../doubles/code-host/index.ts";
import { deliver } from "../doubles/code-host/webhooks.ts";
import { HostedWorld, payloads, VARS } from "./code-host-kit.ts";
import { MAIL, type NotificationWorld, notificationWorld } from "./notifications-kit.ts";

/** Seconds of the double, from a time long before the tests. */
const LONG_AGO = -200_000_000;
let world: NotificationWorld;
let at: HostedWorld;
let host: CodeHost;
let of: Repository;
let id: string;
beforeEach(async () => {
  world = await notificationWorld({ ...MAIL, ...VARS });
  at = await HostedWorld.of(world);
  host = at.answers();
  of = await at.connectWith("acme/app");
  id = await at.conversation();
  const path = `/api/dashboard/projects/${world.projectId}/conversations/${id}/following`;
  await world.as(path, { method: "PUT", body: { follow: true } });
});
afterEach(() => vi.unstubAllGlobals());
const bell = async (): Promise<number> =>
  (await world.rows("SELECT 1 FROM bell_entries WHERE project_id = ? AND event = 'issueResolved'", world.projectId)).length;

test("an issue that was closed and released long ago shows its own release, and nobody is told", async () => {
  const secret = await at.secret();
  const old = host.addIssue("acme/app", "Long solved", { state: "closed", reason: "completed", updated: LONG_AGO });
  // More than a look at the newest ones shows.
  for (let nth = 0; nth < 130; nth += 1) host.publish("acme/app", `v1.${nth}`, LONG_AGO + 10 * (nth - 4));
  await at.link(id, `acme/app#${old.number}`);
  // A release that is told at once is not the first one after that closing.
  const newest = host.publish("acme/app", "v2.0", 5);
  expect((await at.send(deliver("release", payloads.release("published", of, newest), secret))).status).toBe(200);
  expect(await at.linked(id)).toMatchObject([{ state: "closed", release: null }]);
  await at.wait(1);
  expect(await at.linked(id)).toMatchObject([{ state: "closed", release: { tag: "v1.5" } }]);
  expect([await at.said(id), await bell()]).toEqual([[], 0]);
  // Once read, they are not read again.
  const asked = host.count(/releases/);
  await at.wait(31);
  await at.wait(31);
  expect(host.count(/releases/)).toBe(asked);
});

test("releases that could not be read are not taken for none", async () => {
  const secret = await at.secret();
  const old = host.addIssue("acme/app", "Long solved", { state: "closed", reason: "completed", updated: LONG_AGO });
  host.publish("acme/app", "v1", LONG_AGO + 10);
  await at.link(id, `acme/app#${old.number}`);
  host.trouble = "garbage";
  await at.wait(1);
  const newest = host.publish("acme/app", "v2", 5);
  expect((await at.send(deliver("release", payloads.release("published", of, newest), secret))).status).toBe(200);
  expect(await at.linked(id)).toMatchObject([{ release: null }]);
  host.trouble = undefined;
  await at.wait(31);
  expect(await at.linked(id)).toMatchObject([{ release: { tag: "v1" } }]);
});

test("closed before the link, released after it: the release is told, once", async () => {
  const old = host.addIssue("acme/app", "Solved", { state: "closed", reason: "completed", updated: LONG_AGO });
  host.publish("acme/app", "v0", LONG_AGO - 10);
  await at.link(id, `acme/app#${old.number}`);
  await at.wait(1);
  const secret = await at.secret();
  const release = host.publish("acme/app", "v1", 5);
  expect((await at.send(deliver("release", payloads.release("published", of, release), secret))).status).toBe(200);
  await at.wait(31);
  expect([await at.said(id), await bell()]).toEqual([["v1"], 1]);
});

test("known as open here and closed there: who links it sees that, and only those who were linked before are told", async () => {
  const issue = host.addIssue("acme/app", "Export fails");
  const before = await at.conversation();
  await at.link(before, `acme/app#${issue.number}`);
  host.close(issue);
  await at.link(id, `acme/app#${issue.number}`);
  await at.wait(1);
  expect([await at.said(before), await at.said(id), await bell()]).toEqual([["closed"], [], 0]);
  host.reopen(issue);
  await at.wait(6 * 60 + 1);
  host.close(issue);
  await at.wait(11);
  expect([await at.said(before), await at.said(id), await bell()]).toEqual([["closed", "open", "closed"], ["open", "closed"], 1]);
});

test("a release that is deleted is none that was published", async () => {
  const secret = await at.secret();
  const issue = host.addIssue("acme/app", "Export fails");
  await at.link(id, `acme/app#${issue.number}`);
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  const release = host.publish("acme/app", "v1", issue.updated + 1);
  of.releases.splice(of.releases.indexOf(release), 1);
  for (const action of ["deleted", "unpublished"] as const)
    expect((await at.send(deliver("release", payloads.release(action, of, release), secret))).status).toBe(200);
  await at.wait(31);
  expect(await at.said(id)).toEqual(["closed"]);
  expect(await at.linked(id)).toMatchObject([{ release: null }]);
});

test("a repository that is deleted marks all of its issues, however many", async () => {
  const secret = await at.secret();
  const rows = Array.from({ length: 450 }, (_, nth) => nth);
  await world.rows(
    `INSERT INTO code_issues (project_id, id, remote_id, repository, number, kind, title, state, url, checked_at, due_at)
      SELECT ?, 'cis_' || value, 'r' || value, 'acme/app', 1000 + value, 'issue', 't', 'open', 'https://x', 0, 9e15 FROM json_each(?)`,
    ...[world.projectId, JSON.stringify(rows)],
  );
  expect((await at.send(deliver("repository", payloads.repositoryDeleted(of, "2030-01-02T07:00:00Z"), secret))).status).toBe(200);
  expect(await world.rows("SELECT fault, count(*) n FROM code_issues WHERE project_id = ? GROUP BY 1", world.projectId)).toEqual([
    { fault: "gone", n: 450 },
  ]);
});
