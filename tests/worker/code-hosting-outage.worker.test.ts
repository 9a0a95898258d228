// After an outage in which webhooks were lost: polling catches up under rate limits, and no note is lost or doubled. 1,000 issues with LONG=1.
import { afterEach, expect, test, vi } from "vitest";
import { shownOf } from "../doubles/code-host/index.ts";
import { deliver } from "../doubles/code-host/webhooks.ts";
import { HostedWorld, payloads } from "./code-host-kit.ts";
import { LONG } from "./long.ts";

const ISSUES = LONG ? 1000 : 40;
/** Issues of one conversation; each fourth issue is linked with another one too. */
const EACH = 20;
const timeout = LONG ? 3_600_000 : 120_000;
afterEach(() => vi.unstubAllGlobals());

test("issues that were closed during an outage are each said once in each conversation", { timeout }, async () => {
  const at = await HostedWorld.make();
  const host = at.answers();
  const of = await at.connectWith("acme/app");
  const secret = await at.secret();
  const issues = Array.from({ length: ISSUES }, (_, nth) => host.addIssue("acme/app", `Issue ${nth + 1}`));
  const expected = new Map<string, number>();
  const linkAll = async (some: typeof issues): Promise<void> => {
    for (let from = 0; from < some.length; from += EACH) {
      const visitor = await at.world.visitor();
      const id = (await visitor.open("It fails")).body.conversation.id;
      for (const issue of some.slice(from, from + EACH)) await at.link(id, `acme/app#${issue.number}`);
      expected.set(id, Math.min(EACH, some.length - from));
    }
  };
  await linkAll(issues);
  await linkAll(issues.filter((_, nth) => nth % 4 === 0));

  for (const issue of issues) host.close(issue);
  host.trouble = "down";
  for (let nth = 0; nth < 4; nth += 1) await at.wait(3);
  const told = async (): Promise<Map<string, number>> =>
    new Map(
      (
        await at.world.rows<{ id: string; n: number }>(
          "SELECT conversation_id id, count(*) n FROM conversation_events WHERE project_id = ? AND kind = 'code_issue_state' GROUP BY 1",
          at.world.projectId,
        )
      ).map(({ id, n }) => [id, n]),
    );
  expect(await told()).toEqual(new Map());

  // It comes back with its limits, at other minutes than those at which what was refused is tried again.
  // Some webhooks arrive after all: late, several times, and while the schedule runs.
  const asked = host.seen.length;
  const late = issues
    .filter((_, nth) => nth % 10 === 3)
    .map((issue) => deliver("issues", payloads.issues("closed", of, shownOf(issue)), secret));
  let minutes = 0;
  for (let step = 1; minutes < ISSUES / 4 + 45; minutes += step) {
    // Until what was refused is tried again, nothing happens.
    step = minutes < ISSUES / 8 ? 1 : 3;
    host.trouble = minutes % 7 === 2 ? "secondary" : undefined;
    const arriving = late.splice(0, 2);
    at.world.clock.advance({ minutes: step });
    await Promise.all([at.world.tick(), ...arriving.flatMap((one) => [at.send(one), at.send(one)])]);
    const sum = [...(await told()).values()].reduce((all, n) => all + n, 0);
    if (sum === ISSUES + Math.ceil(ISSUES / 4) && late.length === 0) break;
  }
  expect(minutes).toBeLessThan(ISSUES / 4 + 45);
  host.trouble = undefined;
  // What GitHub did last for some of them counts, and is said once too.
  const reopened = issues.filter((_, nth) => nth % 20 === 7);
  for (const issue of reopened) {
    host.reopen(issue);
    expect(await at.tell("reopened", of, issue, secret)).toBe(200);
  }
  for (let nth = 0; nth < 3; nth += 1) await at.wait(3 * 60);
  const twice = reopened.length;
  const sums = await told();
  const total = [...sums.values()].reduce((all, n) => all + n, 0);
  expect(total).toBe(ISSUES + Math.ceil(ISSUES / 4) + twice);
  const doubled = await at.world.rows(
    `SELECT conversation_id, data ->> 'issueId' issue, data ->> 'state' state, count(*) n FROM conversation_events
     WHERE project_id = ? AND kind = 'code_issue_state' GROUP BY 1, 2, 3 HAVING n > 1`,
    at.world.projectId,
  );
  expect(doubled).toEqual([]);
  for (const [id, links] of expected) expect(sums.get(id) ?? 0).toBeGreaterThanOrEqual(links);
  console.log(`outage: ${ISSUES} issues caught up after ${minutes} minutes with ${host.seen.length - asked} requests`);
});
