// The number of an issue's customers at GitHub: nothing by default, one comment or label, gathered changes, and nothing of a customer.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { IssueCounts } from "#modules/issue-counts/contract";
import type { CodeHost, HostedIssue, Repository } from "../doubles/code-host/index.ts";
import { HostedWorld, VARS } from "./code-host-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { makeWorld, type Visitor } from "./world.ts";

let at: HostedWorld;
let host: CodeHost;
let of: Repository;
let issue: HostedIssue;
beforeEach(async () => {
  at = await HostedWorld.of(await makeWorld({ now: "2030-01-02T03:00:10Z", vars: { ...VARS, APP_ORIGIN: "http://localhost:8787" } }));
  host = at.answers();
  host.spoken.now = () => at.world.clock.now();
  of = await at.connectWith("acme/app");
  issue = host.addIssue("acme/app", "Export fails");
});
afterEach(() => vi.unstubAllGlobals());

const counts = async (): Promise<IssueCounts> => (await at.world.as<IssueCounts>(at.management("issue-counts"))).body;
async function choose(mode: string): Promise<void> {
  const { status, body } = await at.world.as<IssueCounts>(at.management("issue-counts"), { method: "PUT", body: { mode } });
  expect([status, body.mode]).toEqual([200, mode]);
}
/** A customer with a conversation that is linked with the issue. */
async function customer(place = "acme/app#1"): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await at.world.visitor();
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Amara Canary", email: "canary@example.test" }] } });
  const id = (await visitor.open("canary words")).body.conversation.id;
  await at.link(id, place);
  return { visitor, id };
}
const unlink = async (id: string): Promise<void> => {
  const [linked] = await at.linked(id);
  await at.world.as(`${at.world.conversations}/${id}/code-issues/${linked?.id}/unlink`, { body: { clientId: crypto.randomUUID() } });
};
const comments = (): string[] => host.spoken.of(issue).map(({ body }) => body);
const written = (): number => host.seen.filter(({ method, path }) => method !== "GET" && /\/(comments|labels)/.test(path)).length;
/** The minute schedule runs twice at the end. */
async function pass(minutes: number): Promise<void> {
  at.world.clock.advance({ minutes: minutes - 2 });
  for (let minute = 0; minute < 2; minute += 1) await at.wait(1);
}

test("by default nothing is written; chosen, issues that were linked before get it too", async () => {
  await customer();
  await customer();
  await pass(2);
  expect([written(), (await counts()).mode]).toEqual([0, "nothing"]);
  await choose("comment");
  // Nothing waits yet, and nothing is up to date either.
  expect(await counts()).toEqual({ mode: "comment", isGathering: true, waiting: 0, refused: 0, examples: [] });
  await pass(2);
  expect(comments()).toHaveLength(1);
  expect(comments()[0]).toContain("2 customers have reported this.");
  expect(comments()[0]).toContain(`](http://localhost:8787/projects/${at.world.projectId}/inbox/all)`);
  expect(comments()[0]?.toLowerCase()).not.toContain("canary");
  expect(await counts()).toEqual({ mode: "comment", isGathering: false, waiting: 0, refused: 0, examples: [] });
});

test("changes are gathered: one comment is edited, a customer with two conversations counts once, and the last one takes it away", async () => {
  await choose("comment");
  const first = await customer();
  await pass(2);
  expect(comments()[0]).toContain("One customer has reported this.");
  const second = (await first.visitor.open("Again")).body.conversation.id;
  await at.link(second, "acme/app#1");
  const others = [await customer(), await customer(), await customer()];
  const before = written();
  await pass(11);
  expect([comments().length, written() - before]).toEqual([1, 1]);
  expect(comments()[0]).toContain("4 customers have reported this.");
  // Taken back before it was told: nothing is asked.
  await unlink(others[0]?.id ?? "");
  await at.link(others[0]?.id ?? "", "acme/app#1");
  await pass(11);
  expect(written() - before).toBe(1);
  for (const id of [first.id, second, ...others.map((one) => one.id)]) await unlink(id);
  await pass(11);
  expect(comments()).toEqual([]);
  expect(await at.world.rows("SELECT 1 FROM code_issue_counts WHERE project_id = ?", at.world.projectId)).toEqual([]);
});

test("a lost answer makes no second comment, and a mark that somebody copied leads to no comment of theirs", async () => {
  await choose("comment");
  host.spoken.faults.push("lost after");
  await customer();
  await pass(2);
  const [mine] = host.spoken.of(issue);
  host.spoken.comments.unshift({ id: 1, issue: issue.id, login: "mallory", body: `Mine! ${mine?.body ?? ""}`, at: mine?.at ?? "" });
  await customer();
  await pass(40);
  expect(comments()).toHaveLength(2);
  expect(comments()[0]).toMatch(/^Mine! One customer/);
  expect(comments()[1]).toContain("2 customers");
  // Deleted there: it comes again with the next change alone.
  host.spoken.comments.splice(1);
  await pass(11);
  expect(comments()).toHaveLength(1);
  await customer();
  await pass(11);
  expect(comments()[1]).toContain("3 customers");
});

test("a label goes up by steps beside the labels of others, and the setting can change", async () => {
  issue.labels = ["bug", "customers: 50+"];
  await choose("label");
  await customer();
  await pass(2);
  expect(issue.labels).toEqual(["bug", "customers: 1"]);
  for (let nth = 0; nth < 4; nth += 1) await customer();
  await pass(11);
  expect(issue.labels).toEqual(["bug", "customers: 5+"]);
  const before = written();
  await customer();
  await pass(11);
  expect(written()).toBe(before);
  await choose("comment");
  await pass(2);
  expect([issue.labels, comments().length]).toEqual([["bug"], 1]);
  await choose("nothing");
  await pass(2);
  expect([issue.labels, comments()]).toEqual([["bug"], []]);
});

test("where GitHub does not allow it, the settings say so calmly, and a limit rests the project", async () => {
  host.spoken.mayComment = false;
  await choose("comment");
  await customer();
  await pass(3);
  expect(await counts()).toMatchObject({ refused: 1, examples: ["acme/app#1"] });
  const asked = host.count(/comments/);
  await pass(30);
  expect(host.count(/comments/)).toBe(asked);
  host.spoken.mayComment = true;
  at.world.clock.advance({ days: 1 });
  await pass(2);
  expect([(await counts()).refused, comments().length]).toEqual([0, 1]);
  const other = host.addIssue("acme/app", "Another");
  await customer(`acme/app#${other.number}`);
  host.trouble = "secondary";
  await pass(2);
  const limited = host.count(/issues\/2\/comments/);
  host.trouble = undefined;
  await pass(20);
  expect(host.count(/issues\/2\/comments/)).toBe(limited);
  await pass(15);
  expect(host.spoken.of(other)).toHaveLength(1);
});

test("an erasure takes the customer out of the number, a repository that is not the project's gets nothing", async () => {
  await choose("comment");
  const [one] = [await customer(), await customer()];
  await pass(2);
  expect(comments()[0]).toContain("2 customers");
  await erase(at.world, one.visitor);
  for (let minute = 0; minute < 4; minute += 1) await tick(at.world);
  await pass(11);
  expect(comments()[0]).toContain("One customer");
  await at.world.as(`${at.management("repositories")}?name=acme/app`, { method: "DELETE" });
  await at.world.rows("UPDATE code_issue_counts SET due_at = 0, count = 9 WHERE project_id = ?", at.world.projectId);
  const before = written();
  await pass(2);
  expect(written()).toBe(before);
  expect(of.issues).toHaveLength(1);
});

test("answers that are lost again and again make no second comment", async () => {
  await choose("comment");
  host.spoken.faults.push("lost after");
  await customer();
  await pass(2);
  expect(comments()).toHaveLength(1);
  host.trouble = "down";
  for (let half = 0; half < 4; half += 1) await pass(31);
  host.trouble = undefined;
  await pass(35);
  expect(comments()).toHaveLength(1);
  expect(await counts()).toMatchObject({ waiting: 0, refused: 0 });
});

test("after a transfer the comment is taken away where it is now, and of an issue that was deleted nothing is left here", async () => {
  await choose("comment");
  const one = await customer();
  await pass(2);
  host.addRepository("acme/web");
  await at.world.as(at.management("repositories"), { body: { name: "acme/web" } });
  const moved = host.transfer(issue, "acme/app", "acme/web");
  await unlink(one.id);
  for (let round = 0; round < 3; round += 1) await pass(31);
  expect(host.spoken.of(moved)).toEqual([]);
  expect(await at.world.rows("SELECT 1 FROM code_issue_counts WHERE project_id = ?", at.world.projectId)).toEqual([]);
  const deleted = host.addIssue("acme/app", "Deleted soon");
  const other = await customer(`acme/app#${deleted.number}`);
  await pass(2);
  of.issues.splice(of.issues.indexOf(deleted), 1);
  await unlink(other.id);
  await pass(12);
  expect(await at.world.rows("SELECT 1 FROM code_issue_counts WHERE project_id = ?", at.world.projectId)).toEqual([]);
});

test("connected again as another account, it makes a comment of its own where it may not change the former one", async () => {
  await choose("comment");
  await customer();
  await pass(2);
  const begun = await at.world.as<{ url: string }>(at.management("connection"), { body: {} });
  const to = host.agree(begun.body.url, "ada");
  await at.world.response(
    new Request(`http://localhost:8787${to.pathname}${to.search}`, { headers: { cookie: at.world.cookie }, redirect: "manual" }),
  );
  host.spoken.mayEditOthers = false;
  await customer();
  await pass(12);
  await customer();
  await pass(12);
  expect(host.spoken.of(issue).map(({ login, body }) => [login, body.split(" ", 1)[0]])).toEqual([
    ["octo", "One"],
    ["ada", "3"],
  ]);
  expect((await counts()).refused).toBe(0);
});

test("nothing is written where a redirection leads; a rename that no webhook told is followed, and then it goes on", async () => {
  await choose("comment");
  await customer();
  await pass(2);
  host.rename("acme/app", "acme/application");
  await at.world.rows("UPDATE code_issues SET due_at = 9e15 WHERE project_id = ?", at.world.projectId);
  await customer();
  await at.world.rows("UPDATE code_issues SET due_at = 9e15, repository = 'acme/app' WHERE project_id = ?", at.world.projectId);
  await at.world.rows("UPDATE code_hosting_repositories SET name = 'acme/app' WHERE project_id = ?", at.world.projectId);
  const from = host.seen.length;
  await pass(12);
  const asked = host.seen.slice(from).filter(({ method }) => method !== "GET");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ path }) => path.includes("/repos/acme/app/"))).toBe(true);
  await pass(35);
  expect(await at.world.rows("SELECT name FROM code_hosting_repositories WHERE project_id = ?", at.world.projectId)).toEqual([
    { name: "acme/application" },
  ]);
  expect(comments()).toHaveLength(1);
  expect(comments()[0]).toContain("2 customers");
});

test("a project in which much is due leaves the others their turn", async () => {
  await choose("comment");
  await at.world.rows(
    "INSERT INTO code_issue_counts (project_id, issue_id, due_at) SELECT 'crowd', 'c' || value, -1 FROM json_each(?)",
    JSON.stringify(Array.from({ length: 300 }, (_, nth) => nth)),
  );
  await customer();
  await pass(2);
  expect(comments()).toHaveLength(1);
  expect(await at.world.rows("SELECT count(*) n FROM code_issue_counts WHERE project_id = 'crowd'")).toEqual([{ n: 292 }]);
});
