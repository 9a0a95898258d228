import { expect, test } from "vitest";
import type { Tag } from "../contract.ts";
import { formerNames, leadsTo, resolveTags } from "./resolve-tags.ts";

const tag = (id: string, name: string, mergedInto: string | null = null) =>
  ({
    id,
    name,
    mergedInto,
    hue: 25,
    description: "",
    state: mergedInto === null ? "active" : "merged",
    conversations: 0,
    toMove: null,
  }) as unknown as Tag;
const TAGS = [tag("a", "Refund"), tag("b", "Refnd", "a"), tag("c", "Billing"), tag("d", "Money back", "a")];

test("tags come by name, a merged one as what it became part of, each once", () => {
  expect(resolveTags(TAGS, ["b", "a", "c", "d"]).map(({ name }) => name)).toEqual(["Billing", "Refund"]);
});
test("an unknown id leads nowhere", () => {
  expect(leadsTo(TAGS, "x")).toBeUndefined();
  expect(resolveTags(TAGS, ["x", "c"]).map(({ id }) => id)).toEqual(["c"]);
});
test("former names are those of what was merged", () => {
  expect(formerNames(TAGS, "a")).toEqual(["Refnd", "Money back"]);
  expect(formerNames(TAGS, "c")).toEqual([]);
});
