import { expect, test } from "vitest";
import { MIA, row } from "./inbox.fixtures.ts";
import { previewText } from "./preview.ts";

const TOMAS = "acc_tomas" as never;
const viewer = { me: MIA, members: [{ accountId: TOMAS, name: "Tomás Álvarez" }] };
const saidBy = (change: object): string => previewText(row(1, "Amara Okafor", "Done", 1, change), viewer);

test("the preview names its author: me, a teammate by the first name, or the team if nobody is known", () => {
  expect(saidBy({ previewRole: "operator", previewAuthorId: MIA })).toBe("You: Done");
  expect(saidBy({ previewRole: "operator", previewAuthorId: TOMAS })).toBe("Tomás: Done");
  expect(saidBy({ previewRole: "operator", previewAuthorId: "acc_left" })).toBe("Team: Done");
  expect(saidBy({ previewRole: "operator" })).toBe("Team: Done");
});

test("a customer's text stands alone, and a note is called one whoever wrote it", () => {
  expect(saidBy({})).toBe("Done");
  expect(saidBy({ previewRole: "note", previewAuthorId: MIA })).toBe("Note: Done");
});

test("of files alone the count is shown, in no language", () => {
  const files = (preview: string) => previewText(row(1, "Amara Okafor", preview, 1), viewer);
  expect([files("📎 1 file"), files("📎 3 files"), files("📎 3 files of mine")]).toEqual(["📎 1", "📎 3", "📎 3 files of mine"]);
});
