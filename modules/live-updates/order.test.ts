import fc from "fast-check";
import { expect, test } from "vitest";
import { type Item, place } from "./order.ts";

const item = (cursor: number, previous: number): Item => ({ cursor, previous, frame: "" });

test("an item in sequence is sent, a known one is not, and a gap is read first", () => {
  expect(place(5, item(6, 5))).toBe("send");
  expect(place(5, item(5, 4))).toBe("known");
  expect(place(5, item(3, 2))).toBe("known");
  expect(place(5, item(7, 6))).toBe("gap");
  // A contact's sequence has holes where others wrote, so the previous visible sequence counts.
  expect(place(5, item(9, 5))).toBe("send");
  expect(place(7, item(9, 5))).toBe("send");
});

test("when announcements are reordered, repeated and lost, each event is still sent once and in order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }).chain((steps) => {
        let cursor = 0;
        const all = steps.map((step) => {
          const previous = cursor;
          cursor += step;
          return item(cursor, previous);
        });
        return fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 60 }));
      }),
      ([all, announced]) => {
        let head = 0;
        const sent: number[] = [];
        const send = (one: Item): void => {
          sent.push(one.cursor);
          head = one.cursor;
        };
        for (const index of announced) {
          const one = all[index] as Item;
          const where = place(head, one);
          if (where === "send") send(one);
          // The database has everything that was ever announced.
          if (where === "gap") all.filter((a) => a.cursor > head && a.cursor <= one.cursor).forEach(send);
        }
        const reached = all.filter((a) => a.cursor <= head).map((a) => a.cursor);
        expect(sent).toEqual(reached);
      },
    ),
  );
});
