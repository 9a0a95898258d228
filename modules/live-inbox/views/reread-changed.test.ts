import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { rereadChanged } from "./reread-changed.ts";

/** A screen that reads a route, with the reads that wait for their answers. */
function screen() {
  const client = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const read = (): Promise<string> => new Promise((resolve) => void answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ["readDelegation", "one"], queryFn: read, retry: false });
  const stop = observer.subscribe(() => undefined);
  return { client, answers, stop, result: () => observer.getCurrentResult() };
}
const settles = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test("a change during the first read is read, whenever the first answer comes", async () => {
  const { client, answers, stop, result } = screen();
  rereadChanged(client, "readDelegation");
  expect(answers).toHaveLength(2);
  answers[0]?.("before");
  await settles();
  expect([result().status, result().fetchStatus]).toEqual(["pending", "fetching"]);
  answers[1]?.("after");
  await settles();
  expect([result().data, result().fetchStatus]).toEqual(["after", "idle"]);
  stop();
});

test("what was read before stays while it is read again; another route is left alone", async () => {
  const { client, answers, stop, result } = screen();
  answers[0]?.("before");
  await settles();
  rereadChanged(client, "anotherRoute");
  expect(answers).toHaveLength(1);
  rereadChanged(client, "readDelegation");
  expect([answers.length, result().data]).toEqual([2, "before"]);
  answers[1]?.("after");
  await settles();
  expect(result().data).toBe("after");
  stop();
});

test("a read that nobody looks at any more ends as it began", async () => {
  const { client, answers, stop } = screen();
  stop();
  rereadChanged(client, "readDelegation");
  expect(answers).toHaveLength(1);
  answers[0]?.("before");
  await settles();
  expect(client.getQueryState(["readDelegation", "one"])?.fetchStatus).toBe("idle");
});
