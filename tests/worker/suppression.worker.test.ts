// Suppressed addresses: across projects and spellings, one click as mail programs send it, undo, erasure, and deletion of the project.
import { beforeAll, expect, test } from "vitest";
import { listen } from "#kernel/events/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import { buildRegistry, defineModule, provide } from "#kernel/module/index.ts";
import { as, query, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { modules } from "../../edition/manifest.ts";
import { VARIABLES } from "../../edition/variables.ts";
import {
  foldedAddress,
  footerOf,
  isSuppressed,
  notSuppressed,
  outreachIdentity,
  sentMessages,
  suppress,
  suppressed,
  suppressionKey,
  suppressionOf,
  unsubscribeAddresses,
} from "../../modules/suppression/index.ts";
import { makeWorld, type World } from "./world.ts";

const ORIGIN = "https://desk.test";
let world: World;
let other: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  other = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
});
const idOf = (at: World): ProjectId => at.projectId as ProjectId;
const path = (at = world): string => `/api/dashboard/projects/${at.projectId}/suppressions`;
const managed = (at: World, rest: string): string => `/api/management/projects/${at.projectId}/${rest}`;
const stateOf = async (at: World, address: string) => (await suppressionOf(at.ctx(), idOf(at), [address])).get(address);
async function add(at: World, address: string, reason: Parameters<typeof suppress>[1]["reason"]): Promise<void> {
  const ctx = at.ctx();
  await ctx.db.commit([...(await suppress(ctx, { projectId: idOf(at), addresses: [address], reason })).statements]);
}
/** What a mail program keeps of a mail: the two headers and the link of its footer. */
const mailTo = (at: World, address: string, messageKey = "msg_1") => {
  const ctx = at.ctx();
  return unsubscribeAddresses(
    { ...ctx, config: { ...ctx.config, appOrigin: "https://desk.example" } as typeof ctx.config },
    {
      ...{ projectId: idOf(at), address, messageKey },
    },
  );
};
/** A mail program's one click, as RFC 8058 has it: the header's address, a form, no cookie, no origin. */
async function oneClick(at: World, headers: Awaited<ReturnType<typeof mailTo>>["headers"], multipart = false): Promise<Response> {
  const url = /^<(https:\/\/[^>]+)>$/.exec(headers["List-Unsubscribe"])?.[1];
  const [name = "", value = ""] = headers["List-Unsubscribe-Post"].split("=");
  if (url === undefined) throw new Error("no https address in List-Unsubscribe");
  const form = multipart ? new FormData() : new URLSearchParams();
  form.append(name, value);
  return await at.response(
    new Request(new URL(new URL(url).pathname, "https://desk.test"), { method: "POST", body: form, redirect: "manual" }),
  );
}
const open = (at: World, url: string, init: RequestInit = {}) =>
  at.response(new Request(new URL(new URL(url).pathname, ORIGIN), { headers: { accept: "text/html" }, ...init }));
const post = (at: World, url: string, fields: Record<string, string>) =>
  open(at, url, { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html", origin: ORIGIN } });

test.each([
  ["Max.Muster+News@GoogleMail.com", "maxmuster@gmail.com"],
  ["max@BÜCHER.example", "max@xn--bcher-kva.example"],
  ["MAX+a+b@acme.example.", "max@acme.example"],
  ["m.a.x@acme.example", "m.a.x@acme.example"],
  ["zoe\u0308@acme.example", "zoë@acme.example"],
])("%s is one mailbox with %s", (given, folded) => expect(foldedAddress(given)).toBe(folded));

test("what a recipient said holds in every project and spelling, and the others learn neither reason nor source", async () => {
  await add(world, "Max.Muster@gmail.com", "complaint");
  expect(await stateOf(world, "maxmuster+x@googlemail.com")).toEqual({ here: "complaint", elsewhere: false });
  expect(await stateOf(other, "MaxMuster@gmail.com")).toEqual({ here: null, elsewhere: true });
  expect(await isSuppressed(other.ctx(), idOf(other), "max.muster@gmail.com")).toBe(true);
  const found = await other.as<{ mailable: boolean; items: unknown[] }>(`${path(other)}/find?address=maxmuster%40gmail.com`);
  expect(found.body).toEqual({ mailable: false, items: [] });
  expect((await other.as<{ items: unknown[] }>(path(other))).body.items).toEqual([]);
});

test("what a member entered holds in its project only", async () => {
  await add(world, "by-hand@acme.example", "by_hand");
  await add(world, "no@acme.example", "answered_no");
  expect(await stateOf(world, "BY-HAND+1@acme.example")).toEqual({ here: "by_hand", elsewhere: false });
  expect(await stateOf(other, "by-hand@acme.example")).toEqual({ here: null, elsewhere: false });
  expect(await isSuppressed(other.ctx(), idOf(other), "no@acme.example")).toBe(false);
  // In a batch, the guard says the same.
  const key = await suppressionKey(world.ctx(), "by-hand@acme.example");
  const allowed = (at: World) =>
    at.ctx().db.read(query(sql`SELECT ${notSuppressed(idOf(at), key)} ${as.number("may")}`, ([row]) => row?.may));
  expect([await allowed(world), await allowed(other)]).toEqual([[0], [1]]);
});

test("a mail program's one click opts out, once, without a cookie or a redirect; looking at the link changes nothing", async () => {
  const { headers, pageUrl } = await mailTo(world, "Reader@acme.example");
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(pageUrl).not.toMatch(/reader|acme/i);
  for (const method of ["GET", "HEAD", "GET"]) expect((await open(world, pageUrl, { method })).status).toBe(200);
  expect(await stateOf(world, "reader@acme.example")).toEqual({ here: null, elsewhere: false });
  for (const multipart of [false, true, false]) {
    const answer = await oneClick(world, headers, multipart);
    expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([200, null, null]);
  }
  expect(await stateOf(world, "reader@acme.example")).toEqual({ here: "opted_out", elsewhere: false });
  expect(await stateOf(other, "reader+x@acme.example")).toEqual({ here: null, elsewhere: true });
  expect(
    await world.rows("SELECT reason FROM suppressions WHERE address_hash = ?", await suppressionKey(world.ctx(), "reader@acme.example")),
  ).toHaveLength(1);
});

test("a program that sends an origin of its own opts out too", async () => {
  const { pageUrl } = await mailTo(world, "webmail@acme.example");
  const answer = await open(world, pageUrl, { method: "POST", headers: { origin: "https://webmail.example", cookie: "a=b" } });
  expect(answer.status).toBe(200);
  expect((await stateOf(world, "webmail@acme.example"))?.here).toBe("opted_out");
});

test("links that the installation has not signed all get the same page and change nothing", async () => {
  const { pageUrl } = await mailTo(world, "forged@acme.example");
  const token = pageUrl.slice(pageUrl.lastIndexOf("/") + 1);
  const [projectId = "", key = "", message = "", signature = ""] = token.split(".");
  const forged = [
    [projectId, key, message, `${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`],
    [other.projectId, key, message, signature],
    [projectId, await suppressionKey(world.ctx(), "victim@acme.example"), message, signature],
    [projectId, key, "msg_2", signature],
    [projectId, key, message, signature, "more"],
    ["x"],
  ].map((parts) => parts.join("."));
  const pages = new Set<string>();
  for (const one of forged)
    for (const method of ["GET", "POST"]) {
      const answer = await open(world, `${ORIGIN}/unsubscribe/${one}`, { method });
      expect(answer.status).toBe(404);
      pages.add(await answer.text());
    }
  expect(pages.size).toBe(1);
  expect((await stateOf(world, "forged@acme.example"))?.here).toBeNull();
});

test("the page opts out by its button, can take that back for an hour, and only that", async () => {
  const { pageUrl } = await mailTo(world, "button@acme.example");
  expect(await (await open(world, pageUrl)).text()).toContain("Stop emails from Acme");
  const page = await (await post(world, pageUrl, { action: "opt-out" })).text();
  const undo = /name="undo" value="(sup_\w+)"/.exec(page)?.[1] ?? "";
  expect(undo).not.toBe("");
  // A repetition, and a page that is opened later, have no undo.
  expect(await (await post(world, pageUrl, { action: "opt-out" })).text()).not.toContain('name="undo"');
  expect((await post(world, pageUrl, { undo: "sup_00000000000000000000000000" })).status).toBe(409);
  const elsewhere = await mailTo(other, "button@acme.example");
  expect((await post(other, elsewhere.pageUrl, { undo })).status).toBe(200);
  expect((await stateOf(world, "button@acme.example"))?.here).toBe("opted_out");
  expect((await post(world, pageUrl, { undo })).status).toBe(200);
  expect(await stateOf(world, "button@acme.example")).toEqual({ here: null, elsewhere: false });
  const again = /name="undo" value="(sup_\w+)"/.exec(await (await post(world, pageUrl, { action: "opt-out" })).text())?.[1] ?? "";
  world.clock.advance({ minutes: 61 });
  expect((await post(world, pageUrl, { undo: again })).status).toBe(409);
  expect((await stateOf(world, "button@acme.example"))?.here).toBe("opted_out");
});

test("the list knows the address of an opt-out as long as its message does, and listeners get a job", async () => {
  const heard: unknown[] = [];
  const seen = job("test.suppressed", v.any());
  const tests = defineModule({
    name: "test-outreach",
    jobs: [handle(seen, async (_ctx, payload) => void heard.push(payload))],
    listens: [listen(suppressed, { name: "test.suppressed", wants: () => true, job: seen, payloadOf: (payload) => payload })],
    provides: [
      provide(sentMessages, {
        name: "test",
        addressOf: (_, messageKey) => sql`CASE WHEN ${messageKey} = 'known' THEN 'Known@acme.example' END`,
      }),
    ],
  });
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z", registry: buildRegistry([...modules, tests], VARIABLES) });
  await oneClick(at, (await mailTo(at, "known@acme.example", "known")).headers);
  await oneClick(at, (await mailTo(at, "erased@acme.example", "gone")).headers);
  const { body } = await at.as<{ items: { address: string | null; reason: string }[] }>(path(at));
  expect(body.items.map(({ address, reason }) => [address, reason]).toSorted()).toEqual(
    [
      ["Known@acme.example", "opted_out"],
      [null, "opted_out"],
    ].toSorted(),
  );
  await at.tick();
  expect(heard).toHaveLength(2);
  expect(heard).toContainEqual({
    ...{ projectId: at.projectId, reason: "opted_out", everywhere: true },
    keys: [await suppressionKey(at.ctx(), "known@acme.example")],
  });
});

test("addresses are added once in any spelling, listed by pages, and only what members added is removed", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const give = (addresses: string[], reason = "imported") => at.as<{ added: number }>(path(at), { body: { reason, addresses } });
  const many = Array.from({ length: 60 }, (_, i) => `person${i}@acme.example`);
  expect((await give(many)).body.added).toBe(60);
  expect((await give([...many, "PERSON1+x@acme.example"])).body.added).toBe(0);
  expect((await give(["a@gmail.com", "A+1@googlemail.com"], "by_hand")).body.added).toBe(1);
  for (const wrong of [[], ["nothing"], Array.from({ length: 101 }, (_, i) => `p${i}@acme.example`)])
    expect((await give(wrong)).status).toBe(400);
  expect((await give(["x@acme.example"], "complaint")).status).toBe(400);
  type Page = { items: { id: string; address: string }[]; next: string | null };
  const first = (await at.as<Page>(path(at))).body;
  const second = (await at.as<Page>(`${path(at)}?cursor=${first.next}`)).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 11, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(61);
  const [one] = second.items;
  expect((await other.as(managed(other, `suppressions/${one?.id}`), { method: "DELETE" })).status).toBe(404);
  expect((await at.as(managed(at, `suppressions/${one?.id}`), { method: "DELETE" })).status).toBe(200);
  expect((await at.as(managed(at, `suppressions/${one?.id}`), { method: "DELETE" })).status).toBe(404);
  at.clock.advance({ seconds: 1 });
  await add(at, "angry@acme.example", "complaint");
  const [angry] = (await at.as<Page>(path(at))).body.items;
  expect((await at.as(managed(at, `suppressions/${angry?.id}`), { method: "DELETE" })).status).toBe(409);
  expect((await stateOf(at, "angry@acme.example"))?.here).toBe("complaint");
});

test("the list and the look-up cost the same at 200 and at 9,000 addresses", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const seed = (from: number, to: number) =>
    at.rows(
      `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
       INSERT INTO suppressions (id, project_id, address_hash, reason, everywhere, address, created_at) SELECT 'sup_' || printf('%026d', i), ?, 'cost' || i, 'opted_out', 1, 'p' || i || '@acme.example', 1 FROM n`,
      at.projectId,
    );
  const { listSuppressions } = await import("../../modules/suppression/list/list-suppressions.ts");
  const cost = async (): Promise<number> => {
    const ctx = { ...at.ctx(), caller: { kind: "member", projectId: at.projectId } };
    await listSuppressions(ctx as never, undefined);
    await suppressionOf(ctx, idOf(at), ["nobody@acme.example", "nobody2@acme.example"]);
    return ctx.db.cost.rowsRead;
  };
  await seed(1, 200);
  const before = await cost();
  await seed(201, 9000);
  expect(await cost()).toBe(before);
});

test("erasing a contact takes its address from the list in any spelling, and what it said goes on", async () => {
  const at = await makeWorld({ now: "2026-11-28T11:00:00.000Z" });
  const { contactId } = await at.visitor();
  await at.rows("UPDATE contacts SET email = 'erin@acme.example', email_verified = 1 WHERE id = ?", contactId);
  await add(at, "Erin+news@acme.example", "opted_out");
  await add(at, "erin@acme.example", "by_hand");
  await add(at, "colleague@acme.example", "by_hand");
  expect((await at.as(`/api/management/projects/${at.projectId}/contacts/${contactId}/erase`, { body: {} })).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) await at.tick();
  expect(await at.rows("SELECT address FROM suppressions WHERE project_id = ? AND address IS NOT NULL", at.projectId)).toEqual([
    { address: "colleague@acme.example" },
  ]);
  expect(await stateOf(at, "erin@acme.example")).toEqual({ here: "opted_out", elsewhere: false });
});

test("a deleted lead's address leaves the list within two hours, unless another lead has it", async () => {
  const at = await makeWorld({ now: "2026-11-28T10:00:00.000Z" });
  const leads = `/api/dashboard/projects/${at.projectId}/leads`;
  const make = async (email: string): Promise<string> =>
    (await at.as<{ lead: { id: string } }>(leads, { body: { clientId: crypto.randomUUID(), email } })).body.lead.id;
  for (const email of ["gone@acme.example", "again@acme.example"]) {
    await add(at, email, "opted_out");
    const id = await make(email);
    expect((await at.as<{ mailable: boolean }>(`${leads}/${id}`)).body.mailable).toBe(false);
    await at.as(`${leads}/${id}`, { method: "DELETE" });
  }
  await make("again@acme.example");
  at.clock.advance({ minutes: 67 });
  await at.tick();
  expect(await at.rows("SELECT address FROM suppressions WHERE project_id = ? AND address IS NOT NULL", at.projectId)).toEqual([
    { address: "again@acme.example" },
  ]);
  expect((await stateOf(at, "gone@acme.example"))?.here).toBe("opted_out");
});

test("deleting the project leaves the hashes of what recipients said, and nothing else", async () => {
  const at = await makeWorld({ now: "2026-11-28T12:00:00.000Z" });
  await add(at, "out@fabrikam.example", "opted_out");
  await add(at, "by-hand@fabrikam.example", "by_hand");
  const { headers } = await mailTo(at, "late@fabrikam.example");
  expect((await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  for (let i = 0; i < 5; i += 1) await at.tick();
  expect(await at.rows("SELECT 1 FROM suppressions WHERE project_id = ?", at.projectId)).toEqual([]);
  expect(await stateOf(other, "out@fabrikam.example")).toEqual({ here: null, elsewhere: true });
  expect(await stateOf(other, "by-hand@fabrikam.example")).toEqual({ here: null, elsewhere: false });
  // A mail of the deleted project is still in a mailbox.
  for (let twice = 0; twice < 2; twice += 1) expect((await oneClick(at, headers)).status).toBe(200);
  expect(await stateOf(other, "late@fabrikam.example")).toEqual({ here: null, elsewhere: true });
  expect(
    await at.rows(
      "SELECT address, mail_hash, created_by FROM suppressions WHERE project_id IS NULL AND address_hash = ?",
      await suppressionKey(at.ctx(), "late@fabrikam.example"),
    ),
  ).toEqual([{ address: null, mail_hash: null, created_by: null }]);
});

test("the sender's identity is complete only with an address at which the project's mail arrives", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const identity = {
    ...{ legalName: "Acme GmbH", postalAddress: "Hauptstr. 1\n10115 Berlin,\n\nGermany", senderName: "Ana of Acme" },
    replyAddress: `sales@${at.projectId.slice(-12)}.example`,
  };
  const save = (body: object) => at.as<{ missing: string[] }>(managed(at, "outreach-identity"), { method: "PUT", body });
  expect(await outreachIdentity(at.ctx(), idOf(at))).toEqual({ identity: null, missing: ["identity"] });
  expect((await save(identity)).status).toBe(400);
  await at.rows(
    "INSERT INTO inbound_addresses (address, project_id, created_at, held_at, takes_mail) VALUES (?, ?, 1, 1, 1)",
    identity.replyAddress,
    at.projectId,
  );
  for (const gap of ["legalName", "postalAddress", "senderName", "replyAddress"])
    expect((await save({ ...identity, [gap]: " " })).status).toBe(400);
  expect((await save(identity)).body.missing).toEqual([]);
  expect(await outreachIdentity(at.ctx(), idOf(at))).toEqual({ identity, missing: null });
  await at.rows("DELETE FROM inbound_addresses WHERE address = ?", identity.replyAddress);
  expect(await outreachIdentity(at.ctx(), idOf(at))).toEqual({ identity: null, missing: ["reply_address_unverified"] });
  const footer = footerOf(
    { ...identity, legalName: "<b>Acme</b>" },
    { pageUrl: "https://desk.example/unsubscribe/x", why: "you work there." },
  );
  expect(footer.text).toBe(
    "-- \nThis email is from <b>Acme</b>, Hauptstr. 1, 10115 Berlin, Germany.\nYou get it because you work there.\nUnsubscribe: https://desk.example/unsubscribe/x",
  );
  expect(footer.html).not.toContain("<b>");
});
