// Snippets, files, and saved answers: what search finds, for whom, and what is removed again.
import type { Item, Source } from "#modules/knowledge-sources/contract";
import { expect, test } from "vitest";
import { makeSources } from "./sources-kit.ts";

test("a snippet is found by its source's audience, and by nobody after it is removed", async () => {
  const kit = await makeSources();
  const source = await kit.add("snippets");
  const made = await kit.snippet(source.id, "Opening hours", "We are open from nine to five on weekdays.");
  expect([made.status, made.body.item.state]).toEqual([201, "ready"]);
  expect(await kit.find("opening hours weekdays")).toEqual(["Opening hours"]);
  expect(await kit.source(source.id)).toMatchObject({ documents: 1, drafts: 0, failed: 0, syncedAt: "2030-01-01T00:00:00.000Z" });
  const changed = await kit.world.as(`${kit.management}/sources/${source.id}`, { method: "PATCH", body: { audience: "members" } });
  expect(changed.status).toBe(200);
  expect(await kit.find("opening hours weekdays")).toEqual([]);
  expect(await kit.find("opening hours weekdays", ["members"])).toEqual(["Opening hours"]);
  await kit.world.as(`${kit.management}/sources/${source.id}`, { method: "PATCH", body: { audience: "public", assistant: false } });
  expect(await kit.find("opening hours weekdays")).toEqual(["Opening hours"]);
  expect(await kit.find("opening hours weekdays", ["public"], { onlyAssistant: true })).toEqual([]);
  const gone = await kit.world.as(`${kit.management}/items/${made.body.item.id}`, { method: "DELETE" });
  expect(gone.status).toBe(200);
  expect(await kit.find("opening hours weekdays")).toEqual([]);
  expect(await kit.items(source.id)).toEqual([]);
  expect(await kit.world.rows("SELECT * FROM knowledge_items WHERE project_id = ?", kit.world.projectId)).toEqual([]);
});

test("a retry answers the first snippet, and an older revision is refused with the current one", async () => {
  const kit = await makeSources();
  const source = await kit.add("snippets");
  const clientId = crypto.randomUUID();
  const first = await kit.snippet(source.id, "Returns", "Thirty days.", { clientId });
  const second = await kit.snippet(source.id, "Returns", "Thirty days.", { clientId });
  expect([second.status, second.body.item.id]).toEqual([200, first.body.item.id]);
  const { id } = first.body.item;
  const change = (revision: number, content: string) =>
    kit.world.as(`${kit.dashboard}/items/${id}`, { method: "PATCH", body: { revision, title: "Returns", content, publish: true } });
  expect((await change(1, "Sixty days, unworn.")).body).toMatchObject({ item: { revision: 2 } });
  expect(await change(1, "Ninety days.")).toMatchObject({ status: 409, body: { revision: 2 } });
  expect(await kit.find("unworn")).toEqual(["Returns"]);
  expect(await kit.find("thirty")).toEqual([]);
  expect((await kit.world.as<{ content: string }>(`${kit.dashboard}/items/${id}`)).body.content).toBe("Sixty days, unworn.");
});

test("a draft is not found until it is published, nor after it is unpublished", async () => {
  const kit = await makeSources();
  const source = await kit.add("snippets");
  const { body } = await kit.snippet(source.id, "Secret plan", "Warehouse moves in spring.", { publish: false });
  expect(body.item.state).toBe("draft");
  expect(await kit.find("warehouse")).toEqual([]);
  const change = (revision: number, publish: boolean) =>
    kit.world.as(`${kit.dashboard}/items/${body.item.id}`, {
      method: "PATCH",
      body: { revision, title: "Secret plan", content: "Warehouse moves in spring.", publish },
    });
  await change(1, true);
  expect(await kit.find("warehouse")).toEqual(["Secret plan"]);
  await change(2, false);
  expect(await kit.find("warehouse")).toEqual([]);
});

const upload = (
  kit: Awaited<ReturnType<typeof makeSources>>,
  sourceId: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  clientId = crypto.randomUUID(),
) =>
  kit.world.as<{ item: Item }>(`${kit.management}/sources/${sourceId}/files?name=${encodeURIComponent(name)}&clientId=${clientId}`, {
    raw: bytes,
    headers: { "content-length": String(bytes.byteLength) },
  });
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

test("Markdown, text, HTML, and CSV are read, and the original can be downloaded", async () => {
  const kit = await makeSources();
  const source = await kit.add("files");
  const page =
    "<html><head><title>x</title><script>alert('evilword')</script></head><body><nav>menuword</nav><main><h1>Guide</h1><p>Use the <b>blue</b> lever.</p></main></body></html>";
  for (const [name, text] of [
    ["notes.md", "# Notes\n\nThe gasket needs grease."],
    ["plain.txt", "Torque is forty newton."],
    ["guide.html", page],
    ["prices.csv", 'Product,Price\n"Pump, small",12\nHose,3\n'],
  ] as const)
    expect((await upload(kit, source.id, name, bytes(text))).status).toBe(201);
  await kit.work(5, 0);
  expect((await kit.items(source.id)).map(({ title, state }) => `${title} ${state}`).toSorted()).toEqual([
    "guide.html ready",
    "notes.md ready",
    "plain.txt ready",
    "prices.csv ready",
  ]);
  expect(await kit.find("gasket grease")).toEqual(["notes.md"]);
  expect(await kit.find("torque newton")).toEqual(["plain.txt"]);
  expect(await kit.find("blue lever")).toEqual(["guide.html"]);
  expect(await kit.find("pump price")).toEqual(["prices.csv"]);
  expect(await kit.find("evilword menuword")).toEqual([]);
  const [item] = (await kit.items(source.id)).filter(({ title }) => title === "guide.html");
  const original = await kit.world.as<string>(`${kit.dashboard}/items/${item?.id}/original`);
  expect([original.body, original.headers.get("content-type"), original.headers.get("content-disposition")]).toEqual([
    page,
    "application/octet-stream",
    `attachment; filename="guide.html"; filename*=UTF-8''guide.html`,
  ]);
  const shown = await kit.world.as<{ content: string }>(`${kit.dashboard}/items/${item?.id}`);
  expect(shown.body.content).toContain("Use the **blue** lever.");
});

test("the browser sends the text of files that the worker cannot read, and a long one becomes several documents", async () => {
  const kit = await makeSources();
  const source = await kit.add("files");
  const made = await upload(kit, source.id, "manual.pdf", bytes("%PDF-1.7 ..."));
  expect(made.body.item).toMatchObject({ state: "waiting", type: "application/pdf" });
  const chapter = (n: number): string => `## Chapter ${n}\n\n${`The number of this chapter is marker${n}. `.repeat(1500)}\n\n`;
  const text = bytes(Array.from({ length: 5 }, (_, n) => chapter(n + 1)).join(""));
  const sent = await kit.world.as(`${kit.management}/items/${made.body.item.id}/text`, {
    method: "PUT",
    raw: text,
    headers: { "content-length": String(text.byteLength), "content-type": "text/plain" },
  });
  expect(sent.status).toBe(200);
  await kit.work(5, 0);
  const [item] = await kit.items(source.id);
  expect(item).toMatchObject({ state: "ready", parts: 2 });
  expect(await kit.find("marker5")).toEqual(["manual.pdf (2)"]);
  expect((await kit.source(source.id)).documents).toBe(2);
  await kit.world.as(`${kit.management}/sources/${source.id}`, { method: "DELETE" });
  expect(await kit.find("marker5")).toEqual([]);
  await kit.work(5, 0);
  expect(await kit.world.rows("SELECT * FROM knowledge_documents WHERE project_id = ?", kit.world.projectId)).toEqual([]);
  expect((await kit.world.env.FILES.list({ prefix: "k/" })).objects.map(({ size }) => size)).not.toContain(text.byteLength);
});

test.for([
  ["virus.exe", "MZ", 415],
  ["report.pdf", "no pdf at all", 415],
  ["report.docx", "no zip at all", 415],
  ["image.txt", "\u0089PNG\0\0", 415],
] as const)("%s is refused and leaves nothing", async ([name, text, status]) => {
  const kit = await makeSources();
  const source = await kit.add("files");
  expect((await upload(kit, source.id, name, bytes(text))).status).toBe(status);
  kit.world.clock.advance({ hours: 2 });
  await kit.world.tick();
  expect(await kit.items(source.id)).toEqual([]);
});

test("an operator can only write drafts and cannot change a source", async () => {
  const kit = await makeSources();
  const source = await kit.add("snippets");
  await kit.world.rows("UPDATE memberships SET role = 'operator' WHERE project_id = ?", kit.world.projectId);
  expect((await kit.snippet(source.id, "A", "b")).status).toBe(403);
  const draft = await kit.snippet(source.id, "A", "b", { publish: false });
  expect([draft.status, draft.body.item.state]).toEqual([201, "draft"]);
  expect((await kit.world.as(`${kit.management}/sources/${source.id}`, { method: "DELETE" })).status).toBe(403);
  expect((await kit.world.as(`${kit.management}/items/${draft.body.item.id}`, { method: "DELETE" })).status).toBe(403);
});

test("a saved answer is removed with its customer, wherever it was found", async () => {
  const kit = await makeSources();
  const { world } = kit;
  const visitor = await world.visitor();
  const opened = await visitor.open("How do I descale the kettle?");
  const messageId = opened.body.event.message.id;
  const choose = (more: Record<string, unknown> = {}) =>
    world.as<{ item: Item }>(`${kit.dashboard}/answers`, {
      body: {
        clientId: crypto.randomUUID(),
        messageId,
        question: "Descaling the kettle",
        answer: "Boil vinegarwater, then rinse.",
        publish: true,
        ...more,
      },
    });
  expect((await choose()).status).toBe(201);
  // Each language has one source, created once; a removed one is created again.
  const sources = async () => (await world.as<{ items: Source[]; languages: string[] }>(`${kit.dashboard}/sources`)).body;
  const names = async () => (await sources()).items.map(({ name, locale, audience }) => `${name} ${locale} ${audience}`).toSorted();
  for (let i = 0; i < 2; i += 1)
    expect((await choose({ locale: "de", question: "Entkalken", answer: "Essigwasser kochen." })).status).toBe(201);
  expect(await names()).toEqual(["Saved answers (de) de members", "Saved answers en members"]);
  const german = (await sources()).items.find(({ locale }) => locale === "de")?.id;
  expect((await world.as(`${kit.management}/sources/${german}`, { method: "DELETE" })).status).toBe(200);
  await world.rows(
    `INSERT INTO help_centers (project_id, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, 'x', '', 'de', '["en","de"]', '[]', 1, 'x') ON CONFLICT (project_id) DO UPDATE SET default_locale = 'de', locales = '["en","de"]'`,
    world.projectId,
  );
  expect((await sources()).languages).toEqual(["de", "en"]);
  // Without a language, the help center's first one.
  expect((await choose({ question: "Entkalken", answer: "Essigwasser kochen." })).status).toBe(201);
  expect(await names()).toEqual(["Saved answers de members", "Saved answers en members"]);
  expect(await kit.find("Essigwasser", ["members"], { locales: ["de"] })).toEqual(["Entkalken"]);
  expect(await kit.find("vinegarwater")).toEqual([]);
  expect(await kit.find("vinegarwater", ["members"])).toEqual(["Descaling the kettle"]);
  // A message without a contact, or of another project, is not found.
  expect((await choose({ messageId: `msg_${"0".repeat(26)}` })).status).toBe(404);
  // From the beginning of the erasure nothing more is saved, and no empty source is left behind.
  const kept = await names();
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", visitor.contactId);
  const late = await choose({ locale: "fr" });
  expect([late.status, late.body]).toMatchObject([409, { error: expect.stringContaining("was erased") as string }]);
  await world.rows("UPDATE contacts SET state = 'active' WHERE id = ?", visitor.contactId);
  expect(await names()).toEqual(kept);
  const erased = await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  expect(erased.status).toBeLessThan(300);
  for (let i = 0; i < 3; i += 1) await world.tick();
  expect(await kit.find("vinegarwater", ["members"])).toEqual([]);
  for (const table of ["knowledge_items", "knowledge_documents", "knowledge_chunks"])
    expect(await world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId)).toEqual([]);
  expect((await choose()).status).toBe(404);
  expect((await choose({ locale: "fr" })).status).toBe(404);
  expect(await names()).toEqual(kept);
});
