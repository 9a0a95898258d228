// Teams: names and members, assigning beside the assignee, deletion by a job, and what two members do at once.
import { runJob } from "#kernel/jobs/index.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, join, listRows, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

interface Team {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
  readonly state: string;
  readonly conversations: number;
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const management = (id = "", at = world) => `/api/management/projects/${at.projectId}/teams${id === "" ? "" : `/${id}`}`;
const create = (name: string = crypto.randomUUID(), members: string[] = [], more: object = {}, cookie?: string) =>
  world.as<{ team: Team; error?: string }>(management(), { body: { clientId: crypto.randomUUID(), name, members, ...more } }, cookie);
const makeTeam = async (members: string[] = []): Promise<string> => (await create(undefined, members)).body.team.id;
const change = (id: string, fields: object, cookie?: string) =>
  world.as<{ team: Team; error?: string }>(
    management(id),
    { method: "PATCH", body: { name: crypto.randomUUID(), members: [], archived: false, ...fields } },
    cookie,
  );
const list = async (at = world) => (await at.as<{ items: Team[] }>(`/api/dashboard/projects/${at.projectId}/teams`)).body.items;
const teamOf = async (id: string) => (await list()).find((team) => team.id === id);
const assign = async (id: string, teamId: string | null, cookie?: string) =>
  act(world, id, "team", { frontier: await world.revision(id), teamId }, cookie);

test("a team has a name of its own and members of the project only; a repetition gets its first answer", async () => {
  const { accountId } = await join(world);
  const clientId = crypto.randomUUID();
  const made = await create("Billing", [accountId, accountId], { clientId });
  expect([made.status, made.body.team]).toMatchObject([201, { name: "Billing", members: [accountId], state: "active" }]);
  expect((await create("Billing", [accountId], { clientId })).status).toBe(200);
  expect((await create("Other", [accountId], { clientId })).status).toBe(409);
  expect((await create("bILLING")).body.error).toBe("Another team has this name.");
  const stranger = await create(undefined, ["acc_00000000000000000000000000"]);
  expect([stranger.status, stranger.body.error]).toEqual([409, "Somebody in this team is not a member of the project any more."]);
  const changed = await change(made.body.team.id, { name: "Invoices", members: [] });
  expect(changed.body.team).toMatchObject({ name: "Invoices", members: [] });
});

test("team and assignee are independent; assigning is a team event that lifts nothing", async () => {
  const id = await openConversation(visitor);
  const teamId = await makeTeam();
  const [before] = await listRows(world);
  const { status, body } = await assign(id, teamId);
  expect([status, body.event.name, body.event.data]).toEqual([201, "team_assigned", { teamId }]);
  expect(body.conversation).toEqual({ ...before, revision: 2, fields: { team: teamId } });
  const me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
  const both = await act(world, id, "assign", { frontier: 2, assigneeId: me });
  expect(both.body.conversation).toMatchObject({ assigneeId: me, fields: { team: teamId } });
  expect((await teamOf(teamId))?.conversations).toBe(1);
  expect((await listRows(world, `?filter=team:${teamId}`)).map((row) => row.id)).toEqual([id]);
  expect((await assign(id, teamId)).body.error).toBe("The conversation has this team already.");
  const second = await makeTeam();
  expect((await assign(id, second)).body.conversation.fields).toEqual({ team: second });
  expect([(await teamOf(teamId))?.conversations, (await teamOf(second))?.conversations]).toEqual([0, 1]);
  expect((await assign(id, null)).body.conversation.fields).toBeUndefined();
  expect((await assign(id, null)).body.error).toBe("The conversation has no team.");
});

test("it is refused as stale like other handling", async () => {
  const id = await openConversation(visitor);
  await visitor.postMessage(id, "One more thing");
  const stale = await act(world, id, "team", { frontier: 1, teamId: await makeTeam() });
  expect([stale.status, stale.body.code]).toEqual([409, "stale_frontier"]);
});

test("two members who assign at once have the outcome of one after the other", async () => {
  const other = await join(world);
  for (let round = 0; round < 5; round += 1) {
    const id = await openConversation(await world.visitor());
    const [one, two] = [await makeTeam(), await makeTeam()];
    const same = await Promise.all([
      act(world, id, "team", { frontier: 1, teamId: one }),
      act(world, id, "team", { frontier: 1, teamId: one }, other.cookie),
    ]);
    expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const differ = await Promise.all([
      act(world, id, "team", { frontier: 2, teamId: two }),
      act(world, id, "team", { frontier: 2, teamId: null }, other.cookie),
    ]);
    expect(differ.map(({ status }) => status)).toEqual([201, 201]);
    const revisions = differ.map(({ body }) => body.event.revision);
    const rows = await world.rows<{ team_id: string }>("SELECT team_id FROM conversation_teams WHERE conversation_id = ?", id);
    expect(rows.map((row) => row.team_id)).toEqual(Math.max(...revisions) === revisions[1] ? [] : [two]);
    expect((await teamOf(two))?.conversations).toBe(rows.length);
    expect((await teamOf(one))?.conversations).toBe(0);
  }
});

test("an archived team stays and cannot be chosen; a deleted one unassigns by a job that may be repeated", async () => {
  const [kept, id] = [await openConversation(visitor), await openConversation(visitor)];
  const teamId = await makeTeam();
  await assign(kept, teamId);
  await change(teamId, { archived: true });
  expect((await assign(id, teamId)).body.error).toBe("This team is archived.");
  expect(await listRows(world, `?filter=team:${teamId}`)).toHaveLength(1);
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
     INSERT INTO conversation_teams (project_id, conversation_id, team_id) SELECT ?, 'cnv_of_team_' || i, ? FROM n`,
    world.projectId,
    teamId,
  );
  expect((await teamOf(teamId))?.conversations).toBe(451);
  const gone = await world.as<{ team: Team }>(management(teamId), { method: "DELETE" });
  expect([gone.status, gone.body.team.state]).toEqual([202, "deleting"]);
  await world.tick();
  expect(await teamOf(teamId)).toBeUndefined();
  expect(await world.rows("SELECT 1 FROM conversation_teams WHERE team_id = ?", teamId)).toEqual([]);
  const [job] = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE key = ?", `teams.delete:${teamId}`);
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE id = ?", job?.id);
  await runJob(world.ctx(), job?.id ?? "");
  expect((await world.as(management(teamId), { method: "DELETE" })).status).toBe(404);
  expect((await assign(id, teamId)).status).toBe(404);
});

test("whoever leaves the project leaves its teams", async () => {
  const [leaver, stayer] = [await join(world), await join(world)];
  const teamId = await makeTeam([leaver.accountId, stayer.accountId]);
  await world.as(`/api/management/projects/${world.projectId}/members/${leaver.accountId}`, { method: "DELETE" });
  expect((await teamOf(teamId))?.members).toEqual([stayer.accountId]);
});

test("operators assign, and only owners and admins change teams; teams of another project are out of reach", async () => {
  const { cookie } = await join(world);
  const [id, teamId] = [await openConversation(visitor), await makeTeam()];
  expect((await create(undefined, [], {}, cookie)).status).toBe(403);
  expect((await change(teamId, {}, cookie)).status).toBe(403);
  expect((await assign(id, teamId, cookie)).status).toBe(201);
  const other = await makeWorld();
  const made = await other.as<{ team: Team }>(management("", other), {
    body: { clientId: crypto.randomUUID(), name: "Theirs", members: [] },
  });
  const theirs = made.body.team.id;
  expect((await assign(id, theirs)).status).toBe(404);
  expect((await change(theirs, {})).status).toBe(404);
  expect((await world.as(management(theirs), { method: "DELETE" })).status).toBe(404);
  expect((await list(other)).map((team) => team.id)).toEqual([theirs]);
  await other.as(`/api/management/projects/${other.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(await world.rows("SELECT 1 FROM teams WHERE project_id = ?", other.projectId)).toEqual([]);
});

test("a project has at most 50 teams", async () => {
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
     INSERT INTO teams (project_id, id, name, name_key, state, client_id, created_at) SELECT ?, 'tea_' || printf('%026d', i), 'n' || i, 'n' || i, 'active', 'c' || i, 0 FROM n`,
    world.projectId,
  );
  expect((await create()).body.error).toBe("A project can have 50 teams.");
});
