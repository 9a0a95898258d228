// Address ownership: nobody receives or sends mail as the installation, an account, or another project.
import type { ProjectId } from "#kernel/ids/index.ts";
import { afterEach, expect, test, vi } from "vitest";
import { type MailingWorld, mailingWorld, person, PASSWORD, ask, linkIn, someAddress } from "./accounts-kit.ts";
import {
  bearer,
  deliverByHostedParse,
  deliverByGateway,
  INBOUND,
  deliverByPlatform,
  deliverRaw,
  raw,
  rawOf,
  receipts,
  ownAddress,
  TOKEN,
} from "./mail-kit.ts";
import { OWNER } from "./world.ts";
import type { Answer } from "./world.ts";
import type { Sent } from "./sent-mail.ts";

/** Base64 of the text's UTF-8 bytes. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

afterEach(() => void vi.unstubAllGlobals());

interface Proof {
  readonly address: string;
  readonly state: string;
  readonly code: { readonly mine: boolean; readonly state: string } | null;
}
interface Overview {
  readonly addresses: readonly { readonly address: string }[];
  readonly proofs: readonly Proof[];
  readonly settings: { readonly sender: string | null };
  readonly error: string;
  readonly reason?: string;
}
interface Person {
  readonly cookie: string;
  readonly id: string;
  readonly address: string;
}

const world = (): Promise<MailingWorld> =>
  mailingWorld({ vars: { INBOUND_EMAIL_TOKEN: TOKEN, RATE_LIMITS: '{"projectsPerAccountDay":1000}' } });
let made = 0;
const domain = (): string => `firm${++made}-${crypto.randomUUID().slice(0, 8)}.example`;

/** A project, and the actions of its owner on its addresses. */
async function tenant(world: MailingWorld, by?: Person) {
  const owner = by ?? (await person(world));
  const as = <T = Overview>(path: string, body?: unknown, method?: string, who: Person = owner): Promise<Answer<T>> =>
    world.call<T>(path, {
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
      headers: { cookie: who.cookie },
    });
  const { body, status } = await as<{ project: { id: string } }>("/api/account/projects", {
    clientId: crypto.randomUUID(),
    name: "Tenant",
    websiteOrigin: "https://tenant.example",
  });
  if (status !== 201) throw new Error(`project: ${status} ${JSON.stringify(body)}`);
  const projectId = body.project.id as ProjectId;
  const email = `/api/management/projects/${projectId}/email`;
  return {
    owner,
    projectId,
    email,
    as,
    claim: (address: string) => as(`${email}/addresses`, { address }),
    ask: (address: string, who = owner) => as(`${email}/proofs`, { clientId: crypto.randomUUID(), address }, undefined, who),
    prove: (address: string, code: string, who = owner) => as(`${email}/proofs/code`, { address, code }, undefined, who),
    save: (more: object) => as(email, { sender: null, senderName: null, replyAddress: null, signature: "", ...more }, "PUT"),
    async state(address: string): Promise<string | undefined> {
      return (await as(email)).body.proofs.find((one) => one.address === address)?.state;
    },
    receipts: () => receipts({ rows: world.rows.bind(world), projectId } as never),
    admit: async (sql: string) => await world.rows(sql, projectId),
  };
}
/** Runs waiting work to its end. */
async function settleWork(world: MailingWorld): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    world.clock.advance({ seconds: 1 });
    await world.tick();
  }
}
const codeIn = (mail: Sent | undefined): string =>
  /^[0-9a-z]{4}-[0-9a-z]{4}$/m.exec(mail?.text ?? "")?.[0] ?? `no code in ${JSON.stringify(mail)}`;
/** One of our mails as a mail server forwards it. */
const forwardedMail = (mail: Sent | undefined, change: Record<string, string> = {}): string =>
  raw(
    {
      From: "desk@acme.example",
      To: mail?.to ?? "",
      Subject: mail?.subject ?? "",
      "Message-ID": `<${crypto.randomUUID()}@provider.example>`,
      ...change,
    },
    mail?.text,
  );
const domains = (world: MailingWorld, body?: object, path = "") =>
  world.as<{
    items: { domain: string; projectId: string; approvedAt: string | null; routed: boolean; addresses: string[] }[];
    error: string;
  }>(`/api/installation/mail-domains${path}`, body === undefined ? {} : { body });

test("a project cannot claim the first owner's address, and nobody but the owner reads a link sent there", async () => {
  const installation = await world();
  const eve = await tenant(installation);
  for (const spelling of [OWNER, OWNER.toUpperCase(), OWNER.replace("@", "+x@")]) {
    expect(await eve.claim(spelling)).toMatchObject({ status: 409 });
    expect((await eve.save({ replyAddress: OWNER, sender: null })).status).toBe(409);
    expect((await eve.save({ sender: spelling })).status).toBe(409);
  }
  // A row of an earlier version that still waits for proof.
  await installation.rows(
    "INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at) VALUES (?, ?, 'example.test', 1, 1)",
    eve.projectId,
    OWNER,
  );
  expect(await eve.state(OWNER)).toBe("reserved");
  expect((await eve.ask(OWNER)).status).toBe(409);
  expect((await ask(installation, "/recover", OWNER)).status).toBe(202);
  const mail = installation.provider.to(OWNER).at(-1);
  const link = linkIn(mail);
  const token = link.split("/").at(-1) ?? "none";
  expect((await deliverRaw(installation, forwardedMail(mail))).status).toBe(200);
  const [kept] = await eve.receipts();
  expect(kept).toMatchObject({ state: "dropped", object_key: null, subject: null });
  expect((await eve.as(`/api/management/projects/${eve.projectId}/inbound-receipts/${kept?.id}/raw`)).status).toBe(404);
  expect(JSON.stringify(await eve.as(`/api/management/projects/${eve.projectId}/inbound-emails`))).not.toContain(token);
  // Nor an attacker's own address to which the mail is forwarded.
  const at = `help@${domain()}`;
  await ownAddress(installation as never, at, eve.projectId);
  for (const passedOn of [
    forwardedMail(mail, { To: at, From: "somebody@people.example" }),
    raw(
      { From: "somebody@people.example", To: at, Subject: "Fwd: Reset" },
      `Look:\r\n\r\n${(mail?.text ?? "").replaceAll(/^/gm, "> ").replaceAll(/(\S{40})/g, "$1\r\n> ")}`,
    ),
    raw(
      { From: "somebody@people.example", To: at, Subject: "Fwd", "Content-Type": 'multipart/mixed; boundary="x"' },
      `--x\r\nContent-Type: text/plain\r\n\r\nSee below\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${forwardedMail(mail)}\r\n--x--`,
    ),
    raw({ From: "somebody@people.example", To: at, "Content-Type": "text/html" }, mail?.html),
    raw(
      { From: "somebody@people.example", To: at, "Content-Type": "text/plain", "Content-Transfer-Encoding": "base64" },
      base64(mail?.text ?? "").replaceAll(/(.{76})/g, "$1\r\n"),
    ),
  ]) {
    expect((await deliverRaw(installation, passedOn)).status).toBe(200);
    expect((await eve.receipts()).at(-1)).toMatchObject({ state: "dropped", object_key: null, message_id: null });
  }
  expect(JSON.stringify(await installation.rows("SELECT content FROM messages WHERE project_id = ?", eve.projectId))).not.toContain(token);
  // A customer's mail is still accepted.
  await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Please help. My reference is sd-12345678901234567890123456."));
  expect((await eve.receipts()).at(-1)).toMatchObject({ state: "admitted" });
});

test("the installation's sender cannot be claimed for receiving or sending, in any spelling", async () => {
  const installation = await world();
  const eve = await tenant(installation);
  for (const spelling of ["desk@acme.example", "Desk+vip@ACME.example", "ｄesk@acme.example"]) {
    expect((await eve.claim(spelling)).status).toBe(409);
  }
  expect((await eve.save({ sender: "Desk+vip@ACME.example" })).status).toBe(409);
  expect((await eve.save({ replyAddress: "desk@acme.example" })).status).toBe(409);
  // Also where a project claimed it before the variable was set.
  const at = `box@${domain()}`;
  await ownAddress(installation as never, at, eve.projectId);
  const env = { ...installation.env, EMAIL_FROM: `Desk <${at}>` };
  expect(await deliverRaw(installation, raw({ From: "c@people.example", To: at }), {}, env as never)).toMatchObject({
    body: { status: "ignored" },
  });
});

test("an address belongs to the project once its admin entered the code, and held mail is admitted in order and once", async () => {
  const installation = await world();
  const acme = await tenant(installation);
  const at = `help@${domain()}`;
  expect((await acme.claim(at)).body.proofs).toMatchObject([{ address: at, state: "waiting", code: null }]);
  for (const text of ["One", "Two", "Three"]) {
    await deliverRaw(
      installation,
      raw({ From: "c@people.example", To: at, Subject: "Secret", "Message-ID": `<${text}@people.example>` }, text),
    );
    installation.clock.advance({ seconds: 1 });
  }
  const list = `/api/management/projects/${acme.projectId}/inbound-emails`;
  const waiting = (
    await acme.as<{ items: { id: string; state: string; subject: string | null; raw: boolean; envelopeFrom: string | null }[] }>(list)
  ).body.items;
  expect(waiting).toHaveLength(3);
  for (const one of waiting) {
    expect(one).toMatchObject({ state: "waiting", subject: null, raw: false, envelopeFrom: null });
    expect((await acme.as(rawOf({ projectId: acme.projectId } as never, one.id))).status).toBe(404);
  }
  expect((await acme.as<{ items: unknown[] }>(`${list}?state=waiting`)).body.items).toHaveLength(3);
  expect((await acme.as<{ items: unknown[] }>(`${list}?state=dropped`)).body.items).toHaveLength(0);
  expect((await acme.ask(at)).status).toBe(202);
  const mail = installation.provider.to(at).at(-1);
  expect(mail?.whole).not.toContain("Tenant");
  expect(await acme.prove(at, "0000-0000")).toMatchObject({ status: 409, body: { reason: "wrong" } });
  expect((await acme.prove(at.replace("@", "+x@"), codeIn(mail).toUpperCase().replace("-", " "))).body.proofs).toMatchObject([
    { state: "active" },
  ]);
  await settleWork(installation);
  expect(await installation.rows("SELECT content FROM messages WHERE project_id = ? ORDER BY rowid", acme.projectId)).toEqual([
    { content: "One" },
    { content: "Two" },
    { content: "Three" },
  ]);
  await deliverRaw(installation, raw({ From: "c@people.example", To: at, "Message-ID": "<four@people.example>" }, "Four"));
  expect(await installation.rows("SELECT count(*) AS n FROM messages WHERE project_id = ?", acme.projectId)).toEqual([{ n: 4 }]);
});

test("held mail is kept for thirty days, and is removed with its claim", async () => {
  const installation = await world();
  const acme = await tenant(installation);
  const [late, gone] = [`late@${domain()}`, `gone@${domain()}`];
  for (const at of [late, gone]) {
    await acme.claim(at);
    await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Words"));
  }
  expect(await acme.receipts()).toHaveLength(2);
  expect((await acme.as(`${acme.email}/addresses/remove`, { address: gone })).status).toBe(200);
  await settleWork(installation);
  const [rest, ...none] = await acme.receipts();
  expect([rest?.["waits_for"], none]).toEqual([late, []]);
  installation.clock.advance({ days: 31 });
  await settleWork(installation);
  expect(await acme.receipts()).toMatchObject([{ object_key: null, envelope_from: null, waits_for: null }]);
  expect(await installation.rows("SELECT 1 FROM mail_uploads")).toEqual([]);
});

test.each(["gateway", "JSON", "parse", "platform", "forwarded", "without the mark"] as const)(
  "a code that arrives at our own inbound channel (%s) is void, and only the first owner can approve the domain",
  async (channel) => {
    const installation = await world();
    const eve = await tenant(installation);
    const at = `all@${domain()}`;
    await eve.claim(at);
    expect((await eve.ask(at)).status).toBe(202);
    const sent = installation.provider.to(at).at(-1);
    const mail = forwardedMail(sent);
    if (channel === "gateway") await deliverRaw(installation, mail);
    else if (channel === "JSON")
      await deliverByGateway(installation, { message: { from: "desk@acme.example", to: at, subject: "x", text: sent?.text } });
    else if (channel === "parse")
      await deliverByHostedParse(installation, {
        from: "desk@acme.example",
        to: at,
        subject: "x",
        html: sent?.html ?? "",
        envelope: JSON.stringify({ from: "b@p.example", to: [at] }),
      });
    else if (channel === "platform")
      expect(await deliverByPlatform(installation, { from: "b@provider.example", to: at, raw: mail })).toBeUndefined();
    else if (channel === "forwarded") {
      const own = `own@${domain()}`;
      await ownAddress(installation as never, own, eve.projectId);
      await deliverRaw(installation, forwardedMail(sent, { To: own, From: "box@people.example" }));
    } else
      await deliverRaw(installation, raw({ From: "box@people.example", To: at }, `The code is ${codeIn(sent).toUpperCase()}, they say.`));
    expect(await eve.receipts()).toMatchObject([{ state: "dropped", object_key: null, message_id: null, subject: null }]);
    expect(await eve.prove(at, codeIn(sent))).toMatchObject({ status: 409, body: { reason: "routed" } });
    expect(await eve.state(at)).toBe("routed");
    const listed = (await domains(installation)).body.items.find(({ projectId }) => projectId === eve.projectId);
    expect(listed).toMatchObject({ approvedAt: null, addresses: channel === "forwarded" ? [at] : [at], routed: true });
  },
);

test("the first owner approves a domain for a project, and withdraws the approval", async () => {
  const installation = await world();
  const acme = await tenant(installation);
  const rival = await tenant(installation);
  const host = domain();
  const at = `help@${host}`;
  await acme.claim(at);
  await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Words"));
  const one = { domain: host, projectId: acme.projectId };
  // Nobody else may, not even the project's own owner.
  expect((await acme.as("/api/installation/mail-domains")).status).toBe(403);
  expect((await acme.as("/api/installation/mail-domains", one)).status).toBe(403);
  expect((await acme.as("/api/installation/mail-domains/withdraw", one)).status).toBe(403);
  expect((await domains(installation, { ...one, projectId: `prj_${"0".repeat(26)}` })).status).toBe(404);
  for (let i = 0; i < 2; i += 1) expect((await domains(installation, one)).status).toBe(200);
  expect(await acme.state(at)).toBe("active");
  await settleWork(installation);
  expect(await installation.rows("SELECT content FROM messages WHERE project_id = ?", acme.projectId)).toEqual([{ content: "Words" }]);
  // Addresses that the project claims later are its own at once; for others a code no longer proves anything there.
  await acme.claim(`sales@${host}`);
  expect(await acme.state(`sales@${host}`)).toBe("active");
  await acme.save({ sender: `news+x@${host}` });
  expect(await acme.state(`news@${host}`)).toBe("active");
  expect((await rival.claim(`other@${host}`)).status).toBe(200);
  expect(await rival.state(`other@${host}`)).toBe("routed");
  expect((await rival.ask(`other@${host}`)).status).toBe(409);
  await deliverRaw(installation, raw({ From: "c@people.example", To: `other@${host}` }));
  expect(await rival.receipts()).toEqual([]);
  expect((await domains(installation, one, "/withdraw")).status).toBe(200);
  expect([await acme.state(at), await acme.state(`news@${host}`)]).toEqual(["waiting", "waiting"]);
  await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Later words"));
  expect((await acme.receipts()).at(-1)).toMatchObject({ state: "dropped", waits_for: at });
});

test("of two projects the first to prove an address gets it, and mail held for the other is removed", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const at = `help@${domain()}`;
  for (const one of [acme, eve]) expect((await one.claim(at)).status).toBe(200);
  await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Words"));
  expect([(await acme.receipts()).length, (await eve.receipts()).length]).toEqual([1, 1]);
  expect((await acme.ask(at)).status).toBe(202);
  const code = codeIn(installation.provider.to(at).at(-1));
  // The code is bound to its project and person.
  expect((await eve.prove(at, code)).status).toBe(409);
  const [first, second] = await Promise.all([acme.prove(at, code), eve.prove(at, code)]);
  expect([first.status, second.status === 200]).toEqual([200, false]);
  await settleWork(installation);
  expect(await eve.receipts()).toEqual([]);
  expect((await acme.receipts())[0]).toMatchObject({ state: "admitted" });
  expect(await eve.state(at)).toBeUndefined();
  expect((await eve.claim(at)).status).toBe(409);
  expect((await eve.save({ sender: at.replace("@", "+vip@") })).status).toBe(409);
  expect((await eve.save({ replyAddress: at })).status).toBe(409);
});

test("a code is invalid for a former admin, after five tries, after fifteen minutes, and a second time", async () => {
  const installation = await world();
  const acme = await tenant(installation);
  const other = await person(installation);
  const join = async (role: string) =>
    await installation.rows(
      "INSERT INTO memberships (project_id, account_id, role, joined_at, opened_at) VALUES (?, ?, ?, 1, 1) ON CONFLICT DO UPDATE SET role = excluded.role",
      acme.projectId,
      other.id,
      role,
    );
  await join("admin");
  const at = `help@${domain()}`;
  await acme.claim(at);
  const fresh = async (who = acme.owner): Promise<string> => {
    installation.clock.advance({ minutes: 61 });
    expect((await acme.ask(at, who)).status).toBe(202);
    return codeIn(installation.provider.to(at).at(-1));
  };
  const others = await fresh(other);
  expect(await acme.prove(at, others)).toMatchObject({ status: 409, body: { reason: "none" } });
  await join("operator");
  expect((await acme.prove(at, others, other)).status).toBe(403);
  await installation.rows("DELETE FROM memberships WHERE account_id = ?", other.id);
  expect((await acme.prove(at, others, other)).status).toBe(404);
  let code = await fresh();
  for (let i = 0; i < 5; i += 1) expect((await acme.prove(at, "2222-2222")).status).toBe(409);
  expect(await acme.prove(at, code)).toMatchObject({ body: { reason: "too_many" } });
  code = await fresh();
  installation.clock.advance({ minutes: 16 });
  expect(await acme.prove(at, code)).toMatchObject({ body: { reason: "expired" } });
  code = await fresh();
  expect((await acme.ask(at)).status).toBe(409);
  expect((await acme.prove(at, code)).status).toBe(200);
  installation.clock.advance({ seconds: 1 });
  expect(await acme.prove(at, code)).toMatchObject({ status: 409, body: { reason: "used" } });
});

test("codes are limited: three an hour to a mailbox from all projects, and a number for each project and person", async () => {
  const installation = await world();
  const at = `victim@${domain()}`;
  const owner = await person(installation);
  const asked: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const one = await tenant(installation, owner);
    await one.claim(at);
    asked.push((await one.ask(at)).status);
  }
  expect(asked).toEqual([202, 202, 202, 409, 409]);
  expect(installation.provider.to(at)).toHaveLength(3);
  const one = await tenant(installation, owner);
  let sent = 0;
  for (let i = 0; i < 20; i += 1) {
    const address = `a${i}@${domain()}`;
    await one.claim(address);
    if ((await one.ask(address)).status === 202) sent += 1;
  }
  // Three of the person's twenty were used above.
  expect(sent).toBe(17);
});

test("a sender is used once its base address is proved; until then the installation's sender is used", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const host = domain();
  await ownAddress(installation as never, `support@${host}`, acme.projectId);
  await domains(installation, { domain: host, projectId: acme.projectId });
  // A sender of somebody else's project, in every spelling.
  for (const sender of [`support@${host}`, `support+vip@${host}`, `Support+VIP@${host.toUpperCase()}`])
    expect((await eve.save({ sender })).status, sender).toBe(409);
  // Another address of that domain can be saved, but is never sent from.
  expect((await eve.save({ sender: `billing@${host}` })).status).toBe(200);
  const test = async (of: typeof eve, to: string) => {
    await of.as(`${of.email}/test`, { clientId: crypto.randomUUID(), to });
    return installation.provider.to(to).at(-1)?.from;
  };
  expect(await test(eve, someAddress())).toContain("<desk@acme.example>");
  expect((await eve.ask(`billing@${host}`)).status).toBe(409);
  const own = `alice@${domain()}`;
  expect((await eve.save({ sender: own.replace("@", "+news@") })).status).toBe(200);
  expect(await test(eve, someAddress())).toContain("<desk@acme.example>");
  await eve.ask(own);
  expect((await eve.prove(own, codeIn(installation.provider.to(own).at(-1)))).status).toBe(200);
  expect(await test(eve, someAddress())).toContain(`<${own.replace("@", "+news@")}>`);
  // An address that only sends receives no mail.
  expect(await deliverRaw(installation, raw({ From: "c@people.example", To: own }))).toMatchObject({ body: { status: "ignored" } });
  // Choosing another sender releases the old one.
  await eve.save({ sender: null });
  expect((await acme.claim(own)).status).toBe(200);
});

test("a domain in Unicode and in ASCII is one domain", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const word = `bücher-${crypto.randomUUID().slice(0, 8)}`;
  const host = new URL(`http://${word}.example`).hostname;
  await ownAddress(installation as never, `help@${host}`, acme.projectId);
  for (const spelling of [`help@${word}.example`, `Help+x@${word.toUpperCase()}.example`, `help@${host}`])
    expect((await eve.claim(spelling)).status, spelling).toBe(409);
  for (const to of [`help@${word}.example`, `help@${host}.`])
    expect(await deliverByGateway(installation, { message: { from: "c@people.example", subject: to }, envelopeTo: to })).toMatchObject({
      body: { status: "accepted" },
    });
  // Accounts keep the spelling that they were created with.
  const mia = `mia@${word}.example`;
  await installation.rows(
    "INSERT INTO accounts (id, email, name, password_hash, created_at, email_verified_at) VALUES (?, ?, 'Mia', 'x', 1, 1)",
    `acc_${crypto.randomUUID()}`,
    mia,
  );
  for (const spelling of [mia, `mia@${host}`, `mia+x@${host}`]) expect((await eve.claim(spelling)).status, spelling).toBe(409);
});

test("an inbound address cannot become an account's address, and no account link is sent there", async () => {
  const installation = await world();
  const acme = await tenant(installation);
  const at = `help@${domain()}`;
  // Requested before it was proved.
  expect((await ask(installation, "/register", at)).status).toBe(202);
  const early = linkIn(installation.provider.to(at).at(-1));
  await ownAddress(installation as never, at, acme.projectId);
  installation.provider.mails.length = 0;
  expect(await installation.call(early, { body: { name: "Eve", password: PASSWORD } })).toMatchObject({ status: 400 });
  for (const spelling of [at, at.replace("@", "+me@")]) {
    expect(await ask(installation, "/register", spelling)).toMatchObject({ status: 400 });
    expect(await ask(installation, "/recover", spelling)).toMatchObject({ status: 400 });
    const change = await acme.as("/api/account/address", { email: spelling, password: PASSWORD });
    expect(change).toMatchObject({ status: 400 });
    expect(JSON.stringify(change.body)).not.toContain("Tenant");
    const invited = await acme.as(`/api/management/projects/${acme.projectId}/invitations`, {
      clientId: crypto.randomUUID(),
      role: "operator",
      note: "",
      email: spelling,
    });
    expect(invited.status).toBe(400);
  }
  expect(installation.provider.mails).toEqual([]);
  // Queued before it was proved: not sent either.
  const late = `late@${domain()}`;
  installation.provider.trouble("busy");
  await ask(installation, "/register", late);
  await ownAddress(installation as never, late, acme.projectId);
  installation.clock.advance({ minutes: 2 });
  await settleWork(installation);
  expect(installation.provider.to(late)).toEqual([]);
});

test("a project that receives no mail at its address does not stop others from writing to it", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const customer = `customer@${domain()}`;
  await eve.claim(customer);
  const check = await acme.as<{ problem: string | null }>(
    `/api/dashboard/projects/${acme.projectId}/mail-address?address=${encodeURIComponent(customer)}`,
  );
  expect(check.body.problem).toBeNull();
  const sent = await acme.as(`/api/dashboard/projects/${acme.projectId}/mail-conversations`, {
    clientId: crypto.randomUUID(),
    to: customer,
    subject: "Hello",
    content: "Hello",
  });
  expect(sent.status).toBe(201);
});

test("mails to strangers count for the person over all projects, and for the installation", async () => {
  const installation = await world();
  const owner = await person(installation);
  await installation.rows("DELETE FROM abuse_counters WHERE key LIKE '%mailsToStrangers%'");
  const counts = async (name: string): Promise<number> =>
    (await installation.rows<{ n: number }>("SELECT coalesce(sum(n), 0) AS n FROM abuse_counters WHERE key LIKE ?", `%${name}%`))[0]?.n ??
    0;
  const write = async (by: Awaited<ReturnType<typeof tenant>>) =>
    await by.as(`/api/dashboard/projects/${by.projectId}/mail-conversations`, {
      clientId: crypto.randomUUID(),
      to: someAddress(),
      subject: "Hello",
      content: "Hello",
    });
  const [one, two] = [await tenant(installation, owner), await tenant(installation, owner)];
  expect((await write(one)).status).toBe(201);
  expect((await write(two)).status).toBe(201);
  expect([await counts("mailsToStrangersPerAccountHour"), await counts("mailsToStrangersPerInstallationHour")]).toEqual([2, 2]);
  await installation.rows("UPDATE abuse_counters SET n = 100 WHERE key LIKE '%mailsToStrangersPerAccountHour%'");
  const three = await tenant(installation, owner);
  // Mails beyond the limit are stored and wait.
  const waiting = (projectId: string) =>
    installation.rows("SELECT strangers, due_at > 0 AS due FROM mail_deliveries WHERE project_id = ? AND state = 'held'", projectId);
  expect((await write(three)).status).toBe(201);
  expect(await waiting(three.projectId)).toEqual([{ strangers: 1, due: 1 }]);
  // A test mail may go to any address, too.
  const tried = await three.as(`${three.email}/test`, { clientId: crypto.randomUUID(), to: someAddress() });
  expect(tried.status).not.toBe(202);
  const invite = (by: typeof three) =>
    by.as(`/api/management/projects/${by.projectId}/invitations`, {
      clientId: crypto.randomUUID(),
      role: "operator",
      note: "",
      email: someAddress(),
    });
  expect((await invite(one)).status).toBe(201);
  await installation.rows("UPDATE abuse_counters SET n = 50 WHERE key LIKE '%invitationMailsPerAccountDay%'");
  expect((await invite(three)).status).not.toBe(201);
  const somebody = await tenant(installation);
  expect((await write(somebody)).status).toBe(201);
  await installation.rows("UPDATE abuse_counters SET n = 500 WHERE key LIKE '%mailsToStrangersPerInstallationHour%'");
  expect(await waiting(somebody.projectId)).toEqual([]);
  expect((await write(somebody)).status).toBe(201);
  expect(await waiting(somebody.projectId)).toEqual([{ strangers: 1, due: 1 }]);
});

test("JSON at the gateway without a token is attributed to nobody", async () => {
  const installation = await world();
  expect((await installation.call(INBOUND, { raw: "{}", headers: { ...bearer, authorization: "Bearer x" } })).status).toBe(401);
});

/** Signs up through an invitation passed on by hand, with an arbitrary address. */
async function signUpWith(installation: MailingWorld, by: Awaited<ReturnType<typeof tenant>>, email: string): Promise<Answer> {
  const made = await by.as<{ link: string }>(`/api/management/projects/${by.projectId}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
    note: "",
  });
  expect(made.status).toBe(201);
  return await installation.call(new URL(made.body.link).pathname, { body: { name: "X", email, password: PASSWORD } });
}

test("an account with an unproved address reserves nothing", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const at = `support@${domain()}`;
  await acme.claim(at);
  await deliverRaw(installation, raw({ From: "c@people.example", To: at }, "Words"));
  expect((await signUpWith(installation, eve, at)).status).toBe(200);
  expect(await acme.state(at)).toBe("waiting");
  expect((await acme.claim(at)).status).toBe(200);
  expect((await acme.ask(at)).status).toBe(202);
  expect((await acme.prove(at, codeIn(installation.provider.to(at).at(-1)))).body.proofs).toMatchObject([{ state: "active" }]);
  await settleWork(installation);
  expect(await installation.rows("SELECT content FROM messages WHERE project_id = ?", acme.projectId)).toEqual([{ content: "Words" }]);
  // Nor for domains that the first owner approves.
  const host = domain();
  expect((await signUpWith(installation, eve, `help@${host}`)).status).toBe(200);
  await acme.claim(`help@${host}`);
  await domains(installation, { domain: host, projectId: acme.projectId });
  expect(await acme.state(`help@${host}`)).toBe("active");
  // A proved address stays with its account.
  expect((await eve.claim(acme.owner.address)).status).toBe(409);
  expect((await eve.save({ sender: acme.owner.address })).status).toBe(409);
});

test("an address that a project only sends from cannot become an account's, and the settings can be saved whoever has it", async () => {
  const installation = await world();
  const [acme, eve] = [await tenant(installation), await tenant(installation)];
  const host = domain();
  const sender = `billing@${host}`;
  await ask(installation, "/register", sender);
  const early = linkIn(installation.provider.to(sender).at(-1));
  await domains(installation, { domain: host, projectId: acme.projectId });
  expect((await acme.save({ sender })).status).toBe(200);
  expect(await acme.state(sender)).toBe("active");
  for (const spelling of [sender, sender.replace("@", "+x@")]) {
    expect((await signUpWith(installation, eve, spelling)).status).toBe(400);
    expect((await ask(installation, "/register", spelling)).status).toBe(400);
    expect((await eve.as("/api/account/address", { email: spelling, password: PASSWORD })).status).toBe(400);
  }
  expect((await installation.call(early, { body: { name: "Eve", password: PASSWORD } })).status).toBe(400);
  expect(await installation.rows("SELECT 1 FROM accounts WHERE email LIKE ?", `%@${host}`)).toEqual([]);
  // Rows of an earlier version, proved and not.
  for (const proved of [null, 1]) {
    await installation.rows("DELETE FROM accounts WHERE email = ?", sender);
    await installation.rows(
      "INSERT INTO accounts (id, email, name, password_hash, created_at, email_verified_at) VALUES (?, ?, 'X', 'x', 1, ?)",
      `acc_${crypto.randomUUID()}`,
      sender,
      proved,
    );
    expect(await acme.save({ sender, signature: `new ${proved}` })).toMatchObject({ status: 200, body: { settings: { sender } } });
    expect(await acme.state(sender)).toBe("active");
  }
  // But mail to an account's address is not accepted for the project.
  expect((await acme.claim(sender)).status).toBe(409);
  expect((await acme.save({ sender, replyAddress: sender })).status).toBe(409);
});

test("our own mail is recognised in whatever form it is forwarded", async () => {
  const installation = await world();
  const eve = await tenant(installation);
  const at = `help@${domain()}`;
  await ownAddress(installation as never, at, eve.projectId);
  const { address: mia } = await person(installation);
  await ask(installation, "/recover", mia);
  const mail = installation.provider.to(mia).at(-1);
  const text = mail?.text ?? "";
  const html = mail?.html ?? "";
  const link = linkIn(mail);
  const token = link.split("/").at(-1) ?? "none";
  const marked = text.slice(text.indexOf("Reference:"));
  const from = { From: "s@people.example", To: at, Subject: "x" };
  const b64 = (body: string) => base64(body).replaceAll(/(.{76})/g, "$1\r\n");
  const asNumericEntities = (body: string) => [...body].map((c) => `&#${c.codePointAt(0)};`).join("");
  const asNamedEntities = (body: string) => body.replaceAll("-", "&hyphen;").replaceAll("_", "&lowbar;").replaceAll("/", "&sol;");
  const withZeroBytes = (body: string, zeros: [string, string]) => [...body].map((c) => zeros[0] + c + zeros[1]).join("");
  const file = (type: string, body: string) =>
    raw(
      { ...from, "Content-Type": 'multipart/mixed; boundary="x"' },
      `--x\r\nContent-Type: text/plain\r\n\r\nSee\r\n--x\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64(body)}\r\n--x--`,
    );
  const inHtml = (body: string) => raw({ ...from, "Content-Type": "text/html; charset=utf-8" }, body);
  const eml = (body: string) =>
    raw({ From: "desk@acme.example", To: mia, Subject: "Reset", "Content-Transfer-Encoding": "base64" }, b64(body));
  const forms: Record<string, string> = {
    "an HTML body in entities": inHtml(asNumericEntities(marked)),
    "an HTML body in hexadecimal entities": inHtml([...marked].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join("")),
    "an HTML body in named entities": inHtml(asNamedEntities(text)),
    "an HTML file in entities": file('text/html; name="a.html"', asNumericEntities(marked)),
    "a mail as a file": file('application/octet-stream; name="a.eml"', eml(marked)),
    "a mail as a file without a name": file("application/octet-stream", eml(marked)),
    "a text in UTF-16": file('text/plain; charset=utf-16le; name="a.txt"', withZeroBytes(marked, ["", "\0"])),
    "a text in UTF-16, the other way": file('text/plain; charset=utf-16be; name="a.txt"', withZeroBytes(marked, ["\0", ""])),
    "a text in UTF-16 of no type": file('application/octet-stream; name="a.txt"', withZeroBytes(marked, ["", "\0"])),
    ...Object.fromEntries(
      [": ", "- ", "| ", "# ", "} ", "» ", "] > "].map((sign) => [
        `a mark behind "${sign}"`,
        raw({ ...from, "Content-Type": "text/plain; charset=utf-8" }, marked.replaceAll(/(\S{30})/g, `$1\r\n${sign}`)),
      ]),
    ),
    "words before the mark that look like one": raw(from, `Wedne sd ay ${"and ".repeat(10)}${marked}`),
    "a mark that was cut": raw(from, text.split("Reference:")[0]),
    "a link behind quotes": raw(from, `> See\r\n> http://localhost:8787/recover\r\n> /${token.slice(0, 20)}\r\n: ${token.slice(20)}`),
    "a link of another host": raw(from, `https://other.example${link}?utm=1`),
    "a link in a link": raw(from, `https://guard.example/?url=${encodeURIComponent(`http://localhost:8787${link}`)}&data=1`),
    "a link that is not seen": inHtml(`<p><a href="http://localhost:8787${link}">Choose</a></p>`),
    "HTML without its mark": inHtml(html.split("Reference:")[0] ?? ""),
    "a link in a mail as a file": file("application/octet-stream", eml(text.split("Reference:")[0] ?? "")),
    "a link in the subject": raw({ ...from, Subject: link }),
  };
  const states: Record<string, unknown> = {};
  for (const [name, mail] of Object.entries(forms)) {
    expect((await deliverRaw(installation, mail)).status, name).toBe(200);
    const kept = (await eve.receipts()).at(-1);
    states[name] = [kept?.state, kept?.object_key];
  }
  expect(states).toEqual(Object.fromEntries(Object.keys(forms).map((name) => [name, ["dropped", null]])));
  // An invitation's link too, and one that no longer works.
  const made = await eve.as<{ link: string }>(`/api/management/projects/${eve.projectId}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
    note: "",
  });
  await deliverRaw(installation, raw(from, `Join: ${made.body.link}`));
  expect((await eve.receipts()).at(-1)).toMatchObject({ state: "dropped", object_key: null });
  expect((await installation.call(link, { body: { password: PASSWORD } })).status).toBe(200);
  await deliverRaw(installation, raw(from, `What is http://localhost:8787${link}?`));
  expect((await eve.receipts()).at(-1)).toMatchObject({ state: "admitted" });
  await deliverRaw(installation, raw(from, `What is http://localhost:8787/recover/${"x".repeat(43)}?`));
  expect((await eve.receipts()).at(-1)).toMatchObject({ state: "admitted" });
});

test("a code is recognised in an HTML body and in an attachment", async () => {
  const installation = await world();
  const eve = await tenant(installation);
  for (const form of ["body", "file"]) {
    const at = `all@${domain()}`;
    await eve.claim(at);
    await eve.ask(at);
    const code = codeIn(installation.provider.to(at).at(-1));
    const hidden = [...code].map((c) => `&#${c.codePointAt(0)};`).join("");
    await deliverRaw(
      installation,
      form === "body"
        ? raw({ From: "b@people.example", To: at, "Content-Type": "text/html" }, `<p>${hidden}</p>`)
        : raw(
            { From: "b@people.example", To: at, "Content-Type": 'multipart/mixed; boundary="x"' },
            `--x\r\nContent-Type: application/octet-stream; name="a.eml"\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(raw({ From: "a@b.example" }, code))}\r\n--x--`,
          ),
    );
    expect(await eve.prove(at, code), form).toMatchObject({ status: 409, body: { reason: "routed" } });
  }
});
