// Erasing a contact in workerd: what is removed, what is kept, and what is refused from the first batch on.
import { expect, test } from "vitest";
import { endWithAnswer, erase, progress } from "./erasure-kit.ts";
import { makeWorld, PNG, type World } from "./world.ts";

async function person(world: World) {
  const visitor = await world.visitor();
  const file = (await visitor.upload("passport.png", PNG)).body.file.id;
  const id = (await visitor.open("my secret", { attachments: [file] })).body.conversation.id;
  await visitor.upload("loose.png", PNG);
  await visitor.call("/api/widget/events", {
    body: {
      events: [
        { kind: "claim", name: "Ada Lovelace", email: "ada@example.test" },
        { kind: "metadata", metadata: { plan: "gold", seats: 3 } },
      ],
    },
  });
  const message = { clientId: crypto.randomUUID(), content: "secret answer" };
  expect((await world.as(`${world.conversations}/${id}/messages`, { body: { ...message, frontier: 1 } })).status).toBe(201);
  expect((await world.as(`${world.conversations}/${id}/notes`, { body: { ...message, clientId: crypto.randomUUID() } })).status).toBe(201);
  await world.as(`${world.conversations}/${id}/drafts/reply`, { method: "PUT", body: { content: "secret draft", attachments: [] } });
  return { visitor, id };
}

test("personal data and texts are removed, while rows and the tombstone stay", async () => {
  const world = await makeWorld();
  const { visitor, id } = await person(world);
  const team = await world.socket();
  await team.until((f) => f.type === "live");
  const own = await visitor.socket();
  await own.until((f) => f.type === "live");

  const answer = await erase(world, visitor);
  expect(answer.status).toBe(202);
  expect(answer.body.erasure).toMatchObject({ state: "erasing", erasedBy: "Olga", removed: { facts: 4, sessions: 1 } });
  expect((await own.until((f) => f.type === "closed")).reason).toBe("erased");
  await team.until((f) => f.type === "contact");
  await team.until((f) => f.event?.kind === "erased");

  expect(await progress(world, visitor)).toMatchObject({
    state: "erased",
    removed: { facts: 4, sessions: 1, conversations: 1, messages: 2, notes: 1, attachments: 2, drafts: 1 },
  });
  const [contact] = await world.rows("SELECT * FROM contacts WHERE id = ?", visitor.contactId);
  expect(contact).toMatchObject({ state: "erased", name: null, email: null, metadata: "{}", last_page: null, last_seen_at: null });
  const messages = await world.rows(
    "SELECT revision, author_role, content, erased_at FROM messages WHERE conversation_id = ? ORDER BY revision",
    id,
  );
  expect(messages.map((m) => [m["revision"], m["author_role"], m["content"]])).toEqual([
    [1, "visitor", ""],
    [2, "operator", ""],
    [4, "operator", ""],
  ]);
  expect(messages.every((m) => m["erased_at"] !== null)).toBe(true);
  const [conversation] = await world.rows("SELECT preview, status, revision FROM conversations WHERE id = ?", id);
  expect(conversation).toEqual({ preview: "", status: "closed", revision: 5 });
  expect(await world.rows("SELECT 1 FROM files WHERE project_id = ?", world.projectId)).toEqual([]);
  expect((await world.env.FILES.list()).objects).toEqual([]);
  const keys = await world.rows<{ object_key: string; removed_at: number }>("SELECT object_key, removed_at FROM contact_erasure_objects");
  expect(keys).toHaveLength(2);
  for (const { object_key, removed_at } of keys) expect([/^[0-9a-f]{64}$/.test(object_key), removed_at !== null]).toEqual([true, true]);

  const thread = await world.as<{ events: { kind: string; message?: { content: string; erased_at: string } }[] }>(
    `${world.conversations}/${id}`,
  );
  expect(thread.body.events.map((e) => e.kind)).toEqual(["message", "message", "assigned", "note", "erased"]);
});

test("from the first batch on nobody can read the contact's files, even those of notes and drafts", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const files = [(await visitor.upload("passport.png", PNG)).body.file.id];
  const { id } = (await visitor.open("my secret", { attachments: files })).body.conversation;
  const at = `${world.conversations}/${id}`;
  for (let n = 0; n < 2; n += 1) {
    const headers = { "content-length": String(PNG.byteLength) };
    const path = `${at}/files?name=passport.png&clientId=${crypto.randomUUID()}`;
    files.push((await world.as<{ file: { id: string } }>(path, { raw: PNG, headers })).body.file.id);
  }
  const note = { clientId: crypto.randomUUID(), content: "see", attachments: [files[1]] };
  expect((await world.as(`${at}/notes`, { body: note })).status).toBe(201);
  const read = () => Promise.all(files.map(async (file) => (await world.as(`/files/${file}`)).status));
  expect(await read()).toEqual([200, 200, 200]);
  await erase(world, visitor, endWithAnswer(world.env));
  expect(await world.rows("SELECT 1 FROM files WHERE project_id = ?", world.projectId)).toHaveLength(3);
  expect(await read()).toEqual([404, 404, 404]);
});

test("a request for another project's contact changes nothing of it", async () => {
  const [theirs, world] = [await makeWorld(), await makeWorld()];
  const { visitor } = await person(theirs);
  const counted = () => theirs.rows("SELECT * FROM abuse_counters WHERE key LIKE ?", `%${visitor.contactId}`);
  const before = await counted();
  expect(before.length).toBeGreaterThan(2);
  expect((await erase(world, visitor)).status).toBe(404);
  expect(await counted()).toEqual(before);
  expect((await visitor.call("/api/widget/conversations")).status).toBe(200);
});
