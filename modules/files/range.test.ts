import { expect, test } from "vitest";
import { rangeOf } from "./range.ts";

test.each([
  [null, undefined],
  ["bytes=0-9", { offset: 0, length: 10 }],
  ["bytes=95-", { offset: 95, length: 5 }],
  ["bytes=90-500", { offset: 90, length: 10 }],
  ["bytes=-5", { offset: 95, length: 5 }],
  ["bytes=-500", { offset: 0, length: 100 }],
  ["Bytes = 1 - 1", { offset: 1, length: 1 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=99999999999999999999-", "unsatisfiable"],
  ["bytes=5-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["items=0-5", undefined],
])("the Range header %s on a file of 100 bytes selects %j", (header, part) => {
  expect(rangeOf(header, 100)).toEqual(part);
});
