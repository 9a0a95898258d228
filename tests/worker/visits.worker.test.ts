// What the team sees of a visit: browser, system, language, local time, and where the visitor came from; gone with the erasure.
import { expect, test } from "vitest";
import { makeWorld, type Visitor, type World } from "./world.ts";

const AGENT = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
const visit = (visitor: Visitor, event: object, headers: Record<string, string> = {}) =>
  visitor.call("/api/widget/events", { body: { events: [{ kind: "visit", timeZone: null, referrer: null, ...event }] }, headers });
const known = async (world: World, visitor: Visitor): Promise<unknown> =>
  (await world.as<{ contact: { visit?: unknown } }>(`/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`)).body
    .contact.visit;

test("a visit is told once the widget is opened, the next one replaces it, and an erasure removes it", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  expect(await known(world, visitor)).toBeUndefined();
  const first = await visit(
    visitor,
    { timeZone: "Africa/Lagos", referrer: "https://search.example/results" },
    { "user-agent": AGENT, "accept-language": "en-NG,en;q=0.9" },
  );
  expect(first.status).toBe(200);
  expect(await known(world, visitor)).toEqual({
    browser: "Safari 26",
    system: "macOS",
    language: "en-NG",
    timeZone: "Africa/Lagos",
    referrer: "https://search.example/results",
  });
  await visit(visitor, { timeZone: "Europe/Berlin" }, { "user-agent": AGENT, "accept-language": "de" });
  expect(await known(world, visitor)).toEqual({ browser: "Safari 26", system: "macOS", language: "de", timeZone: "Europe/Berlin" });
  await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  expect(await world.rows("SELECT visit FROM contacts WHERE id = ?", visitor.contactId)).toEqual([{ visit: null }]);
  expect(await known(world, visitor)).toBeUndefined();
});

test("a made-up time zone is not stored, and what is no address is refused", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  expect((await visit(visitor, { timeZone: "Atlantis/Center" })).status).toBe(200);
  expect(await known(world, visitor)).not.toHaveProperty("timeZone");
  expect((await visit(visitor, { referrer: "nonsense" })).status).toBe(400);
  expect((await visit(visitor, { referrer: `https://long.example/${"x".repeat(600)}` })).status).toBe(400);
  // Another visitor's contact is untouched.
  const other = await world.visitor();
  await visit(visitor, { timeZone: "Asia/Tokyo" });
  expect(await known(world, other)).toBeUndefined();
});
