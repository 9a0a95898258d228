// Notes on contacts: who writes, changes and deletes them, undo, pages, erasure, and the deletion of their project.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type World } from "./world.ts";

interface Note {
  readonly id: string;
  readonly content: string;
  readonly authorId: string;
  readonly authorName: string | null;
  readonly editedAt: string | null;
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-27T09:00:00.000Z" });
});
const notesOf = (contactId: string, at = world): string => `/api/dashboard/projects/${at.projectId}/contacts/${contactId}/notes`;
const add = (contactId: string, content: string, clientId: string = crypto.randomUUID(), at = world): Promise<Answer<{ note: Note }>> => {
  at.clock.advance({ seconds: 1 });
  return at.as<{ note: Note }>(notesOf(contactId, at), { body: { clientId, content } });
};
const list = async (contactId: string, at = world): Promise<string[]> =>
  (await at.as<{ items: Note[] }>(notesOf(contactId, at))).body.items.map(({ content }) => content);

test("notes are added once, listed newest first page by page, and changed with a mark", async () => {
  const { contactId } = await world.visitor();
  const clientId = crypto.randomUUID();
  const first = await add(contactId, " Prefers mornings \n- really ", clientId);
  expect([first.status, first.body.note.content, first.body.note.authorName]).toEqual([201, "Prefers mornings \n- really", "Olga"]);
  expect((await add(contactId, "Prefers mornings \n- really", clientId)).status).toBe(200);
  expect((await add(contactId, "Another text", clientId)).status).toBe(409);
  for (const wrong of ["", "   ", "x".repeat(5001)]) expect((await add(contactId, wrong)).status).toBe(400);
  for (let i = 0; i < 24; i += 1) await add(contactId, `note ${i}`);
  const page = await world.as<{ items: Note[]; next: string }>(notesOf(contactId));
  expect(page.body.items.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, i) => `note ${23 - i}`));
  const rest = await world.as<{ items: Note[]; next: null }>(`${notesOf(contactId)}?cursor=${page.body.next}`);
  expect([rest.body.items.length, rest.body.next]).toEqual([5, null]);
  const changed = await world.as<{ note: Note }>(`${notesOf(contactId)}/${first.body.note.id}`, {
    method: "PATCH",
    body: { content: "Now evenings" },
  });
  expect([changed.status, changed.body.note.content, changed.body.note.editedAt === null]).toEqual([200, "Now evenings", false]);
});

test("a deleted note can be restored as it was for an hour; then it is gone", async () => {
  const at = await makeWorld({ now: "2026-11-27T10:00:00.000Z" });
  const { contactId } = await at.visitor();
  const { note } = (await add(contactId, "Keep me", crypto.randomUUID(), at)).body;
  const path = `${notesOf(contactId, at)}/${note.id}`;
  expect((await at.as(path, { method: "DELETE" })).status).toBe(200);
  expect((await at.as(path, { method: "DELETE" })).status).toBe(200);
  expect(await list(contactId, at)).toEqual([]);
  expect((await at.as(path, { method: "PATCH", body: { content: "No" } })).status).toBe(404);
  expect((await at.as<{ note: Note }>(`${path}/restore`, { body: {} })).body.note).toEqual(note);
  expect(await list(contactId, at)).toEqual(["Keep me"]);
  await at.as(path, { method: "DELETE" });
  at.clock.advance({ minutes: 61 });
  await at.tick();
  expect((await at.as(`${path}/restore`, { body: {} })).status).toBe(404);
  expect(await at.rows("SELECT id FROM contact_notes WHERE id = ?", note.id)).toEqual([]);
});

test("another contact's or project's note is answered like a missing one", async () => {
  const [one, two] = [await world.visitor(), await world.visitor()];
  const { note } = (await add(one.contactId, "Mine")).body;
  const other = await makeWorld();
  for (const path of [notesOf(two.contactId), notesOf(one.contactId, other)]) {
    expect((await world.as(`${path}/${note.id}`, { method: "PATCH", body: { content: "Yours" } })).status).toBe(404);
    expect((await world.as(`${path}/${note.id}`, { method: "DELETE" })).status).toBe(404);
    expect((await world.as(`${path}/${note.id}/restore`, { body: {} })).status).toBe(404);
  }
  expect((await world.as(notesOf(one.contactId, other))).status).toBe(404);
  expect((await world.as(notesOf(one.contactId, other), { body: { clientId: crypto.randomUUID(), content: "x" } })).status).toBe(404);
  expect(await list(one.contactId)).toEqual(["Mine"]);
});

test("erasing a contact removes its notes, deleted ones too, and none can be added any more", async () => {
  const { contactId } = await world.visitor();
  await add(contactId, "Some private fact");
  const { note } = (await add(contactId, "A deleted fact")).body;
  await world.as(`${notesOf(contactId)}/${note.id}`, { method: "DELETE" });
  expect((await world.as(`/api/management/projects/${world.projectId}/contacts/${contactId}/erase`, { body: {} })).status).toBeLessThan(
    300,
  );
  for (let i = 0; i < 5; i += 1) await world.tick();
  expect((await add(contactId, "Afterwards")).status).toBe(409);
  expect((await world.as(`${notesOf(contactId)}/${note.id}/restore`, { body: {} })).status).toBe(404);
  expect(await world.rows("SELECT * FROM contact_notes WHERE contact_id = ?", contactId)).toEqual([]);
});

test("deleting a project removes all of its notes and nobody else's", async () => {
  const [gone, stays] = [await makeWorld(), await makeWorld()];
  const [one, two] = [await gone.visitor(), await stays.visitor()];
  await add(one.contactId, "Leaves", crypto.randomUUID(), gone);
  await add(two.contactId, "Stays", crypto.randomUUID(), stays);
  const deleted = await gone.as(`/api/management/projects/${gone.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(deleted.status).toBe(200);
  for (let i = 0; i < 3; i += 1) await gone.tick();
  expect(await gone.rows("SELECT id FROM contact_notes WHERE project_id = ?", gone.projectId)).toEqual([]);
  expect(await list(two.contactId, stays)).toEqual(["Stays"]);
});
