// What a pasted list is read as.
import { expect, test } from "vitest";
import { textOf } from "#kernel/csv/text-of-file.ts";
import { addressesIn } from "./addresses.ts";

test.each([
  ["one address a line, with repetitions", "a@acme.example\nA@acme.example\r\nb@acme.example", ["a@acme.example", "b@acme.example"]],
  [
    "a CSV file with other columns",
    'Name,Email\n"Okafor, Amara",amara@acme.example\nJonas;j@acme.example',
    ["amara@acme.example", "j@acme.example"],
  ],
  [
    "addresses as mail programs write them",
    '"A" <a@acme.example>, mailto:b@acme.example; (c@acme.example).',
    ["a@acme.example", "b@acme.example", "c@acme.example"],
  ],
  ["control characters and NUL", "a@acme.example\0\u0007b@acme.example", ["a@acme.example", "b@acme.example"]],
  ["nothing", "no address here", []],
])("%s", (_, text, addresses) => expect(addressesIn(text).addresses).toEqual(addresses));

test("what has an @ and is no address is counted, and the first are shown", () => {
  const { addresses, wrong, wrongCount } = addressesIn(`a@acme.example @ x@ ${"y".repeat(300)}@acme.example @@@ z@localhost`);
  expect([addresses, wrong.length, wrongCount]).toEqual([["a@acme.example"], 3, 5]);
});
test("a large file of one line is read in a moment", () => {
  const started = performance.now();
  addressesIn("@".repeat(5_000_000));
  addressesIn("a@acme.example,".repeat(300_000));
  expect(performance.now() - started).toBeLessThan(3000);
});
test.each([
  ["UTF-16 with its mark", [0xff, 0xfe]],
  ["UTF-16 without a mark", []],
])("addresses of a file in %s are found", (_, mark) => {
  const wide = [..."a@acme.example\nb@acme.example"].flatMap((letter) => [letter.charCodeAt(0), 0]);
  expect(addressesIn(textOf(Uint8Array.from([...mark, ...wide]))).addresses).toEqual(["a@acme.example", "b@acme.example"]);
});
