import { expect, test } from "vitest";
import { agreed } from "./agreed.ts";

/** Makes archives of these contents, one after the other. */
function builds(...contents: string[]) {
  const said: string[] = [];
  let built = 0;
  const make = async () => [{ name: "artifact", bytes: Buffer.from(contents[built++] ?? "none") }] as const;
  return { said, make, count: () => built, result: () => agreed(make, (line) => void said.push(line)) };
}

test("two equal builds are enough", async () => {
  const { result, count, said } = builds("one", "one");
  expect((await result())[0].bytes.toString()).toBe("one");
  expect([count(), said]).toEqual([2, []]);
});

test.each([
  ["first", ["odd", "one", "one"]],
  ["second", ["one", "odd", "one"]],
])("an odd build is found out by a third, though it is the %s", async (_, contents) => {
  const { result, said } = builds(...contents);
  expect((await result())[0].bytes.toString()).toBe("one");
  expect(said).toHaveLength(1);
});

test("three different builds are refused", async () => {
  const { result, count } = builds("one", "two", "three", "three");
  await expect(result()).rejects.toThrow("3 builds of the same commit are all different");
  expect(count()).toBe(3);
});
