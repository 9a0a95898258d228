// Help for operators in a real browser, against the double of a model on one's own machine: every action of the AI menu, undo, and that a
// model that says anything sends nothing.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { select, written } from "./written.ts";

const models = new Models();
const USAGE = { usage: { input: 1200, output: 90 } };
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let conversationId = "";

const field = (kind: "reply" | "note" = "reply") =>
  page.getByRole("textbox", kind === "reply" ? { name: /^Reply to / } : { name: "Internal note", exact: true });
const panel = (name: string) => page.getByRole("region", { name });
const choose = async (item: string): Promise<void> => {
  await page.getByRole("button", { name: "Ask AI for help" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const newVisitor = async (): Promise<Visitor> => {
  const made = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await made.start();
  return made;
};
const path = (id = conversationId): string => `/api/dashboard/projects/${project.id}/conversations/${id}`;
const revision = async (id = conversationId): Promise<number> =>
  (await project.owner.call<{ conversation: { revision: number } }>(path(id))).body.conversation.revision;
const reply = async (id: string, content: string): Promise<void> => {
  const { status } = await project.owner.post(`${path(id)}/messages`, { clientId: randomUUID(), content, frontier: await revision(id) });
  assert.equal(status, 201);
};
const open = async (id = conversationId): Promise<void> => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await field().waitFor();
  await page.getByRole("button", { name: "Ask AI for help" }).waitFor();
};

const MODEL = { provider: "own", model: "local-model" };
const chooseModel = async (assist: typeof MODEL | null): Promise<void> => {
  const body = { reply: null, assist, context: null };
  const { status } = await project.owner.call(`/api/management/projects/${project.id}/ai`, { method: "PUT", body });
  assert.equal(status, 200);
};

test.beforeAll(async () => {
  served = await startModels(models);
  stage = await openStage({
    vars: { MODEL_SERVER_URL: served.base.compatible, AI_MODEL_PRICES: '{"own/local-model":{"input":1,"output":4}}' },
  });
  project = await withProject(stage);
  await chooseModel(MODEL);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const admin = `/api/management/projects/${project.id}/knowledge/sources`;
  const made = await project.owner.post<{ source: { id: string } }>(admin, {
    clientId: randomUUID(),
    kind: "snippets",
    name: "Rules",
    locale: "en",
    audience: "public",
    assistant: true,
  });
  const snippets: [string, string][] = ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Repairs", "Jobs"].map(
    (title) => [title, `All about ${title.toLowerCase()}.`],
  );
  snippets.push(["Returning a parcel", "You can return a parcel within 30 days of delivery. Gift cards cannot be returned."]);
  for (const [title, content] of snippets) {
    const { status } = await project.owner.post(`/api/dashboard/projects/${project.id}/knowledge/sources/${made.body.source.id}/snippets`, {
      clientId: randomUUID(),
      title,
      content,
      publish: true,
    });
    assert.equal(status, 201, title);
  }
  visitor = await newVisitor();
  conversationId = (await visitor.open("Hello, how long do I have to return a parcel?")).body.conversation.id;
});
test.afterAll(async () => {
  await stage.stop();
  await served.stop();
});
test.afterEach(() => models.reset());

test("without a model the menu says what is missing, and leads to where it is chosen", async () => {
  await chooseModel(null);
  await open();
  await page.getByRole("button", { name: "Ask AI for help" }).click();
  await page.getByRole("menuitem", { name: "Set up AI models…" }).click();
  await page.waitForURL(/settings\/ai$/);
  await chooseModel(MODEL);
});

test("a draft with its source is inserted by a person, and taken out again exactly", async () => {
  await open();
  models.answer({
    object: {
      kind: "answer",
      sentences: [
        {
          text: "You can return a parcel within 30 days of delivery.",
          citations: [{ source: "p1", quote: "return a parcel within 30 days" }],
        },
      ],
      ...{ question: "", reason: "" },
    },
    ...USAGE,
  });
  await field().fill("Kind regards,\nMia");
  await choose("Draft a reply");
  const draft = panel("Draft");
  await draft.getByText("Every sentence is proved").waitFor();
  await draft.getByText("Returning a parcel").waitFor();
  await draft.getByText("local-model · US$0.00156").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await draft.getByRole("button", { name: "Insert" }).click();
  assert.equal(await written(field()), "You can return a parcel within 30 days of delivery.\n\nKind regards,\nMia");
  await draft.getByRole("button", { name: "Undo" }).click();
  assert.equal(await written(field()), "Kind regards,\nMia");
  await draft.getByRole("button", { name: "Close" }).click();
  assert.equal(await draft.count(), 0);
});

test("a draft that nothing proves says so, and is only inserted as what it is", async () => {
  await open();
  models.answer(
    {
      object: {
        kind: "answer",
        sentences: [{ text: "You have 60 days.", citations: [{ source: "p1", quote: "return a parcel within 30 days" }] }],
        ...{ question: "", reason: "" },
      },
    },
    { object: { kind: "hand_over", sentences: [], question: "", reason: "It is about money." } },
    { object: { text: "We will check [what]." } },
  );
  await field().fill("");
  await choose("Draft a reply");
  await panel("Draft").getByText("Not proved. Check what is marked").waitFor();
  await panel("Draft").getByText("The cited text does not say 60").waitFor();
  await choose("Draft a reply");
  await panel("Draft").getByText("It is about money.").waitFor();
  await panel("Draft").getByRole("button", { name: "Draft without sources" }).click();
  await panel("Draft").getByRole("button", { name: "Insert unproved draft" }).click();
  await panel("Draft").getByText("Unproved draft inserted.").waitFor();
  assert.equal(await written(field()), "We will check [what].");
  await panel("Draft").getByRole("button", { name: "Undo" }).click();
  assert.equal(await written(field()), "");
});

test("a rewritten text replaces the selection; Undo and the keyboard bring back the earlier one exactly", async () => {
  await open();
  const before = "Hi Amara,\n\nits gone  today, see https://a.example/x\n\nMia";
  await field().fill(before);
  models.answer({ object: { text: "It has gone today." }, ...USAGE }, { object: { text: "Dear Amara." } });
  await select(field(), 11, 52);
  await page.keyboard.press("Control+j");
  await page.getByRole("menuitem", { name: "Fix spelling and grammar" }).click();
  await page.getByRole("region", { name: "Spelling and grammar fixed" }).waitFor();
  assert.equal(await written(field()), "Hi Amara,\n\nIt has gone today.\n\nMia");
  assert.deepEqual(JSON.parse(models.requests.at(-1)?.text ?? ""), { text: before.slice(11, 52) });
  await page.getByText("Check these: https://a.example/x.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await written(field()), before);
  await page.getByText("Your text is back as it was.").waitFor();
  // The whole text, if nothing is selected; the browser's own undo works too.
  await field().press("End");
  await choose("Make it more formal");
  await page.getByRole("region", { name: "Made more formal" }).waitFor();
  assert.equal(await written(field()), "Dear Amara.");
  await field().press("Control+z");
  await until("the browser to undo", async () => (await written(field())) === before);
});

test("a text that changes while the model works is not replaced", async () => {
  await open();
  await field().fill("It is on its way");
  models.answer({ object: { text: "On its way." }, delayMs: 700 });
  await choose("Make it shorter");
  await field().press("End");
  await field().pressSequentially(" now");
  await page.getByText("You changed the text meanwhile").waitFor();
  assert.equal(await written(field()), "It is on its way now");
  await field().fill("");
});

test("a French message is translated for the member and the reply for the customer; the original is one click away, and paid once", async () => {
  const other = await newVisitor();
  const id = (await other.open("Bonjour, je n’ai pas reçu ma commande, pouvez-vous m’aider ?")).body.conversation.id;
  models.answer(
    { object: { text: "Hello, I have not received my order, can you help me?" } },
    { object: { text: "Elle arrive demain.", language: "fr" } },
  );
  await open(id);
  const log = page.getByRole("log");
  await log.getByRole("button", { name: "Translate from French" }).click();
  await log.getByText("Hello, I have not received my order").waitFor();
  await log.getByRole("button", { name: "Show original" }).click();
  await log.getByText("Bonjour, je n’ai pas reçu").waitFor();
  await log.getByRole("button", { name: "Translate from French" }).click();
  await page.reload();
  await log.getByText("Hello, I have not received my order").waitFor();
  await log.getByText("local-model · already paid").waitFor();
  await field().fill("It comes tomorrow.");
  await choose("Translate for the customer");
  await page.getByRole("region", { name: "Translated into French" }).waitFor();
  assert.equal(await written(field()), "Elle arrive demain.");
  await field().fill("");
  models.check();
});

test("a summary goes into a note, and a question is answered with messages that can be jumped to", async () => {
  // More than a thread shows at first.
  const note = (i: number) =>
    project.owner.post(`${path()}/notes`, { clientId: randomUUID(), content: `Note ${i} of a long conversation.` });
  await Promise.all(Array.from({ length: 60 }, (_, i) => note(i)));
  await reply(conversationId, "Your refund of 40 euros was sent on 5 March.");
  await open();
  models.answer(
    { object: { points: [{ text: "She asks how long she may return a parcel.", messages: ["m1"] }] }, ...USAGE },
    {
      object: {
        sentences: [
          { text: "The refund was sent on 5 March.", citations: [{ message: "m62", quote: "was sent on 5 March" }] },
          { text: "It was 90 euros.", citations: [{ message: "m62", quote: "90 euros" }] },
        ],
      },
    },
  );
  await choose("Summarize");
  const summary = panel("Summary");
  await summary.getByRole("button", { name: "Show message 1" }).click();
  const first = page.getByRole("log").getByText("how long do I have to return a parcel?");
  await until("the first message to be in view", async () => {
    const [box, log] = await Promise.all([first.boundingBox(), page.getByRole("log").boundingBox()]);
    return box && log && box.y >= log.y && box.y + box.height <= log.y + log.height;
  });
  await summary.getByRole("button", { name: "Add to a note" }).click();
  await until("the note", async () => (await written(field("note"))) === "- She asks how long she may return a parcel.");
  await summary.getByRole("button", { name: "Undo" }).click();
  assert.equal(await written(field("note")), "");
  await page.getByRole("tab", { name: "Reply" }).click();
  await choose("Ask about it…");
  await page.getByLabel("Your question").fill("When was the refund sent?");
  await page.keyboard.press("Enter");
  const answer = panel("Ask about this conversation");
  await answer.getByText("The refund was sent on 5 March.").waitFor();
  await answer.getByText("No message proves this").waitFor();
  assert.equal(await answer.getByRole("button", { name: /^Show message/ }).count(), 1);
  assert.deepEqual(await violations(page, undefined), []);
});

test("similar closed conversations are found without a model", async () => {
  const other = await newVisitor();
  const id = (await other.open("Can I return my parcel after a month?")).body.conversation.id;
  await reply(id, "Only within 30 days.");
  await project.owner.post(`${path(id)}/status`, { clientId: randomUUID(), status: "closed", frontier: await revision(id) });
  await open();
  await choose("Find similar ones");
  const similar = panel("Similar conversations");
  await similar.getByText("1 closed conversation compared by its words").waitFor();
  await similar.getByRole("link", { name: /Can I return my parcel/ }).click();
  await page.waitForURL(new RegExp(`inbox/closed/${id}$`));
  assert.equal(models.requests.length, 0);
});

test("a proposed priority is set by one click, and undone by another", async () => {
  await open();
  models.answer({ object: { priority: "high", reason: "A refund is overdue.", messages: ["m1"] } });
  await choose("Suggest a priority");
  const priority = panel("Priority");
  await priority.getByText("A refund is overdue.").waitFor();
  const stored = async (): Promise<string | undefined> =>
    (await project.owner.call<{ conversation: { fields?: Record<string, string> } }>(path())).body.conversation.fields?.["priority"];
  assert.equal(await stored(), undefined);
  await priority.getByRole("button", { name: "Set to High" }).click();
  await priority.getByRole("button", { name: "Undo" }).waitFor();
  assert.equal(await stored(), "high");
  await priority.getByRole("button", { name: "Undo" }).click();
  await until("the priority to be removed", async () => (await stored()) === undefined);
});

test("proposed tags are added by one click each, and taken back by another", async () => {
  const made = await project.owner.post<{ tag: { id: string } }>(`/api/dashboard/projects/${project.id}/tags`, {
    clientId: crypto.randomUUID(),
    name: "Overdue",
  });
  await open();
  models.answer({ object: { tags: [{ tag: "t1", reason: "The refund is late.", messages: ["m1"] }] } });
  await choose("Suggest tags");
  const tags = panel("Tags");
  await tags.getByText("The refund is late.").waitFor();
  const stored = async (): Promise<string | undefined> =>
    (await project.owner.call<{ conversation: { fields?: Record<string, string> } }>(path())).body.conversation.fields?.["tags"];
  await tags.getByRole("button", { name: "Add Overdue" }).click();
  await tags.getByRole("button", { name: "Undo adding Overdue" }).waitFor();
  assert.equal(await stored(), made.body.tag.id);
  await tags.getByRole("button", { name: "Undo adding Overdue" }).click();
  await until("the tag to be removed", async () => (await stored()) === undefined);
});

test("a failing provider is a sentence with another try, and nothing was ever sent to the customer", async () => {
  await open();
  models.answer({ fault: "key" }, { object: { points: [{ text: "Second try.", messages: [] }] } });
  await choose("Summarize");
  await panel("Summary")
    .getByText(/Your model server answered 401/)
    .waitFor();
  await panel("Summary").getByRole("button", { name: "Try again" }).click();
  await panel("Summary").getByText("Second try.").waitFor();
  await page.keyboard.press("Escape");
  const { body } = await visitor.call<{ items: { message?: { content: string; authorRole: string } }[] }>(
    `/api/widget/conversations/${conversationId}/events?after=0`,
  );
  const replies = body.items.flatMap(({ message }) => (message && message.authorRole !== "visitor" ? [message.content] : []));
  assert.ok(replies.every((content) => content.startsWith("Your refund of")));
});
