// Business hours: who may change them, what is refused, two changes at once, what the audit log and the widget say, and what is left behind.
import { beforeAll, expect, test } from "vitest";
import type { BusinessHours } from "#modules/business-hours/contract";
import { assistantWorld } from "./assistant-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

// A Wednesday.
const NOW = "2030-01-02T03:00:00.000Z";
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: NOW });
}, 60_000);

type Hours = Omit<BusinessHours, "revision">;
const OFFICE: Hours = {
  ...{ on: true, timeZone: "Europe/Berlin", exceptions: [] },
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 9 * 60, to: 17 * 60 }] : [])),
};
type Reply = Answer<BusinessHours & { code: string; issues: { path: string; message: string }[] }>;
const read = async (): Promise<BusinessHours> =>
  (await world.as<BusinessHours>(`/api/dashboard/projects/${world.projectId}/business-hours`, { method: "GET" })).body;
const change = (hours: Hours, revision: number): Promise<Reply> =>
  world.as(`/api/management/projects/${world.projectId}/business-hours`, { method: "PUT", body: { ...hours, revision } });
const opensAt = async (): Promise<string | null> => {
  const { body } = await world.call<{ opensAt: string | null }>(`/api/widget/config?key=${world.key}`, {
    method: "GET",
    headers: { origin: "http://localhost:5999" },
  });
  return body.opensAt;
};
const changes = () =>
  world.rows<{ changes: string }>("SELECT changes FROM audit_log WHERE action = 'business_hours.changed' ORDER BY rowid");

test("before anything is saved the team counts as there; then the widget says when it is back", async () => {
  expect(await read()).toMatchObject({ on: false, revision: 0 });
  expect(await opensAt()).toBeNull();
  const { status, body } = await change(OFFICE, 0);
  expect([status, body.revision]).toEqual([200, 1]);
  // Nine in Berlin.
  expect(await opensAt()).toBe("2030-01-02T08:00:00.000Z");
  const holiday: Hours = { ...OFFICE, exceptions: [{ date: "2030-01-02", name: "Stocktaking", hours: [] }] };
  expect((await change(holiday, 1)).body).toEqual({ ...holiday, revision: 2 });
  expect(await opensAt()).toBe("2030-01-03T08:00:00.000Z");
  expect(await read()).toEqual({ ...holiday, revision: 2 });
  expect((await changes()).map((row) => JSON.parse(row.changes) as unknown)).toEqual([
    expect.arrayContaining([{ field: "on", from: "0", to: "1" }]),
    [{ field: "exceptions", from: null, to: "2030-01-02 closed Stocktaking" }],
  ]);
});
test("whoever is late gets 409 and changes nothing; a repeated change answers as the first; the same hours again are no entry", async () => {
  const { revision, ...before } = await read();
  const late = await change({ ...before, timeZone: "UTC" }, revision - 1);
  expect([late.status, late.body.code]).toEqual([409, "conflict"]);
  expect(await read()).toEqual({ ...before, revision });
  const entries = (await changes()).length;
  const vienna = { ...before, timeZone: "Europe/Vienna" };
  expect((await change(vienna, revision)).status).toBe(200);
  expect((await change(vienna, revision)).body.revision).toBe(revision + 1);
  expect((await change(vienna, revision + 1)).status).toBe(200);
  expect(await changes()).toHaveLength(entries + 1);
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      change({ ...vienna, exceptions: [{ date: `2031-01-${10 + i}`, name: "", hours: [] }] }, revision + 2),
    ),
  );
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
});
test("what makes no sense is refused with its place", async () => {
  const { revision, ...hours } = await read();
  const day = (...intervals: { from: number; to: number }[]) => [intervals, ...OFFICE.week.slice(1)];
  const other = (date: string) => ({ date, name: "", hours: [] });
  for (const [bad, path] of [
    [{ week: day({ from: 600, to: 540 }) }, "week.0"],
    [{ week: day({ from: 540, to: 540 }) }, "week.0"],
    [{ week: day({ from: 540, to: 720 }, { from: 720, to: 800 }) }, "week.0"],
    [{ week: day({ from: 780, to: 800 }, { from: 540, to: 720 }) }, "week.0"],
    [{ week: day({ from: 540, to: 1441 }) }, "week.0.0.to"],
    [{ week: day({ from: 540.5, to: 600 }) }, "week.0.0.from"],
    [{ week: day(...Array.from({ length: 7 }, (_, i) => ({ from: i * 100, to: i * 100 + 50 }))) }, "week.0"],
    [{ week: OFFICE.week.slice(1) }, "week"],
    [{ week: OFFICE.week.map(() => []) }, "week"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ timeZone: "" }, "timeZone"],
    [{ exceptions: [other("2030-02-30")] }, "exceptions.0.date"],
    [{ exceptions: [other("tomorrow")] }, "exceptions.0.date"],
    [{ exceptions: [other("2030-02-03"), other("2030-02-03")] }, "exceptions"],
    [{ exceptions: Array.from({ length: 101 }, (_, i) => other(`2${String(100 + i)}-01-01`)) }, "exceptions"],
    [{ exceptions: [{ ...other("2030-02-03"), name: "two\nlines" }] }, "exceptions.0.name"],
  ] as const) {
    const refused = await change({ ...hours, ...(bad as Partial<Hours>) }, revision);
    expect([refused.status, refused.body.issues[0]?.path], JSON.stringify(bad)).toEqual([400, path]);
  }
  expect(await read()).toEqual({ ...hours, revision });
});
test("when the assistant hands over, it says when the team is back, and nothing of it while the team is there", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  const { body } = await w.world.as<BusinessHours>(`/api/dashboard/projects/${w.projectId}/business-hours`, { method: "GET" });
  const said = async (hours: Hours, revision: number): Promise<string> => {
    const path = `/api/management/projects/${w.projectId}/business-hours`;
    expect((await w.world.as(path, { method: "PUT", body: { ...hours, revision } })).status).toBe(200);
    const { id } = await w.ask("Can I talk to a person, please?");
    return (await w.messages(id)).filter(({ role }) => role === "assistant").at(-1)?.content ?? "";
  };
  // Open around the clock but for the day on which it is now: back at midnight of the next one.
  const always = { ...OFFICE, timeZone: "UTC", week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]) };
  const today = { date: new Date(w.world.clock.now()).toISOString().slice(0, 10), name: "", hours: [] };
  expect(await said(always, body.revision)).toBe("I’ve passed this to our team. A person will answer you here.");
  expect(await said({ ...always, exceptions: [today] }, body.revision + 1)).toMatch(
    /^I’ve passed this to our team\. A person will answer you here\. Our team is back on [A-Z][a-z]+day at 12:00\sAM UTC\.$/,
  );
});
test("off, nothing is said; a deleted project leaves nothing", async () => {
  const { revision, ...hours } = await read();
  await change({ ...hours, on: false }, revision);
  expect(await opensAt()).toBeNull();
  const [project] = await world.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", world.projectId);
  const gone = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: project?.name } });
  expect(gone.status).toBe(200);
  expect(await world.rows("SELECT 1 FROM business_hours WHERE project_id = ?", world.projectId)).toEqual([]);
});
