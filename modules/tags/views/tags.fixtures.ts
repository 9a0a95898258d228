// Tags for the stories.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";

export const tagId = (n: number): string => fixtureId("tag", n);
const tag = (n: number, name: string, hue: number, conversations: number, change: object = {}) => ({
  ...{ id: tagId(n), name, hue, description: "", state: "active", mergedInto: null, conversations, toMove: null },
  ...change,
});
export const TAGS = (): readonly object[] => [
  tag(1, "Billing", 268, 41, { description: "Invoices, cards, and what they cost." }),
  tag(2, "Bug", 25, 12),
  tag(3, "Feature request", 195, 3),
  tag(4, "Refund", 95, 128, { description: "Money goes back. Ask Tomás above 200 €." }),
  tag(5, "Refnd", 95, 0, { state: "merged", mergedInto: tagId(4), toMove: 9 }),
  tag(6, "Shipping", 155, 7),
  tag(7, "استرداد", 320, 1),
  tag(8, "Black Friday 2025", 62, 230, { state: "archived" }),
];
export const tagList = (items: readonly object[] = TAGS(), everybodyCreates = true) => ({ items, everybodyCreates });
export const mergingTag = (): object => tag(9, "Parcel", 235, 140, { state: "merging", mergedInto: tagId(6), toMove: 230 });
export const longTag = (): object =>
  tag(10, "Außergewöhnlich lange Stichwörter überall", 25, 1200, {
    description:
      "Eine Beschreibung, die so lang ist, wie sie überhaupt werden darf, damit man sieht, dass sie auf keinem Bildschirm über den Rand hinausläuft und auch dann noch lesbar bleibt, wenn sie zwei Zeilen hat.",
  });
