// The audit log says what changed, from what to what, and keeps no secret and nothing of a contact.
import { beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "#modules/projects/contract";
import { makeWorld, type World } from "./world.ts";

const PASSWORD = "seven quiet lamps";
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
const admin = (path = ""): string => `/api/management/projects/${world.projectId}${path}`;
const desk = (path: string): string => `/api/dashboard/projects/${world.projectId}${path}`;
const log = async (): Promise<AuditEntry[]> => (await world.as<{ items: AuditEntry[] }>(admin("/audit-log"))).body.items;
/** The entries that the work adds, oldest first. */
async function adds(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = (await log()).length;
  world.clock.advance({ seconds: 1 });
  await work();
  const after = await log();
  return after.slice(0, after.length - before).toReversed();
}
const patch = (path: string, body: unknown) => world.as(path, { method: "PATCH", body });

test("a new name is kept with the old one; the same name again is no change", async () => {
  const name = `Renamed “A”, 'B' & <C>`;
  expect(await adds(() => patch(admin(), { name }))).toMatchObject([
    { action: "project.renamed", actor: "Olga", changes: [{ field: "name", from: "Acme", to: name }] },
  ]);
  expect(await adds(() => patch(admin(), { name }))).toEqual([]);
});

test("only the settings of the widget that differ are kept, empty and numeric ones too", async () => {
  const { look } = (await world.as<{ look: Record<string, unknown> }>(desk("/widget"))).body;
  const [changed, ...more] = await adds(() =>
    patch(admin("/widget"), { websiteOrigin: null, look: { ...look, greeting: "", offset: 48 } }),
  );
  expect(more).toEqual([]);
  expect(changed).toMatchObject({ action: "widget.changed", detail: {} });
  expect(changed?.changes).toEqual([
    { field: "origin", from: "http://localhost:5999", to: null },
    { field: "greeting", from: look["greeting"], to: "" },
    { field: "offset", from: String(look["offset"]), to: "48" },
  ]);
  expect(await adds(() => patch(admin("/widget"), {}))).toEqual([]);
  expect((await adds(() => patch(admin("/widget"), { websiteOrigin: "http://localhost:5999" })))[0]?.changes).toEqual([
    { field: "origin", from: null, to: "http://localhost:5999" },
  ]);
});

test("keys and secrets are named, never shown", async () => {
  const { key } = (await world.as<{ key: string }>(admin("/widget/key"), { body: {} })).body;
  const { secret } = (await world.as<{ secret: string }>(admin("/widget/identity-secret"), { body: {} })).body;
  const whole = JSON.stringify(await world.rows("SELECT * FROM audit_log"));
  expect(whole).toContain("widget.key_rotated");
  expect(whole).toContain("widget.identity_secret_rotated");
  expect(whole).not.toContain(key);
  expect(whole).not.toContain(secret);
});

test("an invitation names whom it is for, a new role its old one, and who has left keeps a name", async () => {
  const invite = async (body: object) =>
    (
      await world.as<{ invitation: { id: string }; link: string }>(admin("/invitations"), {
        body: { clientId: crypto.randomUUID(), ...body },
      })
    ).body;
  const [invited] = await adds(() => invite({ role: "operator", note: "Lena, second shift" }));
  expect(invited).toMatchObject({ action: "member.invited", detail: { role: "operator", note: "Lena, second shift" } });
  const { invitation } = await invite({ role: "admin", note: "Nobody" });
  const revoke = () => world.as(admin(`/invitations/${invitation.id}`), { method: "DELETE" });
  expect(await adds(revoke)).toMatchObject([{ action: "member.invitation_revoked", detail: { role: "admin", note: "Nobody" } }]);
  expect(await adds(revoke)).toEqual([]);

  const { link } = await invite({ role: "operator" });
  const email = `${crypto.randomUUID()}@mates.example`;
  await world.call(new URL(link).pathname, { body: { name: "Max Mustermann", email, password: PASSWORD } });
  const { members } = (await world.as<{ members: { accountId: string; email: string }[] }>(desk(""))).body;
  const max = members.find((each) => each.email === email)?.accountId ?? "";
  expect(await adds(() => patch(admin(`/members/${max}`), { role: "admin" }))).toMatchObject([
    { action: "member.role_changed", member: "Max Mustermann", changes: [{ field: "role", from: "operator", to: "admin" }] },
  ]);
  expect(await adds(() => patch(admin(`/members/${max}`), { role: "admin" }))).toEqual([]);
  const owner = members.find((each) => each.accountId !== max)?.accountId ?? "";
  expect(await adds(() => patch(admin(`/members/${owner}`), { role: "operator" }))).toEqual([]);
  expect(await adds(() => world.as(admin(`/members/${max}`), { method: "DELETE" }))).toMatchObject([
    { action: "member.removed", member: "Max Mustermann" },
  ]);
});

test("mail settings are kept with their old values", async () => {
  const at = admin("/email");
  const settings = { sender: null, senderName: "Harbour Help", replyAddress: null, signature: "Bye" };
  const save = (body: object) => () => world.as(at, { method: "PUT", body });
  expect((await adds(save({ ...settings, askAddress: true, mailUnseen: true })))[0]?.changes).toEqual([
    { field: "senderName", from: null, to: "Harbour Help" },
    { field: "signature", from: null, to: "Bye" },
  ]);
  expect(await adds(save(settings))).toEqual([]);
  expect((await adds(save({ ...settings, signature: "", mailUnseen: false })))[0]?.changes).toEqual([
    { field: "signature", from: "Bye", to: null },
    { field: "mailUnseen", from: "1", to: "0" },
  ]);
});

test("the help center's settings are kept with their old values, and its first save is compared with what was shown before", async () => {
  const at = admin("/help/settings");
  const given = {
    open: true,
    title: "Help",
    description: "",
    defaultLocale: "en",
    locales: ["en"],
    links: [],
    contact: null,
    authors: false,
  };
  const save = (body: object) => () => world.as(at, { method: "PUT", body });
  expect((await adds(save({ ...given, revision: 0 })))[0]).toMatchObject({
    action: "help.settings_changed",
    changes: [
      { field: "open", from: "0", to: "1" },
      { field: "title", from: expect.stringContaining("Renamed") as string, to: "Help" },
    ],
  });
  const links = [{ label: "Imprint", url: "https://acme.example/imprint" }];
  expect((await adds(save({ ...given, revision: 1, open: false, title: "Docs", locales: ["en", "de"], links })))[0]?.changes).toEqual([
    { field: "open", from: "1", to: "0" },
    { field: "title", from: "Help", to: "Docs" },
    { field: "locales", from: "en", to: "en, de" },
    { field: "links", from: null, to: "Imprint" },
  ]);
  expect(await adds(save({ ...given, revision: 1, title: "Stale" }))).toEqual([]);
});

test("articles, collections, and sources are named as they were then", async () => {
  const made = await world.as<{ article: { id: string } }>(desk("/help/articles"), {
    body: { clientId: crypto.randomUUID(), locale: "en", title: "How to pay" },
  });
  const { id } = made.body.article;
  const archived = await adds(() => world.as(admin(`/help/articles/${id}/archive`), { body: {} }));
  expect(archived).toMatchObject([{ action: "help.archived", detail: { article: id, title: "How to pay" } }]);
  const deleted = await adds(() => world.as(admin(`/help/articles/${id}/delete`), { body: { confirm: id } }));
  expect(deleted).toMatchObject([{ action: "help.deleted", detail: { article: id, title: "How to pay" } }]);
  const [collection] = await adds(() =>
    world.as(admin("/help/collections"), { body: { clientId: crypto.randomUUID(), locale: "en", name: "Billing", description: "" } }),
  );
  expect(collection).toMatchObject({ action: "help.collection_created", detail: { name: "Billing" } });
  expect(
    await adds(() => world.as(admin(`/help/collections/${collection?.detail["collection"] ?? ""}`), { method: "DELETE" })),
  ).toMatchObject([{ action: "help.collection_removed", detail: { name: "Billing" } }]);

  const source = { clientId: crypto.randomUUID(), kind: "snippets", name: "Prices", audience: "public", assistant: true, locale: "en" };
  const [created] = await adds(() => world.as(admin("/knowledge/sources"), { body: source }));
  expect(created).toMatchObject({ action: "knowledge.source_created", detail: { name: "Prices" } });
  const at = admin(`/knowledge/sources/${created?.detail["source"] ?? ""}`);
  expect(await adds(() => patch(at, { name: "Price list", audience: "public", assistant: false }))).toMatchObject([
    {
      action: "knowledge.source_changed",
      changes: [
        { field: "name", from: "Prices", to: "Price list" },
        { field: "assistant", from: "1", to: "0" },
      ],
    },
  ]);
});

test("an entry from before changes were kept is read without them", async () => {
  await world.rows(
    "INSERT INTO audit_log (id, project_id, actor, action, detail, created_at) VALUES ('aud_old', ?, 'operator:acc_gone', 'project.renamed', '{}', 1)",
    world.projectId,
  );
  expect((await log()).at(-1)).toMatchObject({ id: "aud_old", actor: "operator:acc_gone", detail: {}, member: null, changes: [] });
});

test("entries are found by person, area and time, page by page, and exported with formulas guarded", async () => {
  const me = (await world.as<{ members: { accountId: string }[] }>(desk(""))).body.members[0]?.accountId ?? "";
  const read = async (query: string) => (await world.as<{ items: AuditEntry[]; next: string | null }>(admin(`/audit-log?${query}`))).body;
  const all = await log();
  const named = all.filter(({ action }) => action.startsWith("help."));
  expect((await read("area=help")).items).toEqual(named);
  expect((await read(`area=help&by=${me}`)).items).toEqual(named.filter(({ accountId }) => accountId === me));
  expect((await read(`by=acc_${"0".repeat(26)}`)).items).toEqual([]);
  const at = named[1]?.createdAt ?? "";
  expect((await read(`area=help&from=${at}`)).items).toEqual(named.filter(({ createdAt }) => createdAt >= at));
  expect((await read(`area=help&until=${at}`)).items).toEqual(named.filter(({ createdAt }) => createdAt < at));
  expect((await world.as(admin("/audit-log?area=Help;"))).status).toBe(400);

  await patch(admin(), { name: "=1+1" });
  const { body: text } = await world.as<string>(admin("/audit-log.csv?area=project"));
  const [head = "", first = ""] = text.replace("\ufeff", "").split("\r\n");
  expect(head).toBe('"Time","Person","API token","Action","Setting","Before","After","Details","Entry ID"');
  expect(first).toContain(`"Olga","","project.renamed","name"`);
  expect(first).toContain(`"'=1+1"`);
});

test("a program's entry names its token, also after the token is revoked", async () => {
  const { token, secret } = (
    await world.as<{ token: { id: string }; secret: string }>(admin("/api-tokens"), {
      body: { clientId: crypto.randomUUID(), name: "Deployment", scopes: ["api:write"], validDays: 30 },
    })
  ).body;
  const [entry] = await adds(() =>
    world.call(admin(), { method: "PATCH", body: { name: "By a program" }, headers: { authorization: `Bearer ${secret}` } }),
  );
  expect(entry).toMatchObject({ action: "project.renamed", actor: "Olga", program: "Deployment", detail: {} });
  await world.as(admin(`/api-tokens/${token.id}`), { method: "DELETE" });
  expect((await log()).find(({ id }) => id === entry?.id)).toMatchObject({ program: "Deployment" });
});

test("a long text is kept around its first difference, a list as its parts, and what stays is left out", async () => {
  const text = "Thank you for writing. ".repeat(30);
  const reply = (words: string) => ({ title: "Thanks", shortcut: "", text: words, files: [] });
  const made = await world.as<{ reply: { id: string; version: number } }>(desk("/canned-replies"), {
    body: { clientId: crypto.randomUUID(), shared: true, reply: reply(text) },
  });
  const { id, version } = made.body.reply;
  const [changed] = await adds(() =>
    world.as(desk(`/canned-replies/${id}`), { method: "PUT", body: { version, reply: reply(`${text}Bye`) } }),
  );
  expect(changed?.changes).toHaveLength(1);
  expect(changed?.changes[0]).toMatchObject({
    field: "text",
    from: expect.stringMatching(/^….{1,200}$/) as string,
    to: expect.stringMatching(/Bye$/) as string,
  });
  const teamOf = (members: string[]) => ({ name: "Night", members, archived: false });
  const { members } = (await world.as<{ members: { accountId: string }[] }>(desk(""))).body;
  const [first = ""] = members.map(({ accountId }) => accountId);
  const team = await world.as<{ team: { id: string } }>(admin("/teams"), {
    body: { clientId: crypto.randomUUID(), name: "Night", members: [] },
  });
  const at = admin(`/teams/${team.body.team.id}`);
  expect((await adds(() => patch(at, teamOf([first]))))[0]?.changes).toEqual([{ field: "members", from: null, to: first }]);
  expect(await adds(() => patch(at, teamOf([first])))).toEqual([]);
});
