// Stories of the AI menu, of each of its results, and of translated messages in the thread.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const id = fixtureId("cnv", 1);
  const path = `/projects/${PROJECT_ID}/inbox/all/${id}`;
  const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, 12) - minutes * 60_000).toISOString();
  const contact = { id: fixtureId("con", 1), name: "Amara Okafor", email: null, emailVerified: false, state: "active" };
  const row = {
    ...{ id, contact, status: "open", snoozedUntil: null, assigneeId: ME.id, revision: 3, preview: "Je n’ai pas reçu ma commande" },
    ...{
      previewRole: "visitor",
      previewAutomatic: false,
      createdAt: at(30),
      lastActivityAt: at(4),
      waitingSince: at(4),
      visitorMessages: 2,
    },
    ...{ unread: 0, door: "widget", subject: null },
  };
  const message = (revision: number, content: string, minutes: number, by: object) => {
    const said = {
      ...{ id: fixtureId("msg", revision), conversationId: id, revision, authorId: null, authorName: null, createdAt: at(minutes) },
      ...{ content, attachments: [], erased_at: null, clientId: `00000000-0000-4000-8000-00000000000${revision}` },
      ...{ origin: { door: "widget", automatic: null }, ...by },
    };
    return { revision, createdAt: at(minutes), actor: { role: "system", id: null, name: null }, kind: "message", message: said };
  };
  const FRENCH = "Bonjour, je n’ai pas encore reçu ma commande 2214. Pouvez-vous me dire où elle est ?";
  const QUESTION = "And how long do I have to return a parcel?";
  const thread = (events: readonly object[], draft = "") =>
    answer({
      ...{ conversation: row, events, before: null, readRevision: 3, customerReadRevision: 0, head: 0 },
      drafts: draft === "" ? [] : [{ kind: "reply", content: draft, attachments: [], updatedAt: at(1) }],
      contact: { ...contact, identifier: null, metadata: {}, createdAt: at(40), lastSeenAt: null, lastPage: null },
    });
  const visitor = { authorRole: "visitor" };
  const events = [
    message(1, FRENCH, 30, visitor),
    message(2, "It left our workshop on Monday.", 20, { authorRole: "operator", authorId: ME.id, authorName: ME.name }),
    message(3, QUESTION, 4, visitor),
  ];
  const WRITTEN = "Hi Amara,\n\nyour order 2214 left on Monday and will arrive on Thursday, so pls dont worry.";
  const tag = (n: number, name: string, hue: number) => ({
    ...{ id: fixtureId("tag", n), name, hue, description: "", state: "active", mergedInto: null, conversations: n, toMove: null },
  });
  const base = (draft = "") => ({
    listTags: answer({ items: [tag(1, "Refund", 25), tag(2, "Delivery", 155)], everybodyCreates: true }),
    ...frame(),
    listConversations: answer({ items: [row], next: null, head: 0 }),
    openThread: thread(events, draft),
    markRead: answer({ readRevision: 3 }),
    saveDraft: answer({ ok: true }),
    readCopilot: answer({ obstacle: null }),
  });
  const spent = {
    ...{ provider: "openai", model: "gpt-5-mini", took: 2140, inputTokens: 1840, outputTokens: 160, costUsd: 0.00078, priceSource: "list" },
  };
  const extent = { messages: 3, isCut: false };
  const sentence = (text: string, source: string, faults: readonly object[] = []) => ({
    ...{ text, faults, translated: false },
    citations: source === "" ? [] : [{ source, quote: "within 30 days" }],
  });
  const source = (number: number, title: string, change: object = {}) => ({
    ...{ id: `p${number}`, title, heading: "How long you have", url: `https://help.example/${number}`, locale: "en", audience: "public" },
    ...change,
  });
  const proved = {
    outcome: "proved",
    text: "You can return a parcel within 30 days of delivery. The label is in your parcel.",
    locale: "en",
    sentences: [sentence("You can return a parcel within 30 days of delivery.", "p1"), sentence("The label is in your parcel.", "p2")],
    sources: [source(1, "Returning a parcel"), source(2, "Answers of the team", { url: null, audience: "told", heading: "" })],
    ...{ explanation: null, spent },
  };
  const nothing = { ...proved, outcome: "nothing_found", text: "", sentences: [], sources: [], spent: null };
  const MENU = "click:Ask AI for help";
  const act = (item: string, ...more: string[]): string => [MENU, `click:${item}`, ...more].join(";");
  const missing = { message: "No model is chosen yet. An owner chooses one in the project’s settings, under AI models.", variables: [] };
  const DOWN = "OpenAI answered 503: it can’t answer right now. Try again later.";
  const summary = {
    points: [
      { text: "Order 2214 has not arrived, and she asks where it is.", revisions: [1] },
      { text: "The team said that it left the workshop on Monday.", revisions: [2] },
      { text: "Open: how long she may return a parcel.", revisions: [3] },
    ],
    ...{ extent, spent },
  };
  const similar = (n: number, change: object = {}) => ({
    ...{ conversationId: fixtureId("cnv", 10 + n), customer: "Jonas Weber", subject: null, lastActivityAt: at(9000 * n), likeness: 1 / n },
    asked: "My order has not arrived yet. Where is it?",
    answered: "It was waiting at the customs office. You will get it on Friday.",
    words: ["order", "arrived"],
    ...change,
  });
  const asked = act("Ask about it…", "fill:Your question=When did it leave?", "click:Ask");
  const translated = {
    text: "Hello, I have not received my order 2214 yet. Can you tell me where it is?",
    provider: "openai",
    model: "gpt-5-mini",
  };
  const TRANSLATE = "click:Translate from French";
  return [
    { name: "ai menu", path, act: MENU, answers: base(WRITTEN) },
    { name: "ai menu, nothing written", path, act: MENU, answers: base() },
    {
      name: "ai menu, no model",
      path,
      act: `${MENU};see:No model is chosen`,
      answers: { ...base(), readCopilot: answer({ obstacle: missing }) },
    },
    {
      name: "ai menu, no model, operator",
      path,
      act: `${MENU};see:No model is chosen`,
      answers: { ...base(), ...frame("operator"), readCopilot: answer({ obstacle: missing }) },
    },
    { name: "draft", path, act: act("Draft a reply"), answers: { ...base(), draftReply: answer(proved) } },
    { name: "draft, loading", path, act: act("Draft a reply"), answers: { ...base(), draftReply: "hang" } },
    {
      name: "draft, not proved",
      path,
      act: act("Draft a reply"),
      answers: {
        ...base(),
        draftReply: answer({
          ...proved,
          outcome: "not_proved",
          sentences: [
            ...proved.sentences,
            sentence("Returns are free for 60 days.", "p1", [{ fault: "number", detail: "60" }]),
            sentence("We pay for it.", "", [{ fault: "uncited", detail: "We pay for it." }]),
          ],
        }),
      },
    },
    { name: "draft, nothing found", path, act: act("Draft a reply"), answers: { ...base(), draftReply: answer(nothing) } },
    {
      name: "draft, unproved inserted",
      path,
      act: act("Draft a reply", "click:Insert unproved draft"),
      answers: { ...base(), draftReply: answer({ ...nothing, outcome: "unproved", text: "We will look into [what].", spent }) },
    },
    {
      name: "draft, ceiling",
      path,
      act: act("Draft a reply"),
      answers: { ...base(), draftReply: answer({ code: "ai_unavailable", error: "…", retryAfter: 49_680 }, 429) },
    },
    {
      name: "draft, provider down",
      path,
      act: act("Draft a reply"),
      answers: { ...base(), draftReply: refusal(503, "unavailable", DOWN) },
    },
    {
      name: "draft, not set up",
      path,
      act: act("Draft a reply"),
      answers: { ...base(), draftReply: refusal(503, "not_configured", missing.message) },
    },
    { name: "draft, offline", path, act: act("Draft a reply"), answers: { ...base(), draftReply: "offline" } },
    {
      name: "rewritten",
      path,
      act: act("Fix spelling and grammar", "see:Spelling and grammar fixed"),
      answers: {
        ...base(WRITTEN),
        rewriteText: answer({ text: WRITTEN.replace("pls dont", "please don’t"), changed: ["2214", "https://example.org/parcels"], spent }),
      },
    },
    { name: "rewriting", path, act: act("Make it shorter"), answers: { ...base(WRITTEN), rewriteText: "hang" } },
    {
      name: "translated for the customer, undone",
      path,
      act: act("Translate for the customer", "click:Undo"),
      answers: { ...base(WRITTEN), translateText: answer({ text: "Votre commande arrive jeudi.", locale: "fr", changed: [], spent }) },
    },
    { name: "summary", path, act: act("Summarize"), answers: { ...base(), summariseConversation: answer(summary) } },
    {
      name: "summary in a note",
      path,
      act: act("Summarize", "click:Add to a note"),
      answers: { ...base(), summariseConversation: answer({ ...summary, extent: { messages: 42, isCut: true } }) },
    },
    {
      name: "answer about the conversation",
      path,
      act: asked,
      answers: {
        ...base(),
        askConversation: answer({
          sentences: [
            { text: "It left the workshop on Monday.", cited: [{ revision: 2, quote: "left our workshop on Monday" }], isProved: true },
            { text: "It should arrive on Thursday.", cited: [], isProved: false },
          ],
          ...{ extent, spent },
        }),
      },
    },
    {
      name: "the conversation doesn’t say",
      path,
      act: asked,
      answers: { ...base(), askConversation: answer({ sentences: [], extent, spent }) },
    },
    {
      name: "similar conversations",
      path,
      act: act("Find similar ones"),
      answers: {
        ...base(),
        findSimilarConversations: answer({
          items: [similar(1), similar(2, { customer: null, answered: null })],
          searched: 200,
          next: "more",
        }),
      },
    },
    {
      name: "nothing similar",
      path,
      act: act("Find similar ones"),
      answers: { ...base(), findSimilarConversations: answer({ items: [], searched: 12, next: null }) },
    },
    {
      name: "proposed priority",
      path,
      act: act("Suggest a priority"),
      answers: {
        ...base(),
        proposePriority: answer({
          priority: "high",
          current: "none",
          reason: "The order is late, and she asks twice.",
          revisions: [1, 3],
          extent,
          spent,
        }),
      },
    },
    {
      name: "priority as it is",
      path,
      act: act("Suggest a priority"),
      answers: {
        ...base(),
        proposePriority: answer({ priority: "normal", current: "normal", reason: "An ordinary question.", revisions: [], extent, spent }),
      },
    },
    {
      name: "proposed tags",
      path,
      act: act("Suggest tags"),
      answers: {
        ...base(),
        proposeTags: answer({
          tags: [
            { tagId: fixtureId("tag", 1), reason: "She wants her money back.", revisions: [1, 3] },
            { tagId: fixtureId("tag", 2), reason: "The parcel is late.", revisions: [] },
          ],
          extent,
          spent,
        }),
      },
    },
    { name: "no tag fits", path, act: act("Suggest tags"), answers: { ...base(), proposeTags: answer({ tags: [], extent, spent }) } },
    {
      name: "no tags yet",
      path,
      act: act("Suggest tags"),
      answers: { ...base(), proposeTags: refusal(409, "conflict", "There is no tag to add: the project has none.") },
    },
    { name: "message in another language", path, answers: base() },
    {
      name: "translated message",
      path,
      act: `${TRANSLATE};see:Hello, I have not`,
      answers: { ...base(), translateMessage: answer({ ...translated, spent }) },
    },
    { name: "translation failed", path, act: TRANSLATE, answers: { ...base(), translateMessage: refusal(503, "unavailable", DOWN) } },
    {
      name: "draft, long text",
      path,
      act: act("Draft a reply"),
      answers: {
        ...base(),
        draftReply: answer({
          ...proved,
          sentences: Array.from({ length: 12 }, () => sentence(`${LONG} ${LONG}.`, "p1")),
          sources: [source(1, `${LONG} ${LONG}`, { heading: LONG })],
          spent: { ...spent, model: LONG.replaceAll(" ", "-").toLowerCase() },
        }),
      },
    },
  ];
}
export const copilotStories = /* @__PURE__ */ (() => declare())();
