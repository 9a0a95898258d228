// Repeated requests: the same clientId with another body is a conflict, whichever field differs; with the same body it gets the first
// result.
import { expect, test } from "vitest";
import { helpWorld } from "./help-kit.ts";
import { type Answer, PNG } from "./world.ts";

type Body = Record<string, unknown>;

test("every creating route refuses a clientId that was used for another request", async () => {
  const { world } = await helpWorld();
  const project = world.projectId;
  const [dashboard, management] = [`/api/dashboard/projects/${project}`, `/api/management/projects/${project}`];
  const make = async (path: string, body: Body): Promise<Answer<Record<string, { id: string }>>> =>
    await world.as(path, { body: { clientId: crypto.randomUUID(), ...body } });
  const source = async (kind: string): Promise<string> => {
    const made = await make(`${management}/knowledge/sources`, { kind, name: kind, audience: "public", assistant: true, locale: "en" });
    expect([kind, made.status]).toEqual([kind, 201]);
    return made.body["source"]?.id ?? "";
  };
  const [snippets, others] = [await source("snippets"), await source("snippets")];
  const shelf = (await make(`${management}/help/collections`, { locale: "en", name: "Shelf" })).body["collection"]?.id;
  const website = { way: "pages", addresses: ["https://a.example.test/"], include: [], exclude: [], maxPages: 5, schedule: "manual" };

  // [path, a body, the differing fields]
  const cases: readonly (readonly [path: string, body: Body, others: readonly Body[]])[] = [
    [
      "/api/account/projects",
      { name: "One", websiteOrigin: "https://a.example" },
      [{ name: "Two" }, { websiteOrigin: "https://b.example" }, { websiteOrigin: null }],
    ],
    [`${management}/invitations`, { role: "operator", note: "for Ada" }, [{ role: "admin" }, { note: "for Bob" }]],
    [
      `${management}/knowledge/sources`,
      { kind: "website", name: "Site", audience: "public", assistant: true, locale: "en", website },
      [
        ...[{ name: "Other" }, { audience: "told" }, { assistant: false }, { locale: "de" }],
        ...[{ website: { ...website, maxPages: 6 } }, { website: { ...website, addresses: ["https://b.example.test/"] } }],
      ],
    ],
    [
      `${dashboard}/knowledge/sources/${snippets}/snippets`,
      { title: "T", content: "words", publish: false },
      [{ title: "U" }, { content: "other words" }, { publish: true }],
    ],
    [
      `${dashboard}/help/articles`,
      { locale: "en", title: "T", content: "words", collectionId: shelf },
      [{ title: "U" }, { content: "other" }, { collectionId: null }, { locale: "de" }],
    ],
    [
      `${management}/help/collections`,
      { locale: "en", name: "A", description: "words" },
      [{ name: "B" }, { description: "other" }, { locale: "de" }],
    ],
  ];
  for (const [path, body, changes] of cases) {
    const clientId = crypto.randomUUID();
    const callWith = (change: Body = {}): Promise<Answer> => world.as(path, { body: { clientId, ...body, ...change } });
    expect([path, (await callWith()).status]).toEqual([path, 201]);
    for (const change of changes) {
      const { status, body: answer } = await callWith(change);
      expect([path, change, status, answer["code"]]).toEqual([path, change, 409, "conflict"]);
    }
    expect([path, (await callWith()).status]).toEqual([path, 200]);
  }

  // The thing that the path names is part of the request.
  const clientId = crypto.randomUUID();
  const write = (id: string): Promise<Answer> =>
    world.as(`${dashboard}/knowledge/sources/${id}/snippets`, { body: { clientId, title: "T", content: "words", publish: false } });
  expect([(await write(snippets)).status, (await write(others)).status, (await write(snippets)).status]).toEqual([201, 409, 200]);

  // For a file its bytes are the request.
  const { body } = await world.as<{ article: { id: string } }>(`${dashboard}/help/articles`, {
    body: { clientId: crypto.randomUUID(), locale: "en", title: "Pictures" },
  });
  const upload = (bytes: Uint8Array<ArrayBuffer>): Promise<Answer> =>
    world.as(`${dashboard}/help/articles/${body.article.id}/files?name=a.png&clientId=${clientId}`, {
      raw: bytes,
      headers: { "content-length": String(bytes.byteLength) },
    });
  const other = Uint8Array.from(PNG);
  other[other.length - 1] = 0;
  expect([(await upload(PNG)).status, (await upload(other)).status, (await upload(PNG)).status]).toEqual([201, 409, 200]);
});
