import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { expect, test } from "vitest";
import * as uploads from "./uploads.ts";

test("the limits that are told before an upload are the contract's", () => {
  expect([uploads.MAX_FILE_BYTES, uploads.MAX_FILES]).toEqual([MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE]);
});
