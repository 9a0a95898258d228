import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#dashboard/api.ts";
import type { ConversationSummary } from "#modules/conversations/contract";
import { changeRow } from "./bridge.ts";
import { keys } from "./queries.ts";

const AT = Date.parse("2030-01-08T12:00:00Z");
const target = (minutes: number) => ({ target: `running,next,${AT + minutes * 60_000}` });
const row = (id: string, minutes: number): ConversationSummary =>
  ({ id, revision: 3, status: "open", createdAt: "2030-01-01T10:00:00.000Z", fields: target(minutes) }) as unknown as ConversationSummary;
const key = keys.list("prj_1", { view: "all", sort: "due" });
let reads = 0;

/** A list of what is due in 10 and in 20 minutes; `next` as the server answers it. */
function hold(next: string | null): void {
  const page = { items: [row("cnv_1", 10), row("cnv_2", 20)], next, head: 1 };
  queryClient.setQueryData(key, { pages: [page], pageParams: [undefined] });
}
/** The fields of a conversation that is not loaded change. */
const change = (fields: Readonly<Record<string, string>>) => changeRow("prj_1", "acc_1", "cnv_9", { fields }, 4);

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
  reads = 0;
  vi.spyOn(queryClient, "invalidateQueries").mockImplementation(async ({ queryKey } = {}) => {
    if (JSON.stringify(queryKey) === JSON.stringify(key)) reads++;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

test.each([
  ["above the last loaded row", "page2", target(15), 1],
  ["below the last loaded row, which has a page of its own", "page2", target(30), 0],
  ["below the last row of all", null, target(30), 1],
  ["nowhere, without a target", null, { priority: "high" }, 0],
])("a list by what falls due is read again for a conversation that stands %s", (_, next, fields, times) => {
  hold(next);
  change(fields);
  vi.advanceTimersByTime(60_000);
  expect(reads).toBe(times);
});

test("it is read again once it is quiet, and within ten seconds where it never is", () => {
  hold(null);
  change(target(5));
  change(target(6));
  vi.advanceTimersByTime(1499);
  expect(reads).toBe(0);
  vi.advanceTimersByTime(1);
  expect(reads).toBe(1);
  for (let second = 0; second < 25; second++) {
    change(target(5));
    vi.advanceTimersByTime(1000);
  }
  expect(reads).toBe(3);
});
