// JSON lines of a set: what is read, and what is said of lines that can't be.
import assert from "node:assert/strict";
import { test } from "vitest";
import { isJsonLines, rowsOfLines } from "./json-lines.ts";

test("lines of an export are read as they are, and a table is none", () => {
  const { rows, problems } = rowsOfLines('{"version":1,"question":"a; b?","facts":["x; y"]}\n\n{"version":1,"question":"c"}\n');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    rows.map(({ line, question, facts }) => [line, question, facts]),
    [
      [1, "a; b?", ["x; y"]],
      [3, "c", ""],
    ],
  );
  assert.equal(isJsonLines("question,topic\n{"), false);
});
test("each line that can't be read is named", () => {
  const { problems } = rowsOfLines('{"version":1,"question":1}\n{"version":2}\nnonsense\n[]\n{"version":1,"facts":"x"}');
  assert.deepEqual(
    problems.map(({ line }) => line),
    [1, 2, 3, 4, 5],
  );
});
