// A mail whose way in breaks off at any call to the platform, before or after the call took effect, is one message in the end, and
// nothing is left over.
import { expect, test } from "vitest";
import { failing, type Fault, noConsumer, tick } from "./erasure-kit.ts";
import { mailWorld, objects, post, raw } from "./mail-kit.ts";
import { PNG } from "./world.ts";

const FAULTS: Omit<Fault, "at">[] = [
  { when: "before", forGood: false },
  { when: "after", forGood: false },
  { when: "after", forGood: true },
];
const png = btoa(String.fromCharCode(...PNG));

test.each(FAULTS)("n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 120_000 }, async (fault) => {
  const world = await mailWorld();
  const count = async (what: string): Promise<number> =>
    (await world.rows<{ n: number }>(`SELECT count(*) AS n FROM ${what} WHERE project_id = ?`, world.projectId))[0]?.n ?? 0;
  const before = (await objects(world)).length;
  const names: string[] = [];
  for (let at = 1; ; at += 1) {
    const { env, hit } = failing(noConsumer(world.env), { at, ...fault });
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
    const answer = await post(world, mail, {}, env);
    const name = hit();
    if (name !== undefined) names.push(name);
    // Whoever got no good answer sends it again; what was accepted goes on by itself.
    if (answer.status >= 300) {
      expect(answer.status, name).toBeGreaterThanOrEqual(500);
      expect((await post(world, mail, {}, noConsumer(world.env))).status).toBe(200);
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
      receipts: at,
      messages: at,
      mails: at,
      files: at,
      conversations: at,
      contacts: 1,
      admitted: at,
      attached: at,
      objects: 2 * at,
    };
    expect(found, `call ${at}, ${name}`).toEqual(each);
    expect(await world.rows("SELECT * FROM mail_uploads")).toEqual([]);
    if (name === undefined) break;
  }
  expect(new Set(names)).toEqual(new Set(["DB.batch", "FILES.put", "JOBS.sendBatch", "objects.announce"]));
  expect(names.length).toBeGreaterThan(15);
});
