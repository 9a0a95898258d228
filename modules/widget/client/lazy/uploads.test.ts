import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { expect, test } from "vitest";
import { sizeOf } from "./file-size.ts";
import * as uploads from "./uploads.ts";

test("the limits that are checked before an upload equal the contract's", () => {
  expect([uploads.MAX_FILE_BYTES, uploads.MAX_FILES]).toEqual([MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE]);
});

test("file sizes are shown in decimal units", () => {
  expect(["1.5 MB", "12 kB", "25 MB"]).toEqual([sizeOf("en", 1_450_000), sizeOf("en", 12_345), sizeOf("en", 25_000_000)]);
});
