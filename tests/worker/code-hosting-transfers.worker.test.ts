// Issues that are transferred to another repository get another id at GitHub: by webhook and by polling they stay the same issue here.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type CodeHost, type HostedIssue, type Repository, shownOf } from "../doubles/code-host/index.ts";
import { deliver } from "../doubles/code-host/webhooks.ts";
import { HostedWorld, payloads } from "./code-host-kit.ts";

let at: HostedWorld;
let host: CodeHost;
let of: Repository;
let site: Repository;
let issue: HostedIssue;
let id: string;
beforeAll(async () => {
  at = await HostedWorld.make();
});
beforeEach(async () => {
  host = at.answers();
  await at.forget();
  of = await at.connectWith("acme/app");
  site = host.addRepository("acme/site");
  // Its number there is another one.
  host.addIssue("acme/site", "Something else");
  issue = host.addIssue("acme/app", "Export fails");
  id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
});
afterEach(() => vi.unstubAllGlobals());

const choose = async (): Promise<void> => {
  expect((await at.world.as(at.management("repositories"), { body: { name: "acme/site" } })).status).toBe(201);
};
const rows = async (): Promise<unknown[]> => await at.world.rows("SELECT id FROM code_issues WHERE project_id = ?", at.world.projectId);

test.each(["webhook", "polling"])("by %s: it is followed at its new place, and its closing there is told", async (how) => {
  await choose();
  const before = await at.linked(id);
  const secret = await at.secret();
  const was = shownOf(issue);
  const there = host.transfer(issue, "acme/app", "acme/site");
  if (how === "polling") await at.wait(11);
  else expect((await at.send(deliver("issues", payloads.transferred(of, was, site, shownOf(there)), secret))).status).toBe(200);
  expect(await at.linked(id)).toMatchObject([{ id: before[0]?.id, repository: "acme/site", number: 2, fault: null, state: "open" }]);
  host.close(there);
  if (how === "polling") await at.wait(11);
  else expect(await at.tell("closed", site, there, secret)).toBe(200);
  expect(await at.said(id)).toEqual(["closed"]);
  expect(await rows()).toHaveLength(1);
});

test.each(["webhook", "polling"])(
  "by %s, to a repository that is not the project's: it says so, and goes on once that is chosen",
  async (how) => {
    const secret = await at.secret();
    const was = shownOf(issue);
    const there = host.transfer(issue, "acme/app", "acme/site");
    there.title = "A secret of another team";
    if (how === "polling") await at.wait(11);
    else await at.send(deliver("issues", payloads.transferred(of, was, site, shownOf(there)), secret));
    const shown = { title: "Export fails", fault: "moved", repository: "acme/site", number: 2 };
    expect(await at.linked(id)).toMatchObject([shown]);
    // Neither what is told of it there, nor time, shows more; GitHub is not even asked.
    host.close(there);
    const asked = host.count(/issues\/2$/);
    expect(await at.tell("closed", site, there, secret)).toBe(200);
    await at.wait(6 * 60 + 1);
    expect([await at.linked(id), await at.said(id), host.count(/issues\/2$/) - asked]).toMatchObject([[shown], [], 0]);
    await choose();
    await at.wait(1);
    expect(await at.linked(id)).toMatchObject([{ title: "A secret of another team", fault: null, state: "closed" }]);
    expect(await at.said(id)).toEqual(["closed"]);
  },
);

test("its old address links it only if the project has chosen the new repository", async () => {
  host.transfer(issue, "acme/app", "acme/site");
  const other = await at.conversation();
  const link = async () =>
    await at.world.as(`${at.world.conversations}/${other}/code-issues`, { body: { clientId: crypto.randomUUID(), issue: "acme/app#1" } });
  expect((await link()).status).toBe(409);
  await choose();
  expect((await link()).status).toBe(201);
  expect(await at.linked(other)).toMatchObject([{ repository: "acme/site", number: 2 }]);
});

test.each(["webhook", "polling"])("by %s, linked at its new place before: both become one, and everybody is told once", async (how) => {
  await choose();
  const secret = await at.secret();
  const both = await at.conversation();
  await at.link(both, "acme/app#1");
  const was = shownOf(issue);
  const there = host.transfer(issue, "acme/app", "acme/site");
  const third = await at.conversation();
  for (const one of [both, third]) await at.link(one, "acme/site#2");
  host.close(there);
  if (how === "webhook") await at.send(deliver("issues", payloads.transferred(of, was, site, shownOf(there)), secret));
  await at.wait(11);
  await at.wait(11);
  for (const one of [id, both, third]) {
    expect(await at.linked(one), one).toMatchObject([{ repository: "acme/site", number: 2, state: "closed" }]);
    expect(await at.said(one), one).toEqual(["closed"]);
  }
  expect(await rows()).toHaveLength(1);
});

test("another issue under a former address is no transfer", async () => {
  await at.world.rows("UPDATE code_issues SET remote_id = 'another', etag = NULL WHERE project_id = ?", at.world.projectId);
  await at.wait(11);
  expect(await at.linked(id)).toMatchObject([{ fault: "missing", title: "Export fails" }]);
  host.rename("acme/app", "acme/shop");
  await at.wait(6 * 60 + 1);
  expect(await at.linked(id)).toMatchObject([{ fault: "missing", repository: "acme/app" }]);
});
