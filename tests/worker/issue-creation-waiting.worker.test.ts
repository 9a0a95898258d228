// Creating an issue while GitHub, the repository, or another member comes in between.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { IssueCreation, IssueDraftState, IssuePreview } from "#modules/issue-creation/contract";
import type { CodeHost, Repository } from "../doubles/code-host/index.ts";
import { HostedWorld } from "./code-host-kit.ts";
import type { Answer } from "./world.ts";

let at: HostedWorld;
let host: CodeHost;
let of: Repository;
let id: string;
let tom: string;
beforeAll(async () => {
  at = await HostedWorld.make();
  const { body } = await at.world.as<{ link: string }>(`/api/management/projects/${at.world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await at.world.call(new URL(body.link).pathname, {
    body: { name: "Tom Reed", email: "tom@example.test", password: "seven quiet lamps" },
  });
  tom = (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
});
beforeEach(async () => {
  host = at.answers();
  await at.forget();
  of = await at.connectWith("acme/app");
  id = await at.conversation();
});
afterEach(() => vi.unstubAllGlobals());

type Said<T> = Answer<T & { code?: string; open?: boolean; changed?: boolean }>;
const path = (rest: string): string => `${at.world.conversations}/${id}/code-issue-${rest}`;
const draft = {
  ...{ repository: "acme/app", title: "Export fails", body: "It fails.", isEdited: true, messages: [1], files: [], redacts: true },
  ...{ linksBack: true, labels: [], assignees: [], milestone: null, type: null, template: null, answers: {} },
};
const preview = (cookie = at.world.cookie): Promise<Said<IssuePreview>> => at.world.as(path("preview"), { body: draft }, cookie);
const create = (digest: string, cookie = at.world.cookie): Promise<Said<IssueCreation>> =>
  at.world.as(path("creations"), { body: { clientId: crypto.randomUUID(), digest } }, cookie);
const state = async (): Promise<IssueDraftState> => (await at.world.as<IssueDraftState>(path("draft"))).body;
const posts = (): number => host.seen.filter(({ method, path: to }) => method === "POST" && to.endsWith("/issues")).length;

test("while the outcome of one is open nobody previews another one, so two members make one issue", async () => {
  const theirs = await preview(tom);
  host.writing.faults.push("lost before");
  expect((await create((await preview()).body.digest)).body.state).toBe("looking");
  const refused = await preview(tom);
  expect([refused.status, refused.body.open]).toEqual([409, true]);
  expect((await preview()).body.open).toBe(true);
  // Their draft is still there, also the one that they previewed before.
  const kept = await at.world.as<IssueDraftState>(path("draft"), {}, tom);
  expect(kept.body.draft).toMatchObject({ title: "Export fails" });
  for (let minute = 0; minute < 8; minute += 1) await at.wait(1);
  expect([of.issues.length, (await state()).creation?.state]).toEqual([1, "created"]);
  expect((await create(theirs.body.digest, tom)).body.changed).toBe(true);
  expect(of.issues.length).toBe(1);
});

test.each(["made public", "renamed", "transferred", "replaced by another one"])(
  "a repository that was %s since the preview gets nothing",
  async (how) => {
    const shown = await preview();
    expect(shown.body).toMatchObject({ repository: "acme/app", isPrivate: true });
    if (how === "made public") of.isPrivate = false;
    if (how === "renamed") host.rename("acme/app", "acme/shop");
    if (how === "transferred") host.rename("acme/app", "elsewhere/app");
    if (how === "replaced by another one") {
      host.repositories.splice(0);
      host.addRepository("acme/app");
    }
    const made = await create(shown.body.digest);
    expect([made.status, made.body.state, made.body.fault]).toEqual([201, "failed", "changed"]);
    expect(posts()).toBe(0);
    // The same again is refused again; a new preview says what is so now.
    expect((await create(shown.body.digest)).body.fault).toBe("changed");
    const again = await preview();
    expect(again.body.isPrivate).toBe(how !== "made public");
    expect((await create(again.body.digest)).body).toMatchObject({ state: "created", repository: again.body.repository });
  },
);

test("one that was made public while the text was on its way a second time gets nothing", async () => {
  host.writing.faults.push("lost before");
  expect((await create((await preview()).body.digest)).body.state).toBe("looking");
  of.isPrivate = false;
  for (let minute = 0; minute < 8; minute += 1) await at.wait(1);
  expect([posts(), (await state()).creation]).toMatchObject([1, { state: "failed", fault: "changed" }]);
});

test("looks that GitHub does not answer say nothing about whether it is there", async () => {
  host.writing.faults.push("lost before");
  expect((await create((await preview()).body.digest)).body.state).toBe("looking");
  host.trouble = "down";
  for (let look = 0; look < 6; look += 1) await at.wait(31);
  expect((await state()).creation).toMatchObject({ state: "looking", fault: "unavailable" });
  host.trouble = undefined;
  await at.wait(31);
  // One answered look more than at the beginning: two in all.
  expect([posts(), (await state()).creation]).toMatchObject([1, { state: "looking", fault: null }]);
  await at.wait(31);
  expect([posts(), of.issues.length, (await state()).creation?.state]).toEqual([2, 1, "created"]);
});

test("the fault and the next attempt are said, and connecting again looks at once", async () => {
  host.writing.faults.push("lost after");
  host.writing.lags = 1;
  expect((await create((await preview()).body.digest)).body.state).toBe("looking");
  for (const token of host.tokens.keys()) host.revoke(token);
  await at.wait(1);
  const { creation } = await state();
  expect(creation).toMatchObject({ state: "looking", fault: "unauthorized" });
  const next = Date.parse(creation?.nextAt ?? "");
  expect(next).toBeGreaterThan(at.world.clock.now());
  await at.connectWith("acme/app");
  expect(Date.parse((await state()).creation?.nextAt ?? "")).toBeLessThan(next);
  await at.world.tick();
  expect((await state()).creation).toMatchObject({ state: "created", number: 1, nextAt: null });
  expect(of.issues.length).toBe(1);
});

test("found late and closed by then: the closing is told, once", async () => {
  host.writing.faults.push("lost after");
  host.writing.lags = 1;
  expect((await create((await preview()).body.digest)).body.state).toBe("looking");
  const [issue] = of.issues;
  if (issue) host.close(issue);
  for (let minute = 0; minute < 3; minute += 1) await at.wait(1);
  expect(await at.linked(id)).toMatchObject([{ state: "closed" }]);
  expect(await at.said(id)).toEqual(["closed"]);
  await at.wait(6 * 60 + 1);
  expect(await at.said(id)).toEqual(["closed"]);
});
