import { expect, test } from "vitest";
import { findEmojis, loadEmojis } from "./emojis.ts";

test("emoji are found by the beginnings of their names' words, the closest first", async () => {
  const all = await loadEmojis();
  expect(all.length).toBeGreaterThan(8);
  expect(findEmojis(all, "thumbs up", 3)[0]).toMatchObject({ emoji: "👍", name: "thumbs up" });
  expect(findEmojis(all, "party", 9).map(({ emoji }) => emoji)).toEqual(expect.arrayContaining(["🎉", "🥳"]));
  expect(findEmojis(all, "heart", 200).length).toBeGreaterThan(20);
  expect(findEmojis(all, "heart", 5)).toHaveLength(5);
  expect(findEmojis(all, "", 5)).toEqual([]);
  expect(findEmojis(all, ")", 5)).toEqual([]);
  expect(findEmojis(all, "qqq", 5)).toEqual([]);
});
