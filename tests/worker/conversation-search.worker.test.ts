// The search over conversations: words, filters, permalinks' revisions, projects apart, erasure, and saved searches.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Hit {
  readonly revision: number;
  readonly kind: string;
  readonly quote: string;
  readonly marks: readonly (readonly [number, number])[];
  readonly file: { readonly name: string } | null;
}
interface Found {
  readonly items: readonly { readonly id: string; readonly hits: readonly Hit[]; readonly more: number }[];
  readonly next: string | null;
  readonly readAs: string | null;
  readonly isPartial: boolean;
  readonly isIndexing: boolean;
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
});
const search = (q: string, more = "", at = world): Promise<Answer<Found>> =>
  at.as<Found>(`/api/dashboard/projects/${at.projectId}/conversation-search?q=${encodeURIComponent(q)}${more}`);
const open = async (text: string, by = visitor): Promise<string> => (await by.open(text)).body.conversation.id;
const note = (id: string, content: string, at = world): Promise<Answer<unknown>> =>
  at.as(`${at.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content } });
const idsOf = async (q: string, more = ""): Promise<string[]> => (await search(q, more)).body.items.map(({ id }) => id);

test("a message is found at once by its words, with the passage, its marks, and its place", async () => {
  const id = await open("The invoice for **October** shows the wrong amount.");
  const { status, body } = await search("wrong invoice");
  expect(status).toBe(200);
  expect(body.items[0]).toMatchObject({ id, hits: [{ revision: 1, kind: "message", quote: "The invoice for October shows the wrong amount." }] });
  expect(body.items[0]?.hits[0]?.marks.map(([from, to]) => body.items[0]?.hits[0]?.quote.slice(from, to))).toEqual(["invoice", "wrong"]);
  expect(body).toMatchObject({ readAs: null, isPartial: false, isIndexing: false, next: null });
});
