// Semantic search: vectors are created, found, separated by project and audience, and removed with their documents. The double knows a few
// synonyms; a real model's quality is not measured here.
import { expect, test } from "vitest";
import { FITS_FROM } from "../../modules/retrieval/rules.ts";
import { elsewhere, semanticWorld } from "./semantic-kit.ts";

const DOCS = {
  money: { title: "Refunds", content: "Ask for a refund within thirty days." },
  login: { title: "Sign in", content: "Choose a new password on the sign-in page." },
  post: { title: "Shipping", content: "Parcels leave the registry on the same day." },
};

test("a document that shares no word with the question is found by its meaning, and words still count", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  expect(await world.find("chargeback")).toMatchObject({ keys: [], semantic: "on" });
  expect(await world.state()).toMatchObject({ semantic: "on", missing: [], waiting: 3, failed: 0, lastError: null });
  await world.pass();
  expect(await world.state()).toMatchObject({ semantic: "on", waiting: 0, lastError: null });
  expect(await world.find("chargeback")).toMatchObject({ keys: ["money"], semantic: "on" });
  expect(await world.find("credentials")).toMatchObject({ keys: ["login"] });
  expect((await world.find("parcels courier")).keys).toEqual(["post"]);
  const { hits } = await world.find("chargeback");
  expect(hits[0]).toMatchObject({ title: "Refunds", text: "Ask for a refund within thirty days.", marks: [] });
  expect((await world.find("chargeback", { onlyWords: true })).semantic).toBe("off");
  // While somebody types, meaning is searched from the third word on.
  expect(await world.find("chargeback", { live: true })).toMatchObject({ keys: [], semantic: "off" });
  expect(await world.find("my chargeback pl", { live: true })).toMatchObject({ keys: ["money"], semantic: "on" });
  // Nothing is similar enough: the nearest document is no answer.
  expect((await world.find("xylophone")).keys).toEqual([]);
});

test("a hit by meaning fits only if it is similar enough, not because it was found", async () => {
  const world = await semanticWorld();
  await world.write({ money: { title: "Refund", content: "Refund within thirty days." } });
  await world.pass();
  const near = await world.find("chargeback");
  expect(near.keys[0]).toBe("money");
  expect(near.fits).toBe(true);
  expect(near.confidence).toBeGreaterThan(FITS_FROM);
  // Found, because it is above the minimum, but most of the question is about something else.
  const far = await world.find("chargeback xylophone submarine trumpet");
  expect(far.keys[0]).toBe("money");
  expect(far.fits).toBe(false);
  expect(far.confidence).toBeGreaterThan(0);
  expect(far.confidence).toBeLessThan(FITS_FROM);
});

test("the collection is created once, with an index for every filtered field", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  await world.pass(3);
  expect([...world.store.collections.keys()]).toEqual(["seed-desk_openai_text-embedding-3-small_64"]);
  const [collection] = world.store.collections.values();
  expect(collection).toMatchObject({ size: 64, distance: "Cosine" });
  expect(collection?.indexes.get("projectId")).toEqual({ type: "keyword", is_tenant: true });
  expect(world.store.asked(/^PUT \/collections\/[^/]+$/)).toBe(1);
  // The store receives no text.
  for (const { payload } of world.store.points())
    expect(Object.keys(payload).toSorted()).toEqual(
      ["assistant", "audience", "documentId", "hash", "kind", "locale", "ordinal", "projectId"].toSorted(),
    );
});

test("documents of another project, audience, locale, or kind, and excluded ones, are never found; every request names one project", async () => {
  const world = await semanticWorld();
  const other = await elsewhere("semantic-other");
  await world.write({
    public: { content: "refund" },
    members: { content: "refund", audience: "members" },
    told: { content: "refund", audience: "told" },
    german: { content: "refund", locale: "de" },
    unused: { content: "refund", assistant: false },
  });
  await world.write({ foreign: { content: "refund" } }, other);
  await world.pass(2);
  expect(world.store.points()).toHaveLength(6);
  const keysFound = async (more = {}) => (await world.find("chargeback", more)).keys.toSorted();
  expect(await keysFound()).toEqual(["public", "unused"]);
  expect(await keysFound({ onlyAssistant: true })).toEqual(["public"]);
  expect(await keysFound({ audiences: ["public", "told"], onlyAssistant: true })).toEqual(["public", "told"]);
  expect(await keysFound({ locales: ["de"] })).toEqual(["german"]);
  expect(await keysFound({ locales: undefined, audiences: ["public", "members", "told"] })).toEqual([
    "german",
    "members",
    "public",
    "told",
    "unused",
  ]);
  expect(await keysFound({ kinds: ["website"] })).toEqual([]);
  expect(await keysFound({ projectId: other })).toEqual(["foreign"]);
  expect(await keysFound({ projectId: await elsewhere("nobody") })).toEqual([]);
  // The double refuses a filter without a project; none was refused.
  const filters = world.store.requests.flatMap(({ body }) => (body?.["filter"] === undefined ? [] : [body["filter"]]));
  expect(filters.length).toBeGreaterThanOrEqual(7);
  for (const filter of filters as { must: { key: string; match: { value?: string } }[] }[])
    expect(filter.must.filter(({ key, match }) => key === "projectId" && typeof match.value === "string")).toHaveLength(1);
  expect(world.warnings).toEqual([]);
});

test("a changed audience applies at once, before the store is updated, and nothing is embedded again", async () => {
  const world = await semanticWorld();
  await world.write({ secret: { content: "refund" }, open: { content: "refund policy" } });
  await world.pass(2);
  const embedded = world.provider.texts.length;
  await world.write({ secret: { content: "refund", audience: "members" } });
  expect(world.store.points().map(({ payload }) => payload["audience"])).toEqual(["public", "public"]);
  expect((await world.find("chargeback")).keys).toEqual(["open"]);
  await world.pass();
  expect(
    world.store
      .points()
      .map(({ payload }) => payload["audience"])
      .toSorted(),
  ).toEqual(["members", "public"]);
  expect((await world.find("chargeback", { audiences: ["members"] })).keys).toEqual(["secret"]);
  await world.write({ open: { content: "refund policy", assistant: false } });
  expect((await world.find("chargeback", { onlyAssistant: true })).keys).toEqual([]);
  await world.pass();
  expect(world.provider.texts.filter((text) => text !== "chargeback")).toHaveLength(embedded);
});

test("a changed text gets new vectors, a longer one before leaves none, and old vectors find nothing meanwhile", async () => {
  const world = await semanticWorld();
  const long = Array.from(
    { length: 6 },
    (_, i) => `## Part ${i}\n\n${"Much is said here about many things. ".repeat(60)} part${i} refund`,
  ).join("\n\n");
  await world.write({ guide: { content: long }, other: { content: "Parcels." } });
  await world.pass(2);
  const before = await world.stored();
  expect(before.length).toBeGreaterThan(3);
  await world.write({ guide: { content: "refund" } });
  await world.pass(2);
  expect((await world.find("chargeback")).keys).toEqual(["guide"]);
  await world.write({ guide: { content: "Choose a password." } });
  expect((await world.find("chargeback")).keys).toEqual([]);
  await world.pass(2);
  expect(await world.stored()).toEqual(["guide/0", "other/0"]);
  expect((await world.find("credentials")).keys).toEqual(["guide"]);
});

test("a repeated run adds no second point, and one that died between embedding and storing is repeated", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  world.store.trouble("reset", /PUT .*\/points$/);
  await world.pass();
  expect(await world.stored()).toEqual([]);
  expect(await world.vectors()).toHaveLength(3);
  for (const row of await world.vectors()) expect(row).toMatchObject({ hash: "" });
  // The answer to the next request is lost after it took effect.
  world.store.trouble("lose", /PUT .*\/points$/);
  await world.pass();
  expect(await world.stored()).toHaveLength(3);
  expect((await world.vectors()).every(({ due_at }) => due_at !== null)).toBe(true);
  await world.pass();
  expect(await world.stored()).toEqual(["Refunds/0", "Shipping/0", "Sign in/0"]);
  expect((await world.vectors()).every(({ due_at }) => due_at === null)).toBe(true);
});

test("a removed document's vectors are removed, even when the store is down in between, and others are kept", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  await world.pass();
  world.store.down = { status: 503 };
  await world.remove("money", "login");
  expect((await world.find("chargeback")).keys).toEqual([]);
  await world.pass(3);
  expect(await world.stored()).toEqual(["Shipping/0", "gone/0", "gone/0"]);
  expect(await world.state()).toMatchObject({
    semantic: "down",
    waiting: 2,
    lastError: "The vector store answered 503 (Service internal error).",
  });
  world.store.down = undefined;
  await world.pass(3);
  expect(await world.stored()).toEqual(["Shipping/0"]);
  expect(await world.vectors()).toHaveLength(1);
  expect(await world.state()).toMatchObject({ semantic: "on", waiting: 0, lastError: null });
});

test("a document removed while it is embedded leaves nothing in the store", async () => {
  const world = await semanticWorld();
  await world.write(DOCS);
  const answer = world.provider.answer.bind(world.provider);
  let once = true;
  world.provider.answer = async (request) => {
    if (once) await world.remove("money");
    once = false;
    return await answer(request);
  };
  const upsert = world.store.answer.bind(world.store);
  let second = true;
  world.store.answer = async (request) => {
    const done = await upsert(request);
    if (second && request.method === "PUT" && request.url.includes("/points")) {
      second = false;
      await world.remove("login");
    }
    return done;
  };
  await world.pass(3);
  expect(await world.stored()).toEqual(["Shipping/0"]);
  expect(await world.vectors()).toHaveLength(1);
});

test("a document removed before it had vectors is dropped without any request", async () => {
  const world = await semanticWorld({ VECTOR_STORE_API_KEY: "" });
  await world.write(DOCS);
  await world.remove("money", "login", "post");
  expect(await world.vectors()).toEqual([]);
  expect(await world.state()).toMatchObject({
    semantic: "off",
    missing: ["VECTOR_STORE_API_KEY"],
    begun: true,
    model: "openai/text-embedding-3-small",
  });
  await world.pass(2);
  expect(world.store.requests).toEqual([]);
});

test("a deleted project's vectors are removed, and no others", async () => {
  const world = await semanticWorld();
  const other = await elsewhere("semantic-neighbour");
  await world.write(DOCS);
  await world.write({ foreign: { content: "refund" } }, other);
  await world.pass(2);
  expect(world.store.points()).toHaveLength(4);
  world.store.down = { status: 503 };
  const deleted = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(deleted.status).toBe(200);
  await world.pass(2);
  expect(world.store.points()).toHaveLength(4);
  world.store.down = undefined;
  await world.pass(3);
  expect(world.store.points().map(({ payload }) => payload["projectId"])).toEqual([other]);
  expect(await world.vectors()).toHaveLength(1);
  expect(await world.rows("SELECT * FROM knowledge_vector_ends")).toEqual([]);
});

test("the vectors of a saved answer are removed with its customer, even when the store is down meanwhile", async () => {
  const world = await semanticWorld();
  const visitor = await world.visitor();
  const opened = await visitor.open("How do I get my money back?");
  const chosen = await world.as(`/api/dashboard/projects/${world.projectId}/knowledge/answers`, {
    body: {
      clientId: crypto.randomUUID(),
      messageId: opened.body.event.message.id,
      question: "Money back",
      answer: "Ask for a refund.",
      publish: true,
    },
  });
  expect(chosen.status).toBe(201);
  await world.pass(2);
  expect(await world.stored()).toEqual(["Money back/0"]);
  expect((await world.find("chargeback", { audiences: ["members"] })).hits.map(({ title }) => title)).toEqual(["Money back"]);
  world.store.down = "reset";
  const erased = await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  expect(erased.status).toBeLessThan(300);
  await world.pass(3);
  expect((await world.find("chargeback", { audiences: ["members"] })).keys).toEqual([]);
  expect(await world.stored()).toEqual(["gone/0"]);
  world.store.down = undefined;
  await world.pass(3);
  expect(await world.stored()).toEqual([]);
  expect(await world.vectors()).toEqual([]);
});
