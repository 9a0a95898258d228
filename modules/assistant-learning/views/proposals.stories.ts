// Stories of proposals.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Proposal, ProposalText } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { readonly list: readonly ScreenState[]; readonly one: readonly ScreenState[] } {
  const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  const path = `/projects/${PROJECT_ID}/assistant/proposals`;
  const proposal = (n: number, change: Partial<Proposal> = {}): Proposal => ({
    ...{ id: fixtureId("prp", n) as Proposal["id"], state: "open", cause: "corrected", worded: "model", model: "openai/gpt-5-mini" },
    conversationId: fixtureId("cnv", n) as Proposal["conversationId"],
    roundId: fixtureId("rnd", n) as Proposal["roundId"],
    articleId: fixtureId("art", 1) as NonNullable<Proposal["articleId"]>,
    snippet: null,
    ...{ locale: "en", question: "How long do I have to return order [number]?", title: "Returning a parcel", costUsd: 0.0021 },
    ...{ createdAt: "2026-11-20T10:02:00.000Z", decidedByName: null, decidedAt: null },
    ...change,
  });
  const BEFORE =
    "You can return a parcel within 30 days of delivery.\n\nReturning a parcel is free of charge.\n\nGift cards cannot be returned.";
  const read = (change: Partial<Proposal> = {}, more: Partial<ProposalText> = {}): object =>
    answer({
      proposal: proposal(1, change),
      answer: "Sorry, since May it is 14 days, counted from the delivery.",
      content: BEFORE.replace("30 days", "14 days"),
      present: { title: "Returning a parcel", content: BEFORE, revision: 4 },
      ...more,
    });
  const items = [
    proposal(1),
    proposal(2, {
      cause: "unanswered",
      articleId: null,
      title: "",
      worded: "reply",
      model: null,
      question: "Which telescope shows the rings of Saturn?",
    }),
    proposal(3, { cause: "flagged", title: "Rückgabe im Laden", question: "" }),
    proposal(4, { cause: "negative", title: "الإرجاع" }),
  ];
  const list = { ...frame(), listProposals: answer({ items, next: "next" }) };
  const one = (name: string, given: object, more: Partial<ScreenState> = {}): ScreenState => ({
    name,
    path: `${path}/${fixtureId("prp", 1)}`,
    ...more,
    answers: { ...frame(), readProposal: given as never, ...more.answers },
  });
  const reply = { worded: "reply", model: null, costUsd: 0 } as const;
  const ofSnippet = {
    articleId: null,
    snippet: { id: fixtureId("kit", 1), sourceId: fixtureId("ksr", 1) } as NonNullable<Proposal["snippet"]>,
  };
  const by = { decidedByName: ME.name, decidedAt: "2026-11-20T12:00:00.000Z" };
  return {
    list: [
      { name: "proposals", path, answers: list },
      { name: "proposals for an operator", path, answers: { ...list, ...frame("operator") } },
      {
        name: "accepted proposals",
        path,
        act: "click:Accepted",
        answers: { ...list, listProposals: answer({ items: [proposal(5, { state: "accepted", ...by })], next: null }) },
      },
      { name: "no proposals", path, answers: { ...list, listProposals: answer({ items: [], next: null }) } },
      { name: "proposals loading", path, answers: { ...list, listProposals: "hang" } },
      { name: "proposals not read", path, answers: { ...list, listProposals: DOWN } },
      { name: "proposals offline", path, answers: { ...list, listProposals: "offline" } },
      {
        name: "proposals, long texts",
        path,
        answers: {
          ...list,
          listProposals: answer({ items: [proposal(1, { title: "Unusuallylongword".repeat(10), question: LONG.repeat(6) })], next: null }),
        },
      },
    ],
    one: [
      one("change worded by a model", read()),
      one("reply as the change", read(reply, { content: `${BEFORE}\n\nSince May it is 14 days.` })),
      one("new article", read({ ...reply, articleId: null, title: "" }, { present: null, content: "The 8-inch telescope shows them." })),
      one("article that is gone", read({}, { present: null })),
      one("no difference", read({}, { content: BEFORE })),
      one("proposal without a title", read({ ...reply, articleId: null, title: "" }, { present: null }), {
        act: "click:Accept as draft",
        answers: {
          acceptProposal: answer(
            { code: "invalid_request", error: "Something is missing.", issues: [{ path: "title", message: "Write a title." }] },
            400,
          ),
        },
      }),
      one("draft changed meanwhile", read(), {
        act: "click:Accept as draft",
        answers: { acceptProposal: refusal(409, "stale_frontier", "The article’s draft has changed since you looked.") },
      }),
      one("accepted proposal", read({ state: "accepted", ...by })),
      one("rejected proposal", read({ state: "rejected", ...by })),
      one("change of a snippet", read(ofSnippet)),
      one("change of a snippet for an operator", read(ofSnippet), { answers: frame("operator") as never }),
      one("snippet that is gone", read(ofSnippet, { present: null })),
      one("accepted change of a snippet", read({ ...ofSnippet, state: "accepted", ...by })),
      one("erased proposal", read({ state: "erased", question: "", title: "" }, { content: "", answer: "", present: null })),
      one("proposal loading", "hang" as never),
      one("proposal not read", DOWN),
      one("proposal offline", "offline" as never),
      one("proposal, long words", read({ title: "Unusuallylongword".repeat(8) }, { content: "Unusuallylongword".repeat(40) })),
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const listStories = stories.list;
export const proposalStories = stories.one;
