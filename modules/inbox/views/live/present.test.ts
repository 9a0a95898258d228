import { expect, test } from "vitest";
import { presentMembers } from "./present.ts";

const at = (accountId: string, idle?: true) => ({ accountId, conversationId: null, ...(idle ? { idle } : {}) });

test("a member with several windows is idle only if all of them are", () => {
  const members = presentMembers([at("olga", true), at("olga"), at("tom", true), at("tom", true), at("mia")]);
  expect([...members]).toEqual([
    ["olga", "active"],
    ["tom", "idle"],
    ["mia", "active"],
  ]);
});
