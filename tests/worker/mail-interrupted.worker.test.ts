// An inbound mail interrupted at any call to the platform, before or after the call took effect, ends as one message, with nothing left
// over.
import { expect, test } from "vitest";
import { LONG } from "./long.ts";
import { failing, type Fault, noConsumer, tick } from "./erasure-kit.ts";
import { mailWorld, objects, deliverRaw, raw } from "./mail-kit.ts";
import { PNG } from "./world.ts";

// In the short run each call fails in one of these ways, in the long run in all.
const FAULTS: (Omit<Fault, "at"> & { first: number })[] = [
  { when: "before", forGood: false, first: 1 },
  { when: "after", forGood: false, first: 2 },
  { when: "after", forGood: true, first: 3 },
];
const step = LONG ? 1 : FAULTS.length;
const hits = new Set<string>();
const png = btoa(String.fromCharCode(...PNG));

test.each(FAULTS)("the n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 120_000 }, async (fault) => {
  const world = await mailWorld();
  const count = async (what: string): Promise<number> =>
    (await world.rows<{ n: number }>(`SELECT count(*) AS n FROM ${what} WHERE project_id = ?`, world.projectId))[0]?.n ?? 0;
  const before = (await objects(world)).length;
  const { first, ...way } = fault;
  let mails = 0;
  for (let at = step === 1 ? 1 : first; ; at += step) {
    mails += 1;
    const { env: broken, hit } = failing(noConsumer(world.env), { at, ...way });
    const mail = raw(
      {
        From: "Ada <ada@example.test>",
        To: world.at,
        Subject: `S${at}`,
        "Message-ID": `<i${at}@example.test>`,
        "Content-Type": "multipart/related; boundary=b",
      },
      `--b\r\nContent-Type: text/html\r\n\r\n<p>Mail ${at} <img src="cid:pic"></p>\r\n--b\r\nContent-Type: image/png; name=a.png\r\nContent-ID: <pic>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}\r\n--b--`,
    );
    const answer = await deliverRaw(world, mail, {}, broken);
    const name = hit();
    if (name !== undefined) hits.add(name);
    // A sender without a successful answer sends again; an accepted mail continues by itself.
    if (answer.status >= 300) {
      expect(answer.status, name).toBeGreaterThanOrEqual(500);
      expect((await deliverRaw(world, mail, {}, noConsumer(world.env))).status).toBe(200);
    }
    for (let i = 0; i < 3; i += 1) {
      world.clock.advance({ minutes: 61 });
      await tick(world, noConsumer(world.env));
    }
    const found = {
      receipts: await count("inbound_mail_receipts"),
      messages: await count("messages"),
      mails: await count("mails"),
      files: await count("files"),
      conversations: await count("conversations"),
      contacts: await count("contacts"),
      admitted: (await world.rows("SELECT 1 FROM inbound_mail_receipts WHERE project_id = ? AND state = 'admitted'", world.projectId))
        .length,
      attached: (await world.rows("SELECT 1 FROM files WHERE project_id = ? AND state = 'attached'", world.projectId)).length,
      objects: (await objects(world)).length - before,
    };
    const each = {
      receipts: mails,
      messages: mails,
      mails,
      files: mails,
      conversations: mails,
      contacts: 1,
      admitted: mails,
      attached: mails,
      objects: 2 * mails,
    };
    expect(found, `call ${at}, ${name}`).toEqual(each);
    expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
    if (name === undefined) return expect(at).toBeGreaterThan(15);
  }
});
test("the interrupted calls include every kind of call", () => {
  expect(hits).toEqual(new Set(["DB.batch", "FILES.put", "JOBS.sendBatch", "objects.announce", "objects.publish"]));
});
