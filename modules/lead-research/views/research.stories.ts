// Stories of the research of leads, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Answer, Criterion, Research, Run, Statement } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { panel: readonly ScreenState[]; criteria: readonly ScreenState[] } {
  const LEAD = fixtureId("led", 7);
  const lead = {
    ...{ id: LEAD, name: "Amara Okafor", email: "amara@northwind.example", company: "Northwind", domain: "northwind.example" },
    ...{ role: "Head of support", stage: "new", ownerId: ME.id, contactId: null, nextStep: null, nextStepOn: null },
    ...{ lostReason: null, notes: null, revision: 1 },
    ...{ createdAt: "2026-11-12T09:00:00.000Z", updatedAt: "2026-11-20T10:02:00.000Z" },
  };
  const runId = (n: number) => fixtureId("lrr", n) as Run["id"];
  const page = (path: string, change: Partial<Run["pages"][number]> = {}): Run["pages"][number] => ({
    ...{ url: `https://northwind.example${path}`, title: "Northwind", state: "read", problem: null },
    ...{ fetchedAt: "2026-11-20T10:00:05.000Z", ...change },
  });
  const pages = [
    page("/"),
    page("/about", { fetchedAt: "2026-11-19T10:00:00.000Z" }),
    page("/customers/a-very-long-address-that-does-not-fit-into-any-column-of-a-phone"),
    page("/internal", { state: "denied", problem: "The site’s robots.txt disallows it." }),
    page("/video", { state: "failed", problem: "It is no text." }),
  ];
  const run = (n: number, change: Partial<Run> = {}): Run => ({
    ...{ id: runId(n), state: "done", reason: null, detail: null, addresses: [], pages, dropped: 2, score: 63, costUsd: 0.0123 },
    ...{ model: "openai/gpt-5-mini", startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z", endedAt: "2026-11-20T10:01:00.000Z" },
    ...change,
  });
  const criterion = (n: number, name: string, weight: Criterion["weight"] = 1): Criterion => ({
    ...{ id: fixtureId("lcr", n) as Criterion["id"], name, description: "As their own pages say it.", weight },
  });
  const criteria = [criterion(1, "Has a support team", 3), criterion(2, "Sells to other companies"), criterion(3, "Works in French")];
  const statement = (n: number, change: Partial<Statement> = {}): Statement => ({
    ...{ id: fixtureId("lst", n) as Statement["id"], runId: runId(2), text: "Makes pumps for breweries" },
    ...{ url: "https://northwind.example/about", quote: "We make pumps for breweries in nine countries", byPerson: false },
    ...{ authorName: null, revision: 1, updatedAt: "2026-11-20T10:01:00.000Z", ...change },
  });
  const said = (n: number, word: Answer["answer"], change: Partial<Answer> = {}): Answer => ({
    ...{
      criterionId: criteria[n]?.id as Criterion["id"],
      runId: runId(2),
      answer: word,
      reason: "Their contact page names a support team of five.",
    },
    ...{ url: "https://northwind.example/contact", quote: "our five support engineers", authorName: null },
    ...{ updatedAt: "2026-11-20T10:01:00.000Z", ...change },
  });
  const research = (change: Partial<Research> = {}): Research => ({
    ...{ obstacle: null, model: "openai/gpt-5-mini", mostUsd: 0.0318, criteria },
    runs: [run(2), run(1, { score: 50, startedAt: "2026-10-20T10:00:00.000Z", endedAt: "2026-10-20T10:01:00.000Z" })],
    statements: [
      statement(0, { runId: runId(1), text: "Has a shop in Antwerp", quote: "visit our shop in Antwerp" }),
      statement(1),
      statement(2, { text: "Employs 120 people", quote: "a family of 120" }),
      statement(4, {
        runId: null,
        text: "Delivers to breweries",
        url: "https://northwind.example/",
        quote: "We deliver",
        byPerson: true,
        authorName: "Olga Owner",
      }),
      statement(3, { runId: null, text: "التقينا في المعرض", url: null, quote: null, byPerson: true, authorName: "Olga Owner" }),
    ],
    answers: [
      said(0, "yes"),
      said(1, "partly", { reason: "Some of the customers are companies." }),
      said(2, "unknown", { reason: "", url: null, quote: null }),
      said(1, "no", { runId: runId(1) }),
    ],
    ...change,
  });
  const path = `/projects/${PROJECT_ID}/leads/${LEAD}`;
  const with_ = (reply: unknown, more: object = {}): NonNullable<ScreenState["answers"]> => ({
    ...frame(),
    readLead: answer({ lead: { ...lead, ...more }, others: [], mailable: true }),
    readLeadResearch: reply as never,
  });
  const open = (change: Partial<Run>): Research =>
    research({ runs: [run(3, { endedAt: null, costUsd: null, dropped: 0, score: null, ...change }), run(2)] });
  const failed = (change: Partial<Run>): Research =>
    research({ runs: [run(3, { state: "failed", costUsd: null, dropped: 0, score: null, ...change })], statements: [], answers: [] });
  const nothing: Partial<Research> = { runs: [], statements: [], answers: [] };
  const settings = `/projects/${PROJECT_ID}/settings/lead-criteria`;
  const list = answer({ criteria, revision: 3 });
  return {
    panel: [
      { name: "research", path, answers: with_(answer(research())), act: "see:Makes pumps for breweries" },
      { name: "research not done", path, answers: with_(answer(research(nothing))), act: "see:Not researched yet." },
      {
        name: "research without a model",
        path,
        answers: with_(
          answer(
            research({
              ...nothing,
              obstacle: "Research needs a model: set LEAD_MODEL to one such as openai/gpt-5-mini.",
              model: null,
              mostUsd: null,
            }),
          ),
        ),
        act: "see:No automatic research",
      },
      {
        name: "research without a site",
        path,
        answers: with_(answer(research({ ...nothing, criteria: [] })), { domain: null }),
        act: "see:This lead has no website",
      },
      { name: "research reading", path, answers: with_(answer(open({ state: "fetching" }))), act: "see:Reading pages" },
      { name: "research asking", path, answers: with_(answer(open({ state: "asking" }))), act: "see:The model is reading" },
      {
        name: "research denied",
        path,
        answers: with_(answer(failed({ reason: "robots_denied", pages: pages.slice(3, 4) }))),
        act: "see:robots.txt",
      },
      {
        name: "research failed",
        path,
        answers: with_(answer(failed({ reason: "model_failed", detail: "OpenAI did not answer in time." }))),
        act: "see:did not answer in time",
      },
      { name: "research adding", path, answers: with_(answer(research(nothing))), act: "click:Add a statement;see:Quote" },
      { name: "research answering", path, answers: with_(answer(research())), act: "click:Answer “Works in French”;see:Reason" },
      { name: "research loading", path, answers: with_("hang") },
      { name: "research error", path, answers: with_(refusal(500, "internal", "Something went wrong.")), act: "see:Something went wrong" },
    ],
    criteria: [
      { name: "list", path: settings, answers: { ...frame(), readLeadCriteria: list } },
      { name: "empty", path: settings, answers: { ...frame(), readLeadCriteria: answer({ criteria: [], revision: 0 }) } },
      { name: "operator", path: settings, answers: { ...frame("operator"), readLeadCriteria: list } },
      { name: "loading", path: settings, answers: { ...frame(), readLeadCriteria: "hang" } },
      { name: "error", path: settings, answers: { ...frame(), readLeadCriteria: refusal(500, "internal", "Something went wrong.") } },
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const panelStories = stories.panel;
export const criteriaStories = stories.criteria;
