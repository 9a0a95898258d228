import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor decodes to its keys and is safe in a URL", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.stringMatching(/^[a-z]{3}_[0-9a-z]{0,26}$/), (at, id) => {
      const cursor = encodeCursor([at, id]);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(cursor)).toEqual({ at, id });
    }),
  );
  expect(decodeCursor(undefined)).toBeUndefined();
});

test("anything else is refused as an invalid request, never an internal error", () => {
  const refused = (cursor: string): void => {
    try {
      decodeCursor(cursor);
    } catch (error) {
      expect(error).toMatchObject({ status: 400, code: "invalid_request" });
      return;
    }
    expect.unreachable(cursor);
  };
  for (const wrong of [
    "",
    "x",
    "!!!",
    btoa("[]"),
    btoa("[1]"),
    btoa('["a","b"]'),
    btoa("[1,2]"),
    btoa('[1,"a","b"]'),
    btoa('{"0":1,"1":"a","length":2}'),
    btoa("null"),
    btoa('[null,"a"]'),
    btoa('[1e999,"a"]'),
  ])
    refused(wrong);
  fc.assert(
    fc.property(anyText(), (text) => {
      try {
        const found = decodeCursor(text);
        expect(typeof found?.at).toBe("number");
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }),
  );
});
