// What members see of a mail besides its message: its layout under a policy of its own, its attachments, its evidence.
import { expect, test } from "vitest";
import { deliverByGateway, mailWorld, messages, deliverRaw, raw, rawOf, receipts } from "./mail-kit.ts";
import { PNG, type World } from "./world.ts";

const png = btoa(String.fromCharCode(...PNG));
const related = (at: string, html: string, more = ""): string =>
  raw(
    {
      From: "Ada <ada@example.test>",
      To: at,
      Subject: "S",
      "Message-ID": `<${crypto.randomUUID()}@x>`,
      "Content-Type": "multipart/related; boundary=b",
    },
    `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <pic@x>\r\nContent-Disposition: inline; filename="pic.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}\r\n${more}--b--`,
  );
const view = (world: World, id: string, query = "", cookie = world.cookie) => world.as<string>(`/mail-view/${id}${query}`, {}, cookie);

test("a mail is shown in its layout with its own images, and nothing in it can run or load", async () => {
  const world = await mailWorld();
  const html =
    '<html><head><style>p{color:red}</style><script>alert(1)</script></head><body onload="x()"><p style="color:#222;position:fixed">Grüße <img src="cid:pic@x"></p><img src="https://track.example/p.png"><a href="https://x.example">link</a></body></html>';
  await deliverRaw(world, related(world.at, html));
  const [message] = await messages(world);
  const shown = await view(world, message?.id ?? "");
  expect(shown.status).toBe(200);
  expect(
    Object.fromEntries(
      ["content-type", "content-security-policy", "x-content-type-options", "cache-control"].map((name) => [name, shown.headers.get(name)]),
    ),
  ).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(shown.body).toContain(
    `<p style="color:#222">Grüße <img src="data:image/png;base64,${png}" referrerpolicy="no-referrer"></p><img src="https://track.example/p.png" referrerpolicy="no-referrer"><a href="https://x.example" target="_blank" rel="noopener noreferrer nofollow">link</a>`,
  );
  expect(shown.body).not.toMatch(/<script|onload|position|alert/);
  expect((await view(world, message?.id ?? "", "?images=1")).headers.get("content-security-policy")).toMatch(
    /img-src data: https:; frame-ancestors 'self'$/,
  );
  // It contains the framing rule, whoever may frame the application (specification, Authentication 9).
  const env = { ...world.env, MANAGEMENT_ORIGIN: "https://manage.example" };
  const managed = await world.as(`/mail-view/${message?.id}`, { env });
  expect([managed.headers.get("content-security-policy")?.split("; ").at(-1), managed.headers.get("x-frame-options")]).toEqual([
    "frame-ancestors 'self' https://manage.example",
    null,
  ]);
  expect((await view(world, message?.id ?? "", "?images=2")).status).toBe(400);
  // Its text is the message.
  expect(message?.content).toContain("Grüße");
});

test("only members of the project see a mail, and a foreign id is answered like a missing one", async () => {
  const [world, other] = [await mailWorld(), await mailWorld()];
  await deliverRaw(world, related(world.at, "<p>Secret</p>"));
  const [message] = await messages(world);
  const [receipt] = await receipts(world);
  const { body } = await other.as<{ link: string }>(`/api/management/projects/${other.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "admin" },
  });
  const joined = await other.call(new URL(body.link).pathname, {
    body: { name: "R", email: `${crypto.randomUUID()}@example.test`, password: "correct horse battery" },
  });
  const cookie = (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  for (const [path, who] of [
    [`/mail-view/${message?.id}`, cookie],
    [`/mail-view/msg_00000000000000000000000000`, world.cookie],
    [`/mail-view/nonsense`, world.cookie],
    [`/api/management/projects/${other.projectId}/inbound-emails/${message?.id}`, cookie],
    [rawOf(other, receipt?.id), cookie],
    [rawOf(world, receipt?.id), cookie],
  ] as const)
    expect([path, (await world.as(path, {}, who)).status]).toEqual([path, 404]);
  expect((await view(world, message?.id ?? "", "", "")).status).toBe(401);
});

test("attachments become files of the message; empty ones and those beyond the limit stay in the original and are named", async () => {
  const world = await mailWorld();
  const parts = Array.from(
    { length: 12 },
    (_, i) =>
      `--b\r\nContent-Type: text/plain; name="f${i}.txt"\r\nContent-Disposition: attachment\r\n\r\n${i === 3 ? "" : `file ${i}`}\r\n`,
  ).join("");
  const evil = `--b\r\nContent-Type: text/html; name="../../evil\u202egnp.html"\r\nContent-Disposition: attachment\r\n\r\n<script>1</script>\r\n`;
  await deliverRaw(
    world,
    raw(
      { From: "a@example.test", To: world.at, "Content-Type": "multipart/mixed; boundary=b" },
      `--b\r\n\r\nSee *these*\r\n${evil}${parts}--b--`,
    ),
  );
  const [message] = await messages(world);
  expect(message?.content).toContain("Only in the original email: ");
  const thread = await world.as<{ items: { message: { attachments: { id: string; name: string; type: string; inline: boolean }[] } }[] }>(
    `${world.conversations}/${message?.conversation_id}/events`,
  );
  const files = thread.body.items.at(0)?.message.attachments ?? [];
  expect(files).toHaveLength(10);
  expect(files[0]).toMatchObject({ name: "evilgnp.html", type: "application/octet-stream", inline: false });
  const read = await world.as<string>(`/files/${files[0]?.id}`);
  expect([read.status, read.headers.get("content-disposition")?.startsWith("attachment")]).toEqual([200, true]);
  const [receipt] = await receipts(world);
  const whole = await world.as<string>(rawOf(world, receipt?.id));
  expect(whole.status).toBe(200);
  expect(whole.body).toContain("f11.txt");
  expect(
    Object.fromEntries(
      ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"].map((name) => [
        name,
        whole.headers.get(name),
      ]),
    ),
  ).toEqual({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="mail-${receipt?.id}.eml"`,
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
  });
  const evidence = await world.as(`/api/management/projects/${world.projectId}/inbound-emails/${message?.id}`);
  expect(evidence.body).toMatchObject({
    authentication: null,
    receipt: {
      raw: true,
      id: receipt?.id,
      messageId: message?.id,
      conversationId: message?.conversation_id,
      state: "admitted",
      automatic: false,
      reasons: [],
    },
  });
});

test("the list of inbound mail has everything, newest first, paged and filtered by state", async () => {
  const world = await mailWorld();
  for (let i = 0; i < 52; i += 1) {
    await deliverByGateway(world, {
      message: { from: i % 2 === 0 ? "a@example.test" : world.at, to: world.at, subject: `S${i}`, text: `t${i}` },
    });
    world.clock.advance({ seconds: 1 });
  }
  const path = `/api/management/projects/${world.projectId}/inbound-emails`;
  // Of mail from the project's own address only its arrival and its subject are kept.
  type Page = { items: { subject: string | null; state: string }[]; next: string | null };
  const first = await world.as<Page>(path);
  expect(first.body.items.map(({ subject }) => subject).slice(0, 2)).toEqual(["S51", "S50"]);
  expect(first.body.items).toHaveLength(50);
  const second = await world.as<Page>(`${path}?cursor=${first.body.next}`);
  expect(second.body.items.map(({ subject }) => subject)).toEqual(["S1", "S0"]);
  expect(second.body.next).toBeNull();
  await world.rows("UPDATE inbound_mail_receipts SET state = 'dropped' WHERE subject LIKE 'S%1'");
  const dropped = await world.as<Page>(`${path}?state=dropped`);
  expect(dropped.body.items.map(({ subject }) => subject)).toEqual(["S51", "S41", "S31", "S21", "S11", "S1"]);
  expect(new Set(dropped.body.items.map(({ state }) => state))).toEqual(new Set(["dropped"]));
});

test("an image that a mail repeats thousands of times is shown as often as the size limit allows", async () => {
  const world = await mailWorld();
  const times = 10_000;
  await deliverRaw(world, related(world.at, '<img src="cid:pic@x">'.repeat(times)));
  const [message] = await messages(world);
  // As if the image had five megabytes.
  const [file] = await world.rows<{ object_key: string }>("SELECT object_key FROM files WHERE message_id = ?", message?.id ?? "");
  await world.env.FILES.put(file?.object_key ?? "", new Uint8Array(5_000_000));
  const shown = await view(world, message?.id ?? "");
  expect(shown.status).toBe(200);
  expect(shown.body.match(/<img/g)).toHaveLength(times);
  expect(shown.body.match(/src="data:/g)).toHaveLength(3);
});
