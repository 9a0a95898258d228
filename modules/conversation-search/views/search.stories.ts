// Stories of the search, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { FoundConversation, SearchHit } from "../contract.ts";

const AT = "2026-11-20T10:02:00.000Z";
/** A hit whose marked words stand in square brackets. */
function hit(n: number, text: string, change: Partial<SearchHit> = {}): SearchHit {
  const marks: [number, number][] = [];
  let quote = "";
  for (const part of text.split(/(\[[^\]]*\])/)) {
    const found = /^\[(.*)\]$/.exec(part)?.[1];
    if (found !== undefined) marks.push([quote.length, quote.length + found.length]);
    quote += found ?? part;
  }
  return {
    messageId: fixtureId("msg", n) as SearchHit["messageId"],
    ...{ revision: n, kind: "message", authorRole: "visitor", authorId: null, authorName: null, createdAt: AT, quote, marks, file: null },
    ...change,
  };
}
const found = (n: number, name: string | null, hits: readonly SearchHit[], change: Partial<FoundConversation> = {}): FoundConversation => ({
  id: fixtureId("cnv", n) as FoundConversation["id"],
  contact: { id: fixtureId("con", n) as never, name, email: name === null ? null : `person${n}@northwind.example`, state: "active" },
  ...{ status: "open", assigneeId: null, subject: null, hits: [...hits], more: 0 },
  ...change,
});
const page = (items: readonly FoundConversation[], more: object = {}) =>
  answer({ items, next: null, readAs: null, isPartial: false, isIndexing: false, ...more });

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(5);
  const path = `/projects/${PROJECT_ID}/search`;
  const q = (text: string): string => `${path}?q=${encodeURIComponent(text)}`;
  const results = [
    found(
      1,
      "Amara Okafor",
      [
        hit(3, "The [refund] for invoice 2041 has not arrived yet. It has been two weeks."),
        hit(5, "I checked with the bank: the [refund] left us on Monday.", {
          ...{ authorRole: "operator", authorId: fixtureId("acc", 2), authorName: "Tomás Álvarez" },
        }),
        hit(6, "Finance says every [refund] above 500 needs a second approval.", {
          ...{ kind: "note", authorRole: "operator", authorId: ME.id, authorName: ME.name },
        }),
      ],
      { subject: "Where is my money?", assigneeId: ME.id as never, more: 4 },
    ),
    found(2, "Li Na", [hit(1, "退款什么时候到账？ When does the [refund] arrive?")], { status: "closed" }),
    found(3, "عمر حداد", [hit(2, "متى يصل المبلغ؟ [refund]", { file: { name: "refund-form.pdf", marks: [[0, 6]] } })]),
    found(4, null, [hit(1, "Your [refund] policy says thirty days.")], { status: "snoozed" }),
  ];
  const saved = [
    { id: fixtureId("svs", 1), name: "Refunds this month", q: "refund after:2026-11-01", createdAt: AT },
    { id: fixtureId("svs", 2), name: "is:closed in:mail", q: "is:closed in:mail", createdAt: AT },
  ];
  const answers = { ...frame(), listSavedSearches: answer({ items: saved }), searchConversations: page(results) };
  return [
    { name: "results", path: q("refund"), answers },
    { name: "filters", path: q("refund from:me is:open"), answers },
    { name: "start", path, answers: { ...answers, listSavedSearches: answer({ items: [] }) } },
    { name: "saved searches", path, answers },
    { name: "saving", path: q("refund is:open"), act: "click:Save search", answers },
    { name: "suggested members", path, act: "fill:Search conversations=refund from:", answers },
    { name: "suggested days", path, act: "fill:Search conversations=after:", answers },
    { name: "empty", path: q("zeppelin"), answers: { ...answers, searchConversations: page([]) } },
    {
      name: "corrected",
      path: q("refnud"),
      answers: {
        ...answers,
        searchConversations: page(results.slice(0, 1), { readAs: "refund", isPartial: true, isIndexing: true, next: "more" }),
      },
    },
    {
      name: "filter that cannot be read",
      path: q("refund before:soon"),
      answers: { ...answers, searchConversations: refusal(400, "invalid_request", "“before:” needs a date such as 2026-11-03.") },
    },
    { name: "loading", path: q("refund"), answers: { ...answers, searchConversations: "hang" } },
    {
      name: "error",
      path: q("refund"),
      answers: { ...answers, searchConversations: refusal(500, "internal", "Something went wrong on our side.") },
    },
    { name: "offline", path: q("refund"), answers: { ...answers, searchConversations: "offline" } },
    {
      name: "no permission",
      path: q("refund"),
      answers: { ...answers, searchConversations: refusal(403, "forbidden", "You may not see this project.") },
    },
    {
      name: "long text",
      path: q(LONG.slice(0, 290)),
      answers: {
        ...answers,
        searchConversations: page([
          found(1, LONG, [hit(1, `[${LONG}] ${LONG}`, { file: { name: `${LONG.replaceAll(" ", "")}.pdf`, marks: [[0, 20]] } })], {
            ...{ subject: LONG, more: 12, status: "closed", assigneeId: ME.id as never },
          }),
        ]),
      },
    },
    {
      name: "palette",
      path,
      act: "press:Control+k;fill:Search=refund;see:Search conversations for “refund”",
      answers,
    },
  ];
}
export const searchStories = /* @__PURE__ */ (() => declare())();
