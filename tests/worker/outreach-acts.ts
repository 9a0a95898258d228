// What everybody may try with outreach, one act at a time, and a provider that fails now and then: for the property test.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { vi } from "vitest";
import { runJob } from "../../kernel/jobs/dispatch.ts";
import { systemCtx } from "../../edition/worker.ts";
import { deliverRaw, raw } from "./mail-kit.ts";
import { join } from "./member-kit.ts";
import { type One, outreachWorld, type Sequence } from "./outreach-kit.ts";
import { pair } from "./paired-kit.ts";
import { makeWorld, Visitor } from "./world.ts";

export const ACTS = [
  ...(["draft", "draft", "request", "request", "review", "review", "review", "reviewOne", "change", "together"] as const),
  ...(["stop", "answer", "automatic", "chat", "bounce", "complaint", "optOut", "undoOptOut"] as const),
  ...(["stage", "address", "delete", "restore", "erase", "suppress", "lift"] as const),
  ...(["settings", "identity", "jobsAgain", "attemptsAgain", "retry", "import"] as const),
  ...(["outsider", "outsider", "outsider", "tool"] as const),
] as const;
export type Act = (typeof ACTS)[number];
/** An act, who does it, and a number that it makes of what it likes. */
export type Step = readonly [Act, number, number];

/** A lead and what is known of it. */
export interface Subject {
  readonly lead: { readonly id: string; email: string };
  sequence: Sequence | null;
  contactId: string | undefined;
  suppressionId: string | undefined;
  /** Why nothing may go to its address from now on, until the act that takes it back. */
  readonly blocked: Set<"deleted" | "closed" | "suppressed" | "gone">;
  readonly log: string[];
}
/** A mail that the provider has accepted, once for each of its keys. */
export interface Accepted {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly from: string;
  readonly optOut: string;
}
/** The tasks of the minute schedule by which anything of outreach, mail, leads or erasures goes on. */
const TASKS = new Set([
  ...["recover jobs", "recover outreach", "resume admissions of mail", "end mails that nothing works on", "bring out mails that wait"],
  ...["finish erasures", "purge deleted leads"],
]);
const SECRET = btoa("0123456789abcdef0123456789abcdef");
let serial = 0;

export async function actsWorld() {
  const world = await outreachWorld({
    EMAIL_EVENTS_SECRET: `whsec_${SECRET}`,
    RATE_LIMITS: JSON.stringify({
      ...{ projectsPerAccountDay: 100_000, widgetSessionsPerIpHour: 100_000, widgetSessionsPerProjectHour: 100_000 },
      ...{ conversationsPerIpHour: 100_000, conversationsPerProjectHour: 100_000 },
    }),
  });
  const { out, projectId } = world;
  const management = `/api/management/projects/${projectId}`;
  const [admin, operator, other] = [
    await join(world, "admin"),
    await join(world, "operator"),
    await makeWorld({ now: "2030-01-02T10:00:00Z", vars: { RATE_LIMITS: '{"projectsPerAccountDay":100000}' } }),
  ];
  const members = [world.cookie, admin.cookie, operator.cookie];
  const { scopes } = (await world.as<{ scopes: { name: string }[] }>(`${management}/api-tokens`)).body;
  const bearers: string[] = [];
  for (const only of [scopes.map(({ name }) => name), ...scopes.map(({ name }) => [name])]) {
    const body = { clientId: crypto.randomUUID(), name: "Program", scopes: only, validDays: null };
    bearers.push((await world.as<{ secret: string }>(`${management}/api-tokens`, { body })).body.secret);
  }
  const visiting = await world.visitor();
  const mcp = (method: string, params: object) =>
    world.call<{ result?: { tools?: { name: string }[] } }>("/api/mcp", {
      body: { jsonrpc: "2.0", id: 1, method, params },
      headers: { authorization: `Bearer ${bearers[0]}` },
    });
  const tools = (await mcp("tools/list", {})).body.result?.tools?.map(({ name }) => name) ?? [];
  /** Whoever is no member: each by the header that names it. */
  const outsiders: Record<string, string>[] = [
    {},
    { cookie: (await stranger(world, other)).cookie },
    ...[...bearers, (await pair(world)).token, visiting.token].map((token) => ({ authorization: `Bearer ${token}` })),
  ];
  const routes = world.registry.routes
    .map(({ route }) => route as { name: string; method: string; path: string; who: unknown })
    .filter(({ path, who }) => /\/(?:leads?|outreach|suppressions|lead-criteria)\b|outreach-identity/.test(path) && who !== "anyone");
  const tasks = world.registry.cron.filter(({ name }) => TASKS.has(name));
  if (tasks.length !== TASKS.size) throw new Error("a task of the schedule has another name");
  const accepted = new Map<string, Accepted>();
  let calls = 0;
  // The provider fails now and then, before or after it has accepted a mail.
  world.fetched.mockImplementation(async (_url: string, init: RequestInit) => {
    calls += 1;
    if (calls % 7 === 3) return Response.json({ message: "later" }, { status: 429 });
    const key = new Headers(init.headers).get("idempotency-key") ?? `none ${calls}`;
    const body = JSON.parse(String(init.body)) as {
      to: string[];
      subject: string;
      text: string;
      from: string;
      headers: Record<string, string>;
    };
    if (!accepted.has(key))
      accepted.set(key, {
        ...body,
        to: String([body.to].flat()[0]),
        optOut: /<([^>]+)>/.exec(body.headers["List-Unsubscribe"] ?? "")?.[1] ?? "",
      });
    if (calls % 11 === 5) return Response.json({ message: "down" }, { status: 500 });
    if (calls % 13 === 7) throw new TypeError("network");
    return Response.json({ id: crypto.randomUUID() });
  });
  const [{ address: desk = "" } = {}] = await world.rows<{ address: string }>(
    "SELECT address FROM inbound_addresses WHERE project_id = ?",
    projectId,
  );
  // Nothing waits for hours, days or a warm-up, so that as much as can be is sent.
  const everyHour = { anotherReviewer: false, timeZone: "UTC", days: 127, fromMinute: 0, toMinute: 1440, dailyMost: 200 };
  await world.as(`${management}/outreach/settings`, { method: "PUT", body: everyHour });
  const sender = (await out.read(await out.lead()), await world.rows<{ v: string }>("SELECT ? AS v", world.env.EMAIL_FROM))[0]?.v ?? "";
  /** As if the sender had been known for a month. */
  const warmUp = async (): Promise<void> => {
    const day = (back: number): string => new Date(world.clock.now() - back * 86_400_000).toISOString().slice(0, 10);
    const days = Array.from({ length: 30 }, (_, i) => day(i + 1));
    await world.rows("DELETE FROM outreach_sender_days WHERE sender = ?", sender);
    await world.rows(
      "INSERT INTO outreach_sender_days (sender, day, sent, returned) SELECT ?, value, 9, 0 FROM json_each(?)",
      sender,
      JSON.stringify(days),
    );
    await world.rows("UPDATE sessions SET expires_at = ?, last_used_at = ?", world.clock.now() + 1e11, world.clock.now());
  };

  async function tick(): Promise<void> {
    const execution = createExecutionContext();
    const ctx = { ...systemCtx(world.env, execution, world.clock), registry: world.registry };
    for (const task of tasks) await task.run(ctx).catch(() => undefined);
    await waitOnExecutionContext(execution);
    // As the queue runs them: each in an invocation of its own, some at once, and what follows from them.
    for (let pass = 0; pass < 2; pass += 1) {
      const due = await world.rows<{ id: string }>(
        "SELECT id FROM jobs WHERE state = 'queued' AND due_at <= ? LIMIT 500",
        world.clock.now(),
      );
      const run = async (): Promise<void> => {
        for (let one = due.pop(); one !== undefined; one = due.pop()) {
          const own = createExecutionContext();
          await runJob({ ...systemCtx(world.env, own, world.clock), registry: world.registry } as never, one.id);
          await waitOnExecutionContext(own);
        }
      };
      await Promise.all([run(), run(), run(), run()]);
    }
  }

  async function subject(): Promise<Subject> {
    serial += 1;
    const lead = await out.lead({ email: `p${serial}@${crypto.randomUUID().slice(0, 8)}.property.example` });
    return { lead: { ...lead }, sequence: null, contactId: undefined, suppressionId: undefined, blocked: new Set(), log: [] };
  }
  const words = () => {
    serial += 1;
    return [
      { waitDays: 0, subject: `First ${serial}`, text: `Words ${serial}` },
      { waitDays: 2, subject: `Second ${serial}`, text: `More words ${serial}` },
    ];
  };
  async function event(s: Subject, type: string): Promise<void> {
    const [found] = await world.rows<{ id: string }>(
      "SELECT id FROM mail_deliveries WHERE project_id = ? AND kind = 'outreach' AND to_address = ? AND state IN ('sending', 'sent', 'needs_review', 'bounced') ORDER BY id DESC LIMIT 1",
      ...[projectId, s.lead.email],
    );
    if (!found) return;
    const body = JSON.stringify({ type, data: { tags: { delivery: found.id }, to: [s.lead.email], bounce: { type: "Permanent" } } });
    const timestamp = String(Math.floor(world.clock.now() / 1000));
    const bytes = Uint8Array.from(atob(SECRET), (one) => one.codePointAt(0) ?? 0);
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`e.${timestamp}.${body}`)));
    const { status } = await world.call("/api/integrations/email/events", {
      raw: new TextEncoder().encode(body) as never,
      headers: { "svix-id": "e", "svix-timestamp": timestamp, "svix-signature": `v1,${btoa(String.fromCharCode(...signed))}` },
    });
    if (status !== 200) throw new Error(`event: ${status}`);
    // An event says nothing of a mail that the provider has refused meanwhile.
    const [held] = await world.rows(
      "SELECT 1 FROM mail_suppressions WHERE project_id = ? AND address_hash = (SELECT to_hash FROM mail_deliveries WHERE id = ?)",
      projectId,
      found.id,
    );
    if (held) s.blocked.add("gone");
  }
  const mailFrom = (s: Subject, fields: Record<string, string>) =>
    deliverRaw(world, raw({ From: s.lead.email, To: desk, Subject: "Hi", "Message-ID": `<${crypto.randomUUID()}@x.example>`, ...fields }), {
      "x-envelope-from": s.lead.email,
      "x-envelope-to": desk,
    });
  async function chat(s: Subject): Promise<string> {
    const visitor = new Visitor(world);
    await visitor.start();
    await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "P", email: s.lead.email }] } });
    await visitor.open("A question");
    s.contactId = visitor.contactId;
    s.log.push("chat");
    return visitor.contactId;
  }
  const optOutPath = (s: Subject): string | undefined => {
    const link = [...accepted.values()].findLast(({ to }) => to === s.lead.email)?.optOut;
    return link === undefined || link === "" ? undefined : new URL(link).pathname;
  };

  /** Does the act. Throws if somebody who is no member gets anything but a refusal. */
  async function act(s: Subject, [kind, who, n]: Step): Promise<void> {
    const cookie = members[who % members.length] ?? world.cookie;
    const { lead } = s;
    const leadPath = `${out.base}/leads/${lead.id}`;
    const known = async (answer: Promise<{ status: number; body: One }>): Promise<number> => {
      const { status, body } = await answer;
      s.sequence = body.sequence ?? s.sequence;
      s.log.push(`${kind} ${status}`);
      return status;
    };
    const current = async (): Promise<Sequence | null> => (s.sequence = (await out.read(lead)) ?? s.sequence);
    const patch = async (change: object): Promise<number> => {
      const { revision } = (await out.readLead(lead)) ?? { revision: 0 };
      const { status } = await out.post(leadPath, { revision, ...change }, cookie, "PATCH");
      s.log.push(`${kind} ${JSON.stringify(change)} ${status}`);
      return status;
    };
    switch (kind) {
      case "draft":
        return void (await known(out.draft({ ...lead } as never, words(), cookie)));
      case "request":
        return s.sequence ? void (await known(out.request(s.sequence, cookie))) : undefined;
      case "review":
      case "reviewOne":
        if (!s.sequence) return;
        // Now and then of what was shown a while ago.
        if (n % 3 === 0) await current();
        return void (await known(out.review(s.sequence, kind === "review" ? undefined : [(n % 2) + 1], cookie)));
      case "change":
        if (s.sequence && n % 3 === 0) await current();
        return s.sequence ? void (await known(out.change(s.sequence, words(), cookie))) : undefined;
      case "together": {
        const held = s.sequence && (await current());
        if (!held) return;
        const all = [out.review(held, undefined, cookie), out.change(held, words(), cookie), tick(), ...(n % 2 ? [out.stop(held)] : [])];
        await Promise.all(all);
        s.log.push("together");
        return;
      }
      case "stop": {
        if (!s.sequence) return;
        const { status, body } = await out.stop(s.sequence);
        s.log.push(`stop ${status}`);
        if (status === 200 && body.sequence.state !== "ended") throw new Error("a stop that was answered did not end the sequence");
        return;
      }
      case "answer":
        return void (await mailFrom(s, {}), s.log.push("answer"));
      case "automatic":
        return void (await mailFrom(s, { "Auto-Submitted": "auto-replied" }), s.log.push("automatic"));
      case "chat":
        return void (await chat(s));
      case "bounce":
        s.log.push("bounce");
        return await event(s, "email.bounced");
      case "complaint":
        s.log.push("complaint");
        return await event(s, "email.complained");
      case "optOut":
      case "undoOptOut": {
        const path = optOutPath(s);
        if (path === undefined) return;
        const { status } = await world.call(path, {
          // Only the page of a new opt-out knows what takes it back, so this one does not.
          raw: new TextEncoder().encode(kind === "optOut" ? "List-Unsubscribe=One-Click" : `undo=sup_${"0".repeat(26)}`) as never,
          headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
        });
        s.log.push(`${kind} ${status}`);
        if (kind === "optOut" && status === 200) s.blocked.add("gone");
        return;
      }
      case "stage": {
        const stage = (["won", "lost", "contacted"] as const)[n % 3] ?? "won";
        if ((await patch({ stage, ...(stage === "lost" ? { lostReason: "No" } : {}) })) !== 200) return;
        if (stage === "contacted") s.blocked.delete("closed");
        else s.blocked.add("closed");
        return;
      }
      case "address":
        // The old one gets nothing more: no other lead has it.
        serial += 1;
        if ((await patch({ email: `q${serial}@${crypto.randomUUID().slice(0, 8)}.property.example` })) === 200) {
          s.lead.email = (await out.readLead(lead)).email;
          s.blocked.delete("gone");
          s.blocked.delete("suppressed");
        }
        return;
      case "delete": {
        const { status } = await world.as(leadPath, { method: "DELETE" }, cookie);
        s.log.push(`delete ${status}`);
        if (status === 200) s.blocked.add("deleted");
        return;
      }
      case "restore": {
        const { status } = await out.post(`${leadPath}/restore`, {}, cookie);
        s.log.push(`restore ${status}`);
        if (status === 200) s.blocked.delete("deleted");
        return;
      }
      case "erase": {
        const contactId = s.contactId ?? (await chat(s));
        await world.rows("UPDATE contacts SET email_verified = 1 WHERE id = ?", contactId);
        const [same] = await world.rows("SELECT 1 FROM contacts WHERE id = ? AND email = ?", contactId, lead.email);
        const { status } = await world.as(`${management}/contacts/${contactId}/erase`, { body: {} });
        s.log.push(`erase ${status}`);
        if (same && status < 300) s.blocked.add("gone");
        return;
      }
      case "suppress": {
        await out.post(`${out.base}/suppressions`, { reason: "by_hand", addresses: [lead.email] }, cookie);
        const found = await world.as<{ items: { id: string; reason: string }[] }>(
          `${out.base}/suppressions/find?address=${encodeURIComponent(lead.email)}`,
        );
        s.suppressionId = found.body.items.find(({ reason }) => reason === "by_hand")?.id;
        s.log.push(`suppress ${s.suppressionId}`);
        if (s.suppressionId !== undefined) s.blocked.add("suppressed");
        return;
      }
      case "lift": {
        if (s.suppressionId === undefined) return;
        const { status } = await world.as(`${management}/suppressions/${s.suppressionId}`, { method: "DELETE" }, cookie);
        s.log.push(`lift ${status}`);
        if (status === 200) s.blocked.delete("suppressed");
        return;
      }
      // Of all at once, so they are rare.
      case "settings":
        if (n % 5 > 0) return;
        await world.as(`${management}/outreach/settings`, { method: "PUT", body: { ...everyHour, anotherReviewer: n % 20 === 0 } }, cookie);
        return;
      case "identity":
        if (n % 20 > 0) return;
        await world.rows("UPDATE outreach_identities SET sender_name = ? WHERE project_id = ?", `Olga ${n % 40}`, projectId);
        return;
      case "jobsAgain":
        if (n % 5 > 0) return;
        await world.rows(
          "UPDATE jobs SET state = 'queued', due_at = 0, attempts = 0 WHERE project_id = ? AND kind LIKE 'outreach.%' AND state <> 'running'",
          projectId,
        );
        return;
      case "attemptsAgain":
        if (n % 5 > 0) return;
        await world.rows(
          "UPDATE jobs SET state = 'queued', due_at = 0 WHERE project_id = ? AND kind = 'email.send' AND state <> 'running'",
          projectId,
        );
        return;
      case "retry": {
        const found = await world.rows<{ id: string }>(
          "SELECT id FROM mail_deliveries WHERE project_id = ? AND kind = 'outreach' AND to_address = ?",
          ...[projectId, lead.email],
        );
        for (const { id } of found) await world.as(`${management}/email/deliveries/${id}/retry`, { body: {} });
        s.log.push("retry");
        return;
      }
      case "import":
        await out.post(
          `${out.base}/leads/import`,
          { dryRun: n % 2 === 0, rows: [{ key: crypto.randomUUID(), email: lead.email, name: "Twice" }] },
          cookie,
        );
        return;
      case "tool":
        if (tools.length > 0)
          await mcp("tools/call", { name: tools[n % tools.length] ?? "", arguments: { query: lead.email, conversationId: lead.id } });
        return;
      case "outsider":
        return await outside(s, who, n);
    }
  }
  async function outside(s: Subject, who: number, n: number): Promise<void> {
    const route = routes[n % routes.length];
    const headers = outsiders[who % outsiders.length];
    if (!route || !headers) return;
    const ids: Record<string, string> = { projectId, leadId: s.lead.id, sequenceId: s.sequence?.id ?? `osq_${"0".repeat(26)}` };
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? s.lead.id);
    const mails = s.sequence?.mails.map(({ position, hash }) => ({ position, hash })) ?? [];
    const bodies: Record<string, object> = {
      draftOutreach: { clientId: crypto.randomUUID(), mails: words() },
      changeOutreach: { revision: s.sequence?.revision ?? 1, mails: words() },
      requestOutreachReview: { revision: s.sequence?.revision ?? 1 },
      reviewOutreach: { mails },
    };
    const { status } = await world.call(path, {
      method: route.method,
      headers,
      ...(route.method === "GET" ? {} : { body: bodies[route.name] ?? {} }),
    });
    if (![401, 403, 404].includes(status)) throw new Error(`${route.name} answered ${status} to outsider ${who % outsiders.length}`);
  }
  return Object.assign(world, { act, tickOutreach: tick, subject, accepted, warmUp, routes, outsiders });
}
export type ActsWorld = Awaited<ReturnType<typeof actsWorld>>;

/** An owner of another project of the same installation, who is in none of the world's. */
async function stranger(world: Awaited<ReturnType<typeof outreachWorld>>, other: Awaited<ReturnType<typeof makeWorld>>) {
  const member = await join(other, "owner");
  const [own] = await world.rows("SELECT 1 FROM memberships WHERE project_id = ? AND account_id = ?", world.projectId, member.accountId);
  if (own) throw new Error("the stranger is a member");
  return member;
}
vi.setConfig({ hookTimeout: 600_000 });
