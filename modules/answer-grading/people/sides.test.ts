import { expect, test } from "vitest";
import { isSwapped } from "./sides.ts";

test("each answer stands first in half of the cases, by question and by grader", async () => {
  for (const varied of ["seed", "grader", "question"] as const) {
    let swapped = 0;
    for (let at = 0; at < 10_000; at += 1) {
      const value = (name: typeof varied): string => (name === varied ? `${name}${at}` : name);
      if (await isSwapped(value("seed"), value("grader"), value("question"))) swapped += 1;
    }
    expect(swapped, varied).toBeGreaterThanOrEqual(4700);
    expect(swapped, varied).toBeLessThanOrEqual(5300);
  }
});

test("the same question stands the same way for the same grader, and not always for another one", async () => {
  const of = async (grader: string): Promise<string> =>
    (await Promise.all(Array.from({ length: 64 }, (_, at) => isSwapped("seed", grader, `qsq_${at}`)))).map(Number).join("");
  expect(await of("acc_1")).toBe(await of("acc_1"));
  expect(await of("acc_1")).not.toBe(await of("acc_2"));
});
