// Replies of rules by mail: marked as automatic (RFC 3834), to proved addresses only, and never in a circle with another desk.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliverRaw, mailWorld, messages, raw } from "./mail-kit.ts";

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly reply_to?: string;
  readonly headers: Readonly<Record<string, string>>;
}
const letters: Letter[] = [];
beforeEach(() => {
  letters.length = 0;
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    letters.push(JSON.parse(String(init.body)) as Letter);
    return Promise.resolve(Response.json({ id: `provider-${letters.length}` }));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const VARS = { EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_key_0123456789", EMAIL_FROM: "desk@acme.example" };
let n = 0;
async function desk() {
  const world = await mailWorld({ vars: VARS });
  await world.rows(
    "INSERT INTO email_settings (project_id, reply_address, signature, updated_at) VALUES (?, ?, 'Acme', 1)",
    world.projectId,
    world.at,
  );
  const rule = {
    ...{ name: "Hours", enabled: true, trigger: "customer_message", minutes: null, words: [], conditions: [], note: "" },
    steps: [{ action: "reply", value: { text: "We are back on Monday." } }],
  };
  const made = await world.as(`/api/management/projects/${world.projectId}/automation-rules`, {
    body: { clientId: crypto.randomUUID(), rule },
  });
  expect(made.status).toBe(201);
  const email = `ada${(n += 1)}@customer.example`;
  /** A mail of the customer's that is proved to be theirs from the second on. */
  const write = async (more: Record<string, string> = {}): Promise<void> => {
    const id = `<w${(n += 1)}@customer.example>`;
    expect((await deliverRaw(world, raw({ From: email, To: world.at, Subject: "Order 17", "Message-ID": id, ...more }))).status).toBe(200);
    await world.tick();
  };
  const prove = () => world.rows("UPDATE contacts SET email_verified = 1 WHERE project_id = ? AND email = ?", world.projectId, email);
  return { world, email, write, prove };
}

test("the mail says that a program wrote it, in reply to the customer's, and has no person as its sender", async () => {
  const { world, email, write, prove } = await desk();
  await write();
  // Whose address that is, nobody knows.
  expect(letters).toEqual([]);
  await prove();
  world.clock.advance({ hours: 25 });
  await write({ "Message-ID": "<second@customer.example>" });
  expect(letters).toHaveLength(1);
  const [letter] = letters;
  expect(letter).toMatchObject({ to: [email], subject: "Re: Order 17" });
  expect(letter?.headers).toMatchObject({ "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" });
  expect(letter?.headers["In-Reply-To"]).toBe("<second@customer.example>");
  expect(letter?.from).not.toContain("Hours");
  expect(letter?.text).toContain("We are back on Monday.");
});

test("two desks do not answer each other, nor does one answer a program that hides what it is for ever", async () => {
  const { world, write, prove } = await desk();
  await write();
  await prove();
  world.clock.advance({ hours: 25 });
  await write();
  expect(letters).toHaveLength(1);
  // The other desk answers with its own rule, as ours does.
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance({ hours: 25 });
    await write({ "Auto-Submitted": "auto-replied" });
  }
  expect(letters).toHaveLength(1);
  expect((await messages(world)).filter(({ author_role: role }) => role === "system")).toHaveLength(1);
  // One that does not say so is answered once a day at most.
  for (let round = 0; round < 8; round += 1) {
    world.clock.advance({ minutes: 61 });
    await write({ To: letters[0]?.reply_to ?? "" });
  }
  expect(letters).toHaveLength(2);
});
