import { expect, test } from "vitest";
import { oneFlag } from "./flags.ts";

const FLAGS = ["local", "plan", "remote"] as const;

test.each([["--local"], ["--plan"], ["--remote"]])("%s alone is accepted", (flag) => {
  expect(`--${oneFlag([flag], FLAGS)}`).toBe(flag);
});
test.each([
  [[]],
  [["--local", "--plan"]],
  [["--local", "--local"]],
  [["--locale"]],
  [["--plan=yes"]],
  [["plan"]],
  [["--plan", "x"]],
  [["--"]],
  [["-p"]],
])("%j is refused", (args) => {
  expect(oneFlag(args, FLAGS)).toBeUndefined();
});
