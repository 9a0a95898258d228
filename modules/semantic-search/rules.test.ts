import { expect, test } from "vitest";
import { textOf, tryAgainAt } from "./rules.ts";
import { retryAfter } from "#kernel/http/service-response.ts";
import { ServiceError, serviceErrorOf } from "./call-service.ts";
import { collectionName, placeOf, placeText, pointId } from "./store/points.ts";

test("a point's id is a UUID of version 5, deterministic and different for each chunk", async () => {
  const id = await pointId("prj_1", "kdc_1", 0, "openai/m");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await pointId("prj_1", "kdc_1", 0, "openai/m")).toBe(id);
  const others = [
    await pointId("prj_2", "kdc_1", 0, "openai/m"),
    await pointId("prj_1", "kdc_2", 0, "openai/m"),
    await pointId("prj_1", "kdc_1", 1, "openai/m"),
    await pointId("prj_1", "kdc_1", 0, "openai/n"),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

test("a place can be written and parsed, and an empty text is no place", () => {
  const place = { store: "0123456789ab", collection: collectionName("openai/Nomic/embed:v1.5", 768), generation: 3 };
  expect(place.collection).toBe("seed-desk_openai_nomic_embed_v1.5_768");
  expect(placeOf(placeText(place))).toEqual(place);
  expect(placeOf("")).toBeUndefined();
});

test("retry delays grow to a day", () => {
  const noon = Date.parse("2030-02-28T12:00:00Z");
  expect([0, 1, 2, 50].map((attempts) => (tryAgainAt(noon, attempts) - noon) / 60_000)).toEqual([2, 8, 32, 1440]);
});

test("the embedded text starts with the headings and is limited in length", () => {
  expect(textOf("Title", { heading: "", content: "Text" })).toBe("Title\nText");
  expect(textOf("T", { heading: "A / B", content: "x".repeat(20_000) })).toHaveLength(8000);
});

test.each([
  [401, "settings"],
  [403, "settings"],
  [404, "missing"],
  [400, "input"],
  [413, "input"],
  [409, "later"],
  [429, "later"],
  [500, "later"],
  [503, "later"],
  [302, "settings"],
] as const)("a response with status %i means %s", (status, kind) => {
  const trouble = serviceErrorOf("X", { status, headers: new Headers({ "retry-after": "7" }), body: undefined }, "", "KEY", 0);
  expect(trouble).toBeInstanceOf(ServiceError);
  expect(trouble).toMatchObject({ kind, after: kind === "later" ? 7 : undefined });
});

test("Retry-After may be seconds or a date, and invalid values are ignored", () => {
  const at = Date.UTC(2030, 0, 1);
  const of = (value: string) => retryAfter(new Headers({ "retry-after": value }), at);
  expect([of("12"), of(new Date(at + 90_500).toUTCString()), of("soon"), of("-1")]).toEqual([12, 90, undefined, expect.anything()]);
});
