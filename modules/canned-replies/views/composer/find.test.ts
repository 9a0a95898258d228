import { expect, test } from "vitest";
import type { CannedReply } from "../../contract.ts";
import { findReplies } from "./find.ts";
import { valuesOf } from "./values.ts";

let n = 0;
const reply = (title: string, shortcut = "", more: Partial<CannedReply> = {}): CannedReply => ({
  ...{ id: `crp_${n++}` as never, title, shortcut, text: `Text of ${title}`, files: [], shared: true, version: 1, uses: 0, usedAt: null },
  ...more,
});
const REPLIES = [
  reply("Refund limits", "limits"),
  reply("Opening hours", "hours", { uses: 9 }),
  reply("How to get a refund", "back"),
  reply("Apology", "sorry", { text: "We are sorry; your refund is on its way." }),
  reply("My hours", "hours", { shared: false }),
];
const titles = (typed: string): string[] => findReplies(REPLIES, typed).map(({ title }) => title);

test("the shortcut comes before the title, and the title before the text", () => {
  expect(titles("refund")).toEqual(["Refund limits", "How to get a refund", "Apology"]);
  expect(titles("HOUR")).toEqual(["My hours", "Opening hours"]);
  expect(titles("back")).toEqual(["How to get a refund"]);
  expect(titles("nothing")).toEqual([]);
});

test("without a word all are listed: own ones first, then by use", () => {
  expect(titles("").slice(0, 2)).toEqual(["My hours", "Opening hours"]);
  expect(
    findReplies(
      Array.from({ length: 50 }, () => reply("Many")),
      "",
    ).length,
  ).toBe(30);
});

test("values come from the contact, the member and the project", () => {
  const customer = { name: "Amara Okafor", email: null, metadata: { Plan: "pro", seats: 3, "contact.name": "Eve" }, subject: null };
  expect(valuesOf(customer, "Mia Sol", "Acme")).toMatchObject({
    ...{
      "contact.name": "Amara Okafor",
      "contact.first_name": "Amara",
      "contact.email": null,
      "contact.plan": "pro",
      "contact.seats": "3",
    },
    ...{ "agent.name": "Mia Sol", "agent.first_name": "Mia", "project.name": "Acme", "conversation.subject": null },
  });
  expect(valuesOf({ ...customer, name: "amara@x.example" }, "Mia", "Acme")["contact.first_name"]).toBe(null);
  // Metadata of that name doesn't replace what the desk knows.
  expect(valuesOf({ ...customer, metadata: { name: "Eve", email: "eve@x.example" } }, "Mia", "Acme")["contact.name"]).toBe("Amara Okafor");
});
