// Reading a CSV text.
import { expect, test } from "vitest";
import { rowsOf } from "./csv.ts";

test("rows know their line, also after cells of several lines and empty rows", async () => {
  const rows = await rowsOf('\uFEFFQuestion;facts\r\n"How\r\nlong?";"30 days\n14 days"\r\n;\r\nWho?;\r\n');
  expect(rows).toMatchObject([
    { line: 2, question: "How\nlong?", facts: "30 days\n14 days", outcome: "" },
    { line: 6, question: "Who?", facts: "" },
  ]);
});
test("what is no such table is said", async () => {
  await expect(rowsOf("a,b\n1,2")).rejects.toThrow("no column");
  await expect(rowsOf("question\n")).rejects.toThrow("no row");
  await expect(rowsOf('question\n"open')).rejects.toThrow("Line 2");
  await expect(rowsOf(`question\n${"x\n".repeat(201)}`)).rejects.toThrow("200");
});
