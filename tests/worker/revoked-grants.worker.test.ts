// What a member grants is valid only while that member may grant it: granted, then its giver removed, demoted, or locked out, then used.
// Also the inventory of every such column in the database, so that a new one is not forgotten.
import { expect, test } from "vitest";
import { registry } from "../../edition/manifest.ts";
import { crawlCron } from "../../modules/knowledge-sources/website/start-crawl.ts";
import { sampleDesk } from "../doubles/help-desks/index.ts";
import { CRAWLER_ACTOR, CRAWLER_TOKEN } from "../doubles/crawler/apify.ts";
import { LONG } from "./long.ts";
import { mailingWorld } from "./accounts-kit.ts";
import { Team } from "./help-kit.ts";
import { deskWorld, OPTIONS as DESK_OPTIONS, type RunBody as DeskRunBody, ZENDESK as ZENDESK_TICKETS } from "./desk-imports-kit.ts";
import { importWorld, type RunBody, ZENDESK } from "./imports-kit.ts";
import { html, makeSources, Site } from "./sources-kit.ts";
import { makeWorld, type World } from "./world.ts";

const PASSWORD = "seven quiet lamps";
type Role = "owner" | "admin" | "operator";
interface Person {
  readonly accountId: string;
  readonly cookie: string;
  readonly role: Role;
}

const management = (world: World): string => `/api/management/projects/${world.projectId}`;
const link = async (world: World, role: Role, cookie = world.cookie): Promise<string> => {
  const { status, body } = await world.as<{ link: string }>(
    `${management(world)}/invitations`,
    { body: { clientId: crypto.randomUUID(), role } },
    cookie,
  );
  if (status !== 201) throw new Error(`invitation: ${status} ${JSON.stringify(body)}`);
  return new URL(body.link).pathname;
};
let people = 0;
async function join(world: World, role: Role): Promise<Person> {
  people += 1;
  const email = `given-${people}@example.test`;
  const joined = await world.call(await link(world, role), { body: { name: `Person ${people}`, email, password: PASSWORD } });
  if (joined.status !== 200) throw new Error(`join: ${joined.status} ${JSON.stringify(joined.body)}`);
  const [account] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
  return { accountId: account?.id ?? "", cookie: (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "", role };
}
const memberPath = (world: World, { accountId }: Person): string => `${management(world)}/members/${accountId}`;
const LOSSES = {
  removed: (world: World, person: Person) => world.as(memberPath(world, person), { method: "DELETE" }),
  demoted: (world: World, person: Person) =>
    world.as(memberPath(world, person), { method: "PATCH", body: { role: person.role === "owner" ? "admin" : "operator" } }),
  "locked out": (world: World, person: Person) => world.rows("UPDATE accounts SET disabled_at = 1 WHERE id = ?", person.accountId),
} as const;
type Loss = keyof typeof LOSSES;
const revoke = async (world: World, person: Person, loss: Loss): Promise<void> => {
  const lost = await LOSSES[loss](world, person);
  if (!Array.isArray(lost)) expect(lost.status).toBe(200);
};
const restoreRight = async (world: World, { accountId, role }: Person): Promise<void> => {
  await world.rows("UPDATE accounts SET disabled_at = NULL WHERE id = ?", accountId);
  await world.rows(
    "INSERT INTO memberships (project_id, account_id, role, joined_at) VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET role = excluded.role",
    world.projectId,
    accountId,
    role,
  );
};

interface Grant {
  readonly world: World;
  readonly giver: Person;
  /** Uses the grant after the loss, and expects a refusal. */
  expectRefused(): Promise<void>;
  /** Somebody who may grants it again, or the giver regains the right: it is valid. */
  grantAgain(): Promise<void>;
}

async function invitation(giverRole: Role, role: Role): Promise<Grant> {
  const world = await makeWorld();
  const giver = await join(world, giverRole);
  const path = await link(world, role, giver.cookie);
  const list = async () => (await world.as<{ items: { role: string; holds: boolean }[] }>(`${management(world)}/invitations`)).body.items;
  expect(await list()).toMatchObject([{ role, holds: true }]);
  people += 1;
  const newcomer = { name: "New", email: `newcomer-${people}@example.test`, password: PASSWORD };
  const members = () => world.rows("SELECT account_id FROM memberships WHERE project_id = ?", world.projectId);
  return {
    world,
    giver,
    async expectRefused() {
      const before = await members();
      const page = await world.call<string>(path, { headers: { accept: "text/html" } });
      expect([page.status, page.body]).toEqual([404, expect.stringContaining("no longer valid")]);
      // Used by its giver, signed in or not, and by anybody else.
      expect([404, 403]).toContain((await world.as(path, { body: {} }, giver.cookie)).status);
      expect((await world.call(path, { body: newcomer })).status).toBe(404);
      expect(await members()).toEqual(before);
      expect(await list()).toMatchObject([{ role, holds: false }]);
    },
    async grantAgain() {
      await restoreRight(world, giver);
      expect((await world.call(path, { body: newcomer })).status).toBe(200);
    },
  };
}

async function schedule(): Promise<Grant> {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const giver = await join(world, "admin");
  const [team, owner] = [new Team(world, giver.cookie), new Team(world, world.cookie)];
  const { article } = (await team.create("Shipping")).body;
  const revision = (await team.save(article.id, 1, { title: "Shipping", content: "Two days." })).body.text.revision;
  expect((await team.schedule(article.id, revision, "2030-01-01T01:00:00.000Z")).status).toBe(200);
  const text = async () => (await owner.read(article.id)).body.text;
  return {
    world,
    giver,
    async expectRefused() {
      world.clock.set("2030-01-01T01:00:30Z");
      await world.tick();
      expect(await text()).toMatchObject({
        ...{ version: null, publishAt: null, publishBy: null },
        scheduleFailed: { why: "giver", at: "2030-01-01T01:00:30.000Z" },
      });
      const [entry] = await world.rows<{ detail: string }>(
        "SELECT detail FROM audit_log WHERE project_id = ? AND action = 'help.schedule_failed'",
        world.projectId,
      );
      expect(JSON.parse(entry?.detail ?? "{}")).toMatchObject({ article: article.id, why: "giver" });
    },
    async grantAgain() {
      expect((await owner.schedule(article.id, revision, "2030-01-01T02:00:00.000Z")).body.text.scheduleFailed).toBeNull();
      world.clock.set("2030-01-01T02:00:30Z");
      await world.tick();
      expect(await text()).toMatchObject({ version: 1, scheduleFailed: null });
    },
  };
}

async function importRun(what: "import" | "undo"): Promise<Grant> {
  const imports = await importWorld();
  const { world } = imports;
  const giver = await join(world, "admin");
  const call = (path: string, body: object, cookie = giver.cookie) =>
    world.as<{ run: RunBody }>(`${imports.path}/imports${path}`, { body }, cookie);
  const from = { clientId: crypto.randomUUID(), name: "Move", from: ZENDESK, dry: false };
  const options = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" };
  if (what === "undo") imports.desks.desk = sampleDesk(20);
  const { id } = (await call("", { ...from, options })).body.run;
  const texts = async () => (await imports.texts()).length;
  if (what === "undo") {
    // Enough articles that the undo takes several slices.
    await imports.untilEnded(id);
    await call(`/${id}/undo`, { confirm: "Move" });
  }
  expect((await imports.read(id)).state).toBe(what === "undo" ? "undoing" : "running");
  return {
    world,
    giver,
    async expectRefused() {
      const before = await texts();
      expect(await imports.untilEnded(id)).toMatchObject({ state: "failed", error: "giver" });
      expect(await texts()).toBe(before);
    },
    async grantAgain() {
      expect((await call(`/${id}/resume`, {}, world.cookie)).status).toBe(200);
      expect(await imports.untilEnded(id)).toMatchObject({ state: what === "undo" ? "undone" : "done" });
      expect(await texts()).toBe(what === "undo" ? 0 : 9);
    },
  };
}

async function deskImportRun(): Promise<Grant> {
  const imports = await deskWorld();
  const { world } = imports;
  const giver = await join(world, "admin");
  const body = { clientId: crypto.randomUUID(), name: "Move", from: ZENDESK_TICKETS, dry: false, options: DESK_OPTIONS };
  const { id } = (await world.as<{ run: DeskRunBody }>(`${imports.path}/desk-imports`, { body }, giver.cookie)).body.run;
  return {
    world,
    giver,
    async expectRefused() {
      const before = await imports.count("conversations");
      expect(await imports.untilEnded(id)).toMatchObject({ state: "failed", error: "giver" });
      expect(await imports.count("conversations")).toBe(before);
    },
    async grantAgain() {
      expect((await imports.act(id, "resume")).status).toBe(200);
      expect(await imports.untilEnded(id)).toMatchObject({ state: "done", counts: { created: 5 } });
    },
  };
}

async function crawl(by: "person" | "schedule"): Promise<Grant> {
  const kit = await makeSources();
  const { world } = kit;
  const giver = await join(world, "admin");
  const site = new Site({ "/a": html("A", "Words about alpha.") });
  kit.fetch = site.fetch;
  const website = {
    ...{ way: "pages", addresses: ["https://docs.example.test/a"], include: [], exclude: [], maxPages: 5 },
    schedule: by === "schedule" ? "daily" : "manual",
  };
  const body = { clientId: crypto.randomUUID(), kind: "website", name: "Docs", audience: "public", assistant: true, locale: "en", website };
  const { source } = (await world.as<{ source: { id: string } }>(`${kit.management}/sources`, { body }, giver.cookie)).body;
  const run = by === "person" ? await kit.start(source.id, giver.accountId) : undefined;
  const makeDue = async (): Promise<void> => {
    world.clock.advance({ days: 1, minutes: 1 });
    // Work that it starts at once runs beside this.
    const begun: Promise<unknown>[] = [];
    await crawlCron({ ...kit.ctx(), after: (work) => void begun.push(work) });
    await Promise.all(begun);
    await kit.work();
  };
  type Crawled = { source: { run: { state: string; error: string | null } | null; website: { schedule: string } } };
  const last = async () => (await world.as<Crawled>(`${kit.dashboard}/sources/${source.id}`)).body.source;
  return {
    world,
    giver,
    async expectRefused() {
      if (run) await kit.work();
      else await makeDue();
      expect((await last()).run).toMatchObject({ state: "failed", error: expect.stringContaining("can no longer fetch") as unknown });
      expect(site.asked.filter((path) => path !== "/robots.txt")).toEqual([]);
      if (!run) expect((await last()).website.schedule).toBe("manual");
    },
    async grantAgain() {
      if (run) {
        world.clock.advance({ minutes: 1 });
        await kit.start(source.id);
        await kit.work();
      } else {
        expect((await world.as(`${kit.management}/sources/${source.id}`, { method: "PATCH", body: { website } })).status).toBe(200);
        await makeDue();
      }
      expect((await last()).run).toMatchObject({ state: "done", error: null });
    },
  };
}

/** A project of another owner for which the installation's first owner opened something. */
async function foreignProject(world: World): Promise<{ owner: Person; first: Person }> {
  const owner = await join(world, "owner");
  const [installation] = await world.rows<{ id: string }>("SELECT first_owner_id AS id FROM installation");
  const first: Person = { accountId: installation?.id ?? "", cookie: world.cookie, role: "admin" };
  await world.rows("UPDATE memberships SET role = 'admin' WHERE project_id = ? AND account_id = ?", world.projectId, first.accountId);
  return { owner, first };
}
async function importAccess(): Promise<Grant> {
  const imports = await importWorld();
  const { world } = imports;
  const { owner, first } = await foreignProject(world);
  const openAccess = () => world.as(`${imports.path}/import-access`, { method: "PUT", body: { open: true } }, first.cookie);
  expect((await openAccess()).status).toBe(200);
  const options = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" };
  const from = { clientId: crypto.randomUUID(), name: "Move", from: ZENDESK, dry: false, options };
  const { id } = (await world.as<{ run: RunBody }>(`${imports.path}/imports`, { body: from }, owner.cookie)).body.run;
  world.cookie = owner.cookie;
  return {
    world,
    giver: first,
    async expectRefused() {
      const asked = imports.desks.requests.length;
      expect(await imports.untilEnded(id)).toMatchObject({ state: "failed", error: "closed" });
      expect(imports.desks.requests).toHaveLength(asked);
      expect((await world.as(`${imports.path}/imports/${id}/resume`, { body: {} })).status).toBe(409);
      expect((await imports.start()).status).toBe(409);
    },
    async grantAgain() {
      await restoreRight(world, first);
      expect((await world.as(`${imports.path}/imports/${id}/resume`, { body: {} })).status).toBe(200);
      expect(await imports.untilEnded(id)).toMatchObject({ state: "done", error: null, counts: { created: 9 } });
    },
  };
}
async function deskImportAccess(): Promise<Grant> {
  const imports = await deskWorld();
  const { world } = imports;
  const { owner, first } = await foreignProject(world);
  expect((await world.as(`${imports.path}/desk-import-access`, { method: "PUT", body: { open: true } }, first.cookie)).status).toBe(200);
  world.cookie = owner.cookie;
  const { id } = (await imports.start()).body.run;
  return {
    world,
    giver: first,
    async expectRefused() {
      const asked = imports.desks.requests.length;
      expect(await imports.untilEnded(id)).toMatchObject({ state: "failed", error: "closed" });
      expect(imports.desks.requests).toHaveLength(asked);
      expect((await imports.start()).status).toBe(409);
    },
    async grantAgain() {
      await restoreRight(world, first);
      expect((await imports.act(id, "resume")).status).toBe(200);
      expect(await imports.untilEnded(id)).toMatchObject({ state: "done", error: null, counts: { created: 5 } });
    },
  };
}
async function crawlerAccess(): Promise<Grant> {
  const kit = await makeSources({ CRAWLER_ACTOR_ID: CRAWLER_ACTOR, CRAWLER_TOKEN });
  const { world } = kit;
  const { owner, first } = await foreignProject(world);
  kit.fetch = () => Promise.reject(new TypeError("the provider is away"));
  expect((await world.as(`${kit.management}/crawler-access`, { method: "PUT", body: { open: true } }, first.cookie)).status).toBe(200);
  world.cookie = owner.cookie;
  const website = { way: "crawler", addresses: ["https://docs.example.test/a"], include: [], exclude: [], maxPages: 5, schedule: "manual" };
  const source = await kit.add("website", { website });
  const run = await kit.start(source.id, owner.accountId);
  return {
    world,
    giver: first,
    async expectRefused() {
      await kit.work();
      expect(await kit.crawl(run.id)).toMatchObject({
        state: "failed",
        error: expect.stringContaining("can’t use the installation’s crawler") as unknown,
      });
      await expect(kit.start(source.id, owner.accountId)).rejects.toMatchObject({ status: 403 });
    },
    async grantAgain() {
      await restoreRight(world, first);
      expect((await kit.start(source.id, owner.accountId)).state).toBe("starting");
    },
  };
}

async function apiToken(): Promise<Grant> {
  const world = await makeWorld();
  const giver = await join(world, "admin");
  const path = `${management(world)}/api-tokens`;
  const body = { clientId: crypto.randomUUID(), name: "Helper", scopes: ["conversations:read"], validDays: null };
  const { secret } = (await world.as<{ secret: string }>(path, { body }, giver.cookie)).body;
  const answered = async () =>
    (await world.call("/api/mcp", { body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: { authorization: `Bearer ${secret}` } }))
      .status;
  const state = async () => (await world.as<{ items: { state: string }[] }>(path)).body.items[0]?.state;
  expect([await answered(), await state()]).toEqual([200, "valid"]);
  return {
    world,
    giver,
    async expectRefused() {
      expect([await answered(), await state()]).toEqual([401, "void"]);
    },
    async grantAgain() {
      await restoreRight(world, giver);
      expect([await answered(), await state()]).toEqual([200, "valid"]);
    },
  };
}

const GIVEN: Readonly<Record<string, () => Promise<Grant>>> = {
  "an invitation of an admin": () => invitation("admin", "admin"),
  "an invitation of an owner for an owner": () => invitation("owner", "owner"),
  "a scheduled publication": schedule,
  "an import under way": () => importRun("import"),
  "an undo under way": () => importRun("undo"),
  "tokens of the installation opened to a project": importAccess,
  "an import of conversations under way": deskImportRun,
  "tokens opened to a project for conversations": deskImportAccess,
  "a run of a website": () => crawl("person"),
  "the schedule of a website": () => crawl("schedule"),
  "the crawler opened to a project": crawlerAccess,
  "an API token": apiToken,
};
// All check the same condition, so slow cases are tried in one way only, and a locked-out account once.
const CASES = Object.keys(GIVEN).flatMap((what) =>
  (Object.keys(LOSSES) as Loss[])
    .filter((loss) => LONG || loss === "removed" || (!/import|undo|tokens/.test(what) && (loss === "demoted" || /invitation/.test(what))))
    .map((loss) => [what, loss] as const),
);
test.for(CASES)("%s is void once its giver was %s, and valid again when somebody who may grants it", async ([what, loss]) => {
  const grant = await (GIVEN[what] as () => Promise<Grant>)();
  await revoke(grant.world, grant.giver, loss);
  await grant.expectRefused();
  await grant.grantAgain();
});

test("an invitation whose maker is gone is taken over by whoever mails it again", async () => {
  const world = await mailingWorld();
  const giver = await join(world, "admin");
  const email = "invited-anew@example.test";
  const made = await world.as<{ invitation: { id: string } }>(
    `${management(world)}/invitations`,
    { body: { clientId: crypto.randomUUID(), role: "operator", email } },
    giver.cookie,
  );
  const links = (): string[] => world.provider.to(email).map(({ text }) => /\/invite\/[\w-]+/.exec(text)?.[0] ?? "");
  const [first = ""] = links();
  await revoke(world, giver, "removed");
  expect((await world.call(first)).status).toBe(404);
  const path = `${management(world)}/invitations/${made.body.invitation.id}/mail`;
  expect((await world.as(path, { body: {} })).body).toMatchObject({ invitation: { holds: true } });
  const second = links()[1] ?? "";
  expect((await world.call(second, { body: { name: "Ina", password: PASSWORD } })).status).toBe(200);
});

test("an invitation is not mailed when its maker may no longer invite", async () => {
  const world = await mailingWorld();
  const giver = await join(world, "admin");
  const email = "never-invited@example.test";
  world.provider.trouble("busy");
  await world.as(`${management(world)}/invitations`, { body: { clientId: crypto.randomUUID(), role: "operator", email } }, giver.cookie);
  await revoke(world, giver, "demoted");
  const before = world.provider.to(email).length;
  world.clock.advance({ minutes: 10 });
  await world.tick();
  expect(world.provider.to(email)).toHaveLength(before);
  expect(await world.rows("SELECT state FROM system_mails WHERE kind = 'invitation' ORDER BY id DESC LIMIT 1")).toEqual([
    { state: "dropped" },
  ]);
});

// --- the inventory ----------------------------------------------------------------------------------------------------------

const DONE = "says who did something that is done: nothing acts by it later";
const SELF = "the person's own, and asked with their session or membership";
const COMPUTER =
  "ends with the membership, in the same batch, and is asked at each request of a computer (paired-computers.worker.test.ts)";
/** Every column that names a team member, with the cases that test it, or why nothing needs to be checked later. */
const COLUMNS: Readonly<Record<string, readonly string[] | string>> = {
  "api_tokens.created_by": ["an API token"],
  "webhooks.created_by": "says who made it; it belongs to the project, and owners and admins see and remove all of them",
  "invitations.created_by": ["an invitation of an admin", "an invitation of an owner for an owner"],
  "invitations.used_by": DONE,
  "help_article_texts.publish_by": ["a scheduled publication"],
  "help_import_runs.given_by": ["an import under way", "an undo under way"],
  "help_import_runs.created_by": "says who started it; for whom it works is given_by",
  "help_import_access.opened_by": ["tokens of the installation opened to a project"],
  "desk_import_runs.given_by": ["an import of conversations under way"],
  "desk_import_runs.created_by": "says who started it; for whom it works is given_by",
  "desk_exports.created_by": "says who uploaded it; the check only reads the files, and an import from them works for whoever starts it",
  "desk_import_access.opened_by": ["tokens opened to a project for conversations"],
  "knowledge_crawls.started_by": ["a run of a website"],
  "knowledge_websites.given_by": ["the schedule of a website"],
  "knowledge_crawler_access.opened_by": ["the crawler opened to a project"],
  "device_grants.account_id": COMPUTER,
  "device_grants.revoked_by": DONE,
  "code_hosting_connections.connected_by": "asked for the right at each use of the tokens (code-hosting.worker.test.ts)",
  "code_hosting_attempts.account_id": SELF,
  "code_issue_links.linked_by": DONE,
  "code_hosting_webhooks.made_by": "says who made the secret; what GitHub tells is the project's, and nothing is done in their name",
  "code_issue_drafts.account_id": SELF,
  "code_issue_creations.account_id":
    "what they confirmed was acknowledged; it is sent again only to a repository that is still chosen, while they are a member (issue-creation.worker.test.ts)",
  "preview_grants.created_by": "gives no right: who opens it is asked at each request (website-preview.worker.test.ts)",
  "preview_grants.last_opened_by": DONE,
  "preview_sessions.account_id":
    "the membership and the role are asked in the statement that counts each request (website-preview.worker.test.ts)",
  "delegations.account_id": "its grant and its device are asked again at each step (delegated-work.worker.test.ts)",
  "delegation_turns.answered_by":
    "only the member themself answers, and goes on under their own grant (delegated-questions.worker.test.ts)",
  "delegation_effects.decided_by": DONE,
  "devices.account_id": COMPUTER,
  "devices.revoked_by": DONE,
  "device_pairings.opened_by": "whoever entered the code decides with their session, and the batch asks whether they may",
  "account_tokens.account_id": SELF,
  "account_tokens.used_by": DONE,
  "address_claims.asked_by":
    "whoever asked for a code types it, and is asked for the right in the batch that takes it (address-proof.worker.test.ts)",
  "mail_domains.approved_by": "only the installation's first owner approves a domain, and is the only one who withdraws it",
  "mail_deliveries.strangers_by": "for whom the recipients of a waiting answer count; the answer was acknowledged and goes out",
  "address_codes.used_by": "a visitor's use of a code",
  "audit_log.actor": DONE,
  "contact_erasures.erased_by": "an erasure is finished whoever asked for it: the person whose data it is has a right to it",
  "conversation_events.actor_id": DONE,
  "bulk_actions.account_id":
    "its job asks for the membership before each page, and the batch of each change asks again (bulk-actions.worker.test.ts)",
  "conversation_reads.account_id": SELF,
  "conversations.assignee_id": "who shall answer; it gives no right, and a removed member cannot open the conversation",
  "drafts.account_id": SELF,
  "help_articles.created_by": DONE,
  "help_article_texts.updated_by": DONE,
  "help_article_versions.published_by": DONE,
  "help_centers.updated_by": DONE,
  "help_gaps.changed_by": DONE,
  "installation.first_owner_id": "the installation's first owner: what that person opens is asked above",
  "knowledge_items.created_by": "an upload or a text that was acknowledged is kept and indexed, like an answer that was sent",
  "knowledge_sources.filled_by": "the module that fills it, no account",
  "knowledge_sources.created_by": "says who made it; its schedule is given by knowledge_websites.given_by",
  "memberships.account_id": "the right itself",
  "messages.author_id": "an answer that was acknowledged goes out, also by mail, though its author was removed since",
  "bell_entries.account_id": "whom the bell tells; made for members alone, and ends with the membership",
  "bell_marks.account_id": SELF,
  "push_subscriptions.account_id": "the membership and the session are asked for when something is pushed",
  "notice_mails.account_id": "a notice asks for the membership in the batch that makes its mail",
  "notice_settings.account_id": SELF,
  "notices.account_id": "a notice asks for the membership in the batch that makes its mail",
  "projects.created_by": DONE,
  "projects.deleted_by": DONE,
  "return_tokens.used_by": "a visitor's use of a link",
  "sessions.account_id": SELF,
  "assistant_action_runs.started_by": "whether a member tried it or the assistant ran it; nothing continues a run",
  "assistant_flags.flagged_by": DONE,
  "assistant_guidance.created_by": DONE,
  "learning_proposals.decided_by": DONE,
  "monitoring_dry_runs.created_by":
    "says who started it; its price was agreed before, nothing follows from it, and every admin can cancel it",
  "monitoring_log.resolved_by": DONE,
  "monitoring_log.verdict_by": DONE,
  "automation_rules.created_by": DONE,
  "canned_replies.created_by": DONE,
  "macro_runs.account_id": DONE,
  "macros.created_by": DONE,
  "contact_merges.merged_by": DONE,
  "contact_notes.author_id": DONE,
  "companies.created_by": DONE,
  "company_contacts.set_by": DONE,
  "leads.created_by": DONE,
  "satisfaction_requests.answered_by": DONE,
  "satisfaction_requests.assignee_id": DONE,
  "satisfaction_requests.closed_by": DONE,
  "legacy_import_holds.reconciled_by": DONE,
  "outreach_mails.edited_by": DONE,
  "outreach_reviews.reviewed_by":
    "a review is of words that were read; it stays valid when its reviewer leaves, and anybody can stop the sequence",
  "outreach_reviews.written_by": DONE,
  "outreach_sequences.created_by": DONE,
  "outreach_templates.created_by": DONE,
  "suppressions.created_by": DONE,
  "outreach_identities.updated_by": DONE,
  "lead_answers.author_id": DONE,
  "lead_criteria.updated_by": DONE,
  "lead_research_runs.created_by":
    "says who started it; its highest price was shown before, it ends within minutes, and every member can cancel it",
  "lead_statements.author_id": DONE,
  "question_sets.created_by": DONE,
  "set_questions.created_by": DONE,
  "question_settings.updated_by": DONE,
  "evaluation_runs.created_by":
    "says who started it; its budget was shown before and is asked for each question, and every admin can pause and cancel it",
  "judgings.created_by":
    "says who started it; its budget was shown before and is asked for each answer, and every admin can pause and cancel it",
  "blind_gradings.created_by": DONE,
  "graded_answers.decided_by": DONE,
  "promotions.created_by": DONE,
  "regression_plans.updated_by": "the plan starts nothing once they are no admin any more, and the batch of each run asks for that",
  "regression_reviews.decided_by": DONE,
  "subject_notices.account_id": "who is told; the batch that makes its mail asks for the membership, and the bell is the member's own",
  "question_proposals.created_by": DONE,
  "scenarios.created_by": DONE,
  "simulation_runs.created_by":
    "says who started it; its budget was shown before and is asked for each message, and every admin can pause and cancel it",
  "image_looks.updated_by": DONE,
  "image_runs.created_by": "says who started it; its highest price was shown before, it ends within minutes, and every admin can cancel it",
  "conversation_followers.account_id": "who is told; a notice asks for the membership in the batch that makes its mail",
  "conversation_mentions.account_id": "whom a note names; only that member sees the view, with their membership",
  "conversation_search_entries.author_id": DONE,
  "conversation_sort_keys.assignee_id": "a copy of conversations.assignee_id",
  "follower_settings.account_id": SELF,
  "member_availability.account_id": SELF,
  "pending_replies.account_id": "the batch that sends it asks whether its author may still write",
  "scheduled_replies.account_id": "the batch that sends it asks whether its author may still write",
  "contact_imports.created_by": "says who started it; for whom it works is given_by",
  "contact_imports.given_by": "each batch asks whether this member may still import: tests/worker/contact-imports",
  "conversation_merges.merged_by": DONE,
  "conversation_splits.split_by": DONE,
  "conversation_transfers.moved_by": DONE,
  "auto_assignment_left_out.account_id": "whom not to assign to; without the membership nobody assigns to them",
  "auto_assignment_turns.account_id": "when they were last assigned one; the batch asks whether they are a member",
  "saved_searches.account_id": SELF,
  "shared_drafts.account_id": "ends with the membership, in the same batch; only drafts of members are read",
  "saved_views.created_by": DONE,
  "response_clocks.ended_by": DONE,
  "team_members.account_id": "ends with the membership, in the same batch; a team gives no right",
  "writing_settings.account_id": SELF,
  "profile_statements.author_id": DONE,
  "profile_statements.confirmed_by": DONE,
};
test("every column that names a team member is tested above or says why nothing needs to be checked", async () => {
  const world = await makeWorld();
  const tables = await world.rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL",
  );
  const named = tables.flatMap(({ name, sql }) =>
    [...sql.matchAll(/[(,\n]\s*"?(\w*_by|actor|actor_id|account_id|assignee_id|author_id|\w+_owner_id)"? TEXT/gi)].map(
      ([, column = ""]) => `${name}.${column}`,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(Object.keys(COLUMNS).toSorted()).toEqual(named.toSorted());
  const proofs = Object.values(COLUMNS).flatMap((one) => (typeof one === "string" ? [] : one));
  expect([...new Set(proofs)].toSorted()).toEqual(Object.keys(GIVEN).toSorted());
});

/** Jobs about a member, who did not order them. */
const ABOUT = ["followers.leave"];
test("no job payload names a team member: whoever ordered the work is in a column that its batches check", () => {
  for (const { job } of registry.jobs.values()) {
    if (ABOUT.includes(job.kind)) continue;
    const { entries = {} } = job.payload as { entries?: Record<string, unknown> };
    expect(
      Object.keys(entries).filter((key) => /account|actor|by$|member|owner/i.test(key)),
      job.kind,
    ).toEqual([]);
  }
});
