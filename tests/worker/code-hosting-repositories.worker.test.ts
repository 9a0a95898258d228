// Choosing repositories among more than one page of GitHub's list.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CodeHost } from "../doubles/code-host/index.ts";
import { HostedWorld } from "./code-host-kit.ts";

interface Found {
  readonly items: { readonly name: string; readonly isPrivate: boolean; readonly archived: boolean }[];
  readonly next: string | null;
}
let at: HostedWorld;
let host: CodeHost;
beforeEach(async () => {
  at = await HostedWorld.make();
  host = at.answers();
  await at.connectWith("acme/app");
});
afterEach(() => vi.unstubAllGlobals());
const list = async (rest = ""): Promise<Found> => (await at.world.as<Found>(at.management(`repositories${rest}`))).body;
const asked = (): number => host.count(/\/user\/repos/);

test("all are listed, page by page", async () => {
  for (let n = 1; n < 250; n += 1) host.addRepository(`acme/part-${n}`, { isPrivate: n % 2 === 0 });
  host.writing.archived.add("acme/part-1");
  const first = await list();
  expect([first.items.length, first.next]).toEqual([100, "2"]);
  expect(first.items.slice(0, 2)).toEqual([
    { name: "acme/app", isPrivate: true, archived: false },
    { name: "acme/part-1", isPrivate: false, archived: true },
  ]);
  const [second, third] = [await list("?cursor=2"), await list("?cursor=3")];
  expect([second.items.length, second.next, third.items.length, third.next]).toEqual([100, "3", 50, null]);
  expect(new Set([first, second, third].flatMap(({ items }) => items.map(({ name }) => name))).size).toBe(250);
});

test("a search finds a name on a late page, and one request reads five pages at most", async () => {
  for (let n = 1; n < 1200; n += 1) host.addRepository(`acme/part-${n}`);
  host.addRepository("Other/The-Billing-App");
  const before = asked();
  const first = await list("?q=billing%20other");
  expect([first.items, first.next, asked() - before]).toEqual([[], "6", 5]);
  expect((await list("?q=billing%20other&cursor=6")).next).toBe("11");
  expect(await list("?q=billing%20other&cursor=11")).toEqual({
    items: [{ name: "Other/The-Billing-App", isPrivate: true, archived: false }],
    next: null,
  });
  expect((await list("?q=nothing-like-it&cursor=11")).items).toEqual([]);
  // Enough of them: no further page is read.
  const again = asked();
  expect([(await list("?q=part")).next, asked() - again]).toEqual(["2", 1]);
});

test("a wrong cursor or search is refused, and GitHub's faults are said", async () => {
  for (const rest of ["?cursor=0", "?cursor=-1", "?cursor=1001", "?cursor=x", "?q=", `?q=${"a".repeat(101)}`])
    expect([rest, (await at.world.as(at.management(`repositories${rest}`))).status]).toEqual([rest, 400]);
  host.trouble = "limited";
  expect((await at.world.as<{ fault: string }>(at.management("repositories"))).body.fault).toBe("limited");
  // What is no list is no empty list.
  host.trouble = "garbage";
  expect((await at.world.as<{ fault: string }>(at.management("repositories"))).body.fault).toBe("unavailable");
});
