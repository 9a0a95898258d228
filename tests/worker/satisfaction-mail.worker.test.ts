// The question by mail: one mail, to a proved address alone, at its time; the page behind its links, what prefetching and forged links do there.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { linkToken } from "../../modules/satisfaction/rating/link.ts";
import { suppress } from "../../modules/suppression/index.ts";
import { tick } from "./erasure-kit.ts";
import { changeStatus, own, rate, ratingEvents, setUp, shown, stored } from "./satisfaction-kit.ts";
import type { Sent } from "./sent-mail.ts";
import { type VisitorMailWorld, visitorMailWorld } from "./visitor-mail-kit.ts";

const ORIGIN = "http://localhost:8787";
let world: VisitorMailWorld;
beforeEach(async () => {
  world = await visitorMailWorld({ APP_ORIGIN: ORIGIN });
  await setUp(world, { byMail: true, inWidget: false, mailDelay: 60 });
});
afterEach(() => vi.unstubAllGlobals());

let people = 0;
const someone = (): string => `customer${(people += 1)}@satisfied.example`;
/** A conversation of a proved customer that a person answered, and that was closed. */
async function closedConversation(email = someone()) {
  const { visitor, conversationId } = await world.proved(email);
  await world.answer(conversationId, "It is on its way.");
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "read", conversationId, revision: 1000 }] } });
  await changeStatus(world, conversationId, "closed");
  return { visitor, id: conversationId, email };
}
const questions = (): Sent[] => world.sent.filter(({ subject }) => subject.startsWith("How was your conversation"));
const pathIn = (mail: Sent | undefined): string => /localhost:8787(\/rate\/[\w.-]+)\?score=5/.exec(mail?.text ?? "")?.[1] ?? "/no-link";
const page = async (path: string, method = "GET") => {
  const response = await world.response(new Request(`${ORIGIN}${path}`, { method, headers: { accept: "text/html" } }));
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const post = async (path: string, fields: Record<string, string>) => {
  // A mail program or another site may send it as well: no cookie, a foreign origin.
  const response = await world.response(
    new Request(`${ORIGIN}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: "https://mail.example" },
    }),
  );
  return { status: response.status, text: await response.text() };
};

test("an hour after the closing one mail asks, its link opens a page that changes nothing, and the form rates", async () => {
  const { id, email, visitor } = await closedConversation();
  expect(questions()).toEqual([]);
  await world.later(61);
  expect(questions()).toHaveLength(1);
  const [mail] = questions();
  expect(mail).toMatchObject({ to: email, subject: "How was your conversation with Acme?" });
  expect(mail?.headers).toMatchObject({ "Auto-Submitted": "auto-generated" });
  // Whoever reads HTML sees the answers, not their addresses.
  expect(mail?.html.match(/<a href="[^"]+\?score=\d">[^<]+<\/a>/g)?.map((link) => link.replace(/^.*">|<\/a>/g, ""))).toEqual([
    ...["5 – Very satisfied", "4 – Satisfied", "3 – Neutral", "2 – Dissatisfied", "1 – Very dissatisfied"],
  ]);
  // Nothing that anybody wrote is in it.
  expect(mail?.whole).not.toContain("Where is my order");
  expect(mail?.whole).not.toContain("on its way");
  await world.later(120);
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind LIKE 'satisfaction.%'");
  await tick(world);
  expect(questions()).toHaveLength(1);
  expect(await stored(world, id)).toMatchObject([{ state: "asked", asked_in: "mail" }]);
  const path = pathIn(mail);
  for (const method of ["GET", "HEAD", "GET"]) expect((await page(`${path}?score=1`, method)).status, method).toBe(200);
  expect(await stored(world, id)).toMatchObject([{ state: "asked", score: null, version: 0 }]);
  const opened = await page(`${path}?score=4`);
  expect(opened.text).toMatch(/value="4" required checked/);
  expect(opened.text).toContain("How satisfied are you");
  expect(opened.headers.get("cache-control")).toContain("no-store");
  const clientId = /name="clientId" value="([^"]+)"/.exec(opened.text)?.[1] ?? "";
  expect((await post(path, { clientId, comment: "x" })).status).toBe(400);
  expect((await post(path, { clientId, score: "9" })).status).toBe(400);
  expect((await post(path, { clientId, score: "4", comment: "y".repeat(1001) })).status).toBe(400);
  expect(await post(path, { clientId, score: "4", comment: "Good <b>work</b>" })).toMatchObject({
    status: 200,
    text: expect.stringContaining("Thank you") as string,
  });
  // Sent twice it is one answer; changed it is another.
  await post(path, { clientId, score: "4", comment: "Good <b>work</b>" });
  expect(await ratingEvents(world, id)).toHaveLength(1);
  expect((await page(path)).text).toContain("Good &lt;b&gt;work&lt;/b&gt;");
  await post(path, { score: "5", comment: "" });
  expect(await stored(world, id)).toMatchObject([{ state: "answered", score: 5, comment: "", version: 2 }]);
  // The widget does not ask what the mail asked.
  expect(await own(visitor, id)).toBeNull();
  await world.later(25 * 60);
  expect((await page(path)).status).toBe(410);
  expect((await post(path, { score: "1" })).status).toBe(410);
  expect(await stored(world, id)).toMatchObject([{ score: 5 }]);
});

test("a conversation that is reopened in time gets no mail, and a link ends with it", async () => {
  const first = await closedConversation();
  await first.visitor.postMessage(first.id, "One more thing");
  await world.later(70);
  expect(questions()).toEqual([]);
  const second = await closedConversation();
  await world.later(70);
  expect(questions()).toHaveLength(1);
  await changeStatus(world, second.id, "open");
  const path = pathIn(questions()[0]);
  expect((await page(path)).status).toBe(410);
  expect((await post(path, { score: "1" })).status).toBe(410);
  expect(await stored(world, second.id)).toMatchObject([{ state: "cancelled", score: null }]);
});

test("an address that nobody proved, one that opted out, and one that mail came back from get none", async () => {
  const claimed = await world.visitor();
  const { body } = await claimed.open("Where is my order?");
  await claimed.call("/api/widget/events", { body: { events: [{ kind: "claim", email: someone() }] } });
  await world.answer(body.conversation.id, "On its way.");
  await changeStatus(world, body.conversation.id, "closed");
  expect(await stored(world, body.conversation.id)).toEqual([]);

  const out = await closedConversation();
  const ctx = world.ctx();
  await ctx.db.commit([
    ...(await suppress(ctx, { projectId: world.projectId as never, addresses: [out.email], reason: "opted_out" })).statements,
  ]);
  const back = await closedConversation();
  await world.rows("UPDATE contacts SET email_verified = 0 WHERE id = ?", back.visitor.contactId);
  await world.later(70);
  expect(questions()).toEqual([]);
  for (const { id } of [out, back]) expect(await stored(world, id)).toMatchObject([{ state: "cancelled" }]);
});

test("what the widget has put is not mailed, and what was mailed is not put there", async () => {
  await setUp(world, { byMail: true, inWidget: true, mailDelay: 60 });
  const first = await closedConversation();
  const { requestId } = await shown(first.visitor, first.id);
  await world.later(70);
  expect(questions()).toEqual([]);
  expect((await rate(first.visitor, first.id, requestId, 5)).status).toBe(200);
  const second = await closedConversation();
  const seen = await own(second.visitor, second.id);
  await world.later(70);
  expect(questions()).toHaveLength(1);
  expect(await own(second.visitor, second.id)).toBeNull();
  expect((await rate(second.visitor, second.id, seen?.requestId ?? "", 1)).status).toBe(409);
});

test("a link that was forged, cut, is of another project, or has expired stores nothing", async () => {
  const { id } = await closedConversation();
  await world.later(70);
  const path = pathIn(questions()[0]);
  const [projectId = "", requestId = "", until = "", signature = ""] = path.slice("/rate/".length).split(".");
  const other = await visitorMailWorld({ APP_ORIGIN: ORIGIN });
  const later = (Number.parseInt(until, 36) + 86_400_000).toString(36);
  const forged = [
    [projectId, requestId, until, signature.slice(1)],
    [projectId, requestId, later, signature],
    [other.projectId, requestId, until, signature],
    [projectId, requestId.slice(0, -1) + (requestId.endsWith("0") ? "1" : "0"), until, signature],
    [projectId, requestId, until, signature, "more"],
    ["x"],
  ].map((parts) => `/rate/${parts.join(".")}`);
  for (const link of forged) {
    expect((await page(link)).status, link).toBe(404);
    expect((await post(link, { score: "1" })).status, link).toBe(404);
  }
  // Signed by this installation, but naming a project that the request is not of.
  const crossed = await linkToken(world.ctx(), {
    projectId: other.projectId as never,
    id: requestId as never,
    expiresAt: Number.parseInt(until, 36),
  });
  expect((await post(`/rate/${crossed}`, { score: "1" })).status).toBe(410);
  world.clock.advance({ days: 15 });
  expect((await page(path)).status).toBe(410);
  expect((await post(path, { score: "1" })).status).toBe(410);
  expect(await stored(world, id)).toMatchObject([{ state: "asked", score: null }]);
});

test("an automatic answer to the mail neither reopens the conversation nor asks again", async () => {
  const { id } = await closedConversation();
  await world.later(70);
  const [mail] = questions();
  const { deliverRaw, raw } = await import("./mail-kit.ts");
  await deliverRaw(
    world,
    raw(
      {
        from: mail?.to ?? "",
        to: mail?.replyTo ?? "",
        subject: "Out of office",
        "auto-submitted": "auto-replied",
        "message-id": `<${crypto.randomUUID()}@x.example>`,
      },
      "I am away.",
    ),
  );
  await tick(world);
  expect((await world.rows("SELECT status FROM conversations WHERE id = ?", id))[0]).toEqual({ status: "closed" });
  expect(await stored(world, id)).toMatchObject([{ state: "asked" }]);
  await world.later(120);
  expect(questions()).toHaveLength(1);
});

test("a hidden contact is asked nothing, and its link is closed", async () => {
  const { id, visitor } = await closedConversation();
  await world.later(70);
  const path = pathIn(questions()[0]);
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`, { method: "DELETE" });
  expect((await page(path)).status).toBe(410);
  expect((await post(path, { score: "1" })).status).toBe(410);
  expect(await stored(world, id)).toMatchObject([{ score: null }]);
});
