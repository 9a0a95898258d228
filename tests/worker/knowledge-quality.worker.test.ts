// How a search reads a question: ordinary words, compounds, languages, whether its best hit fits, and passages for the assistant.
import { retrieve } from "#modules/retrieval";
import { expect, test } from "vitest";
import { answer, find, projectOf, write } from "./knowledge-kit.ts";
import { makeWorld } from "./world.ts";

test("ordinary words are never taken for misspelt ones, with or without their apostrophe", async () => {
  const world = await makeWorld();
  await write(world, {
    a: { title: "What customers want", content: "We show both prices. The doors." },
    b: { title: "Settings", content: "Doesnet is the name of a network." },
  });
  for (const question of ["something went wrong", "it doesnt work", "shower or bath"])
    expect((await answer(world, question)).readAs, question).toBeNull();
  // Until a word is neither ordinary nor found.
  expect((await answer(world, "custmers")).readAs).toBe("customers");
});

test("compounds are found joined and split", async () => {
  const world = await makeWorld();
  await write(world, {
    joined: { title: "Install a dishwasher" },
    split: { title: "Repair a wash machine" },
    german: { title: "Rechnungsadresse ändern", locale: "de" },
    apart: { title: "Adresse für Lieferungen", locale: "de" },
  });
  expect((await find(world, "dish washer"))[0]).toBe("joined");
  expect((await find(world, "washmachine"))[0]).toBe("split");
  expect(await find(world, "Adresse", { locales: ["de"] })).toEqual(expect.arrayContaining(["german", "apart"]));
  expect((await find(world, "Lieferadresse", { locales: ["de"] }))[0]).toBe("apart");
});

test("a word is weighed by the texts of its language", async () => {
  const world = await makeWorld();
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`de${n}`, { title: `Login ${n}`, content: "Login.", locale: "de" }]),
  );
  await write(world, {
    ...many,
    login: { content: "Login here." },
    settings: { content: "Settings here." },
    other: { content: "Settings there." },
  });
  // In English one document has "login" and two have "settings".
  expect((await find(world, "settings login"))[0]).toBe("login");
});

test("an answer says whether its best hit fits, whatever surrounds the question", async () => {
  const world = await makeWorld();
  await write(world, {
    password: { title: "Reset a password", content: "Ask for a new link on the sign-in page." },
    billing: { title: "Paying", content: "Every invoice is sent by mail." },
  });
  const chat = "Hi there, hope you're well! I was wondering how I can reset my password? Thanks so much in advance";
  for (const question of ["reset password", chat]) {
    const { fits, confidence, hits } = await answer(world, question);
    expect([fits, hits[0]?.key, hits[0]?.coverage], question).toEqual([true, "password", 1]);
    expect(confidence).toBe(hits[0]?.confidence);
  }
  const foreign = await answer(world, "does the page explain bluetooth headphones for submarines");
  expect([foreign.hits.length, foreign.fits]).toEqual([1, false]);
  expect(await answer(world, "xylophone")).toMatchObject({ hits: [], fits: false, confidence: 0 });
});

test("the assistant gets several passages of a document, at the same cost", async () => {
  const world = await makeWorld();
  const long = (about: string): string => `## ${about}\n\n${`A sentence about the ${about} of the parcel. `.repeat(30)}\n\n`;
  await write(world, { parcel: { title: "Parcels", content: long("weight") + long("insurance") + long("customs") } });
  const cost = async (onlyAssistant: boolean) => {
    const { db } = world.ctx();
    const { hits } = await retrieve(
      { ...world.ctx(), db },
      { projectId: projectOf(world), query: "customs for a parcel", locales: ["en"], audiences: ["public"], limit: 5, onlyAssistant },
    );
    return { hits, rows: db.cost.rowsRead };
  };
  const [plain, assistant] = [await cost(false), await cost(true)];
  expect(plain.hits[0]?.passages).toBeUndefined();
  const passages = assistant.hits[0]?.passages ?? [];
  expect(passages.length).toBeGreaterThan(2);
  expect(passages[0]).toMatchObject({ heading: "customs", text: assistant.hits[0]?.text });
  expect(assistant.rows).toBeLessThanOrEqual(plain.rows);
});
