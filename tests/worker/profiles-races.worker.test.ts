// Profiles under way: erasures, switches, people and other runs while the model thinks; the deletion of all profiles.
import { expect, test } from "vitest";
import { LONG } from "./long.ts";
import { found, profilesWorld } from "./profiles-kit.ts";

const DEBIAN = "We run version 3.2 on Debian, and we still wait for the invoice for March.";
const RUNS = { text: "Runs version 3.2 on Debian", quote: "We run version 3.2 on Debian" };
const WAITS = { kind: "open_matter", text: "Waits for the invoice for March", quote: "still wait for the invoice for March" };

/** Of five races each. */
const ROUNDS = LONG ? 40 : 3;

/** Lets `what` happen once while the model thinks. */
const once = (hooks: { during: unknown }, what: () => Promise<unknown>): void => {
  let happened = false;
  hooks.during = async () => {
    if (happened) return;
    happened = true;
    await what();
  };
};

test("an erasure while the model thinks leaves nothing of the contact, and neither does one after the run", async () => {
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  await kit.add(visitor, { text: "Added by hand" });
  kit.models.answer({ object: found([RUNS]), always: true });
  once(kit.hooks, () => kit.erase(visitor));
  expect((await kit.update(visitor)).status).toBe(409);
  await kit.after(5);
  const left = () =>
    kit.world.rows(
      "SELECT contact_id FROM profiles WHERE contact_id = ?1 UNION ALL SELECT contact_id FROM profile_statements WHERE contact_id = ?1 UNION ALL SELECT contact_id FROM profile_refusals WHERE contact_id = ?1",
      visitor.contactId,
    );
  expect(await left()).toEqual([]);
  expect((await kit.add(visitor)).status).toBe(409);
  expect((await kit.update(visitor)).status).toBe(409);
  expect(await left()).toEqual([]);
  // After a run, with something deleted by a person too.
  const second = await kit.writer(DEBIAN);
  await kit.update(second);
  const [statement] = (await kit.read(second)).statements;
  await kit.remove(second, statement?.id ?? "");
  await kit.add(second);
  const preview = await kit.world.as<{ erases: Record<string, number> }>(
    `/api/management/projects/${kit.projectId}/contacts/${second.contactId}/erasure/preview`,
  );
  expect(preview.body.erases["statements"]).toBe(1);
  await kit.erase(second);
  await kit.after(1);
  expect(
    await kit.world.rows(
      "SELECT 1 FROM profile_statements WHERE contact_id = ?1 UNION SELECT 1 FROM profile_refusals WHERE contact_id = ?1 UNION SELECT 1 FROM profiles WHERE contact_id = ?1",
      second.contactId,
    ),
  ).toEqual([]);
}, 120_000);

test(`${ROUNDS * 5} erasures at every moment of a run: never a row of an erased contact`, async () => {
  const kit = await profilesWorld();
  kit.models.answer({ object: found([RUNS, WAITS]), always: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    const visitors = await Promise.all(Array.from({ length: 5 }, () => kit.writer(DEBIAN)));
    await Promise.all(
      visitors.flatMap((visitor, i) => [
        kit.update(visitor).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, (round * 5 + i) % 50)).then(() => kit.erase(visitor)),
      ]),
    );
  }
  await kit.after(1);
  await kit.after(1);
  expect(
    await kit.world.rows(
      "SELECT s.id FROM profile_statements s JOIN contacts c ON c.id = s.contact_id WHERE c.project_id = ? AND c.state IN ('erasing', 'erased')",
      kit.projectId,
    ),
  ).toEqual([]);
}, 600_000);

test("switched off while the model thinks, also off and on again: what it finds is not stored", async () => {
  for (const again of [false, true]) {
    const kit = await profilesWorld();
    const visitor = await kit.writer(DEBIAN);
    kit.models.answer({ object: found([RUNS]) });
    once(kit.hooks, async () => {
      await kit.switch(false);
      if (again) await kit.switch(true);
    });
    await kit.after(3);
    expect(await kit.texts(visitor)).toEqual([]);
    expect(kit.models.requests).toHaveLength(1);
    // The call was paid for.
    expect(await kit.calls()).toMatchObject([{ state: "done" }]);
  }
});

test("two updates at once make one call; the other is refused, and an automatic run comes later", async () => {
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  kit.models.answer({ object: found([RUNS]), delayMs: 30 }, { object: found([]), delayMs: 1 });
  const answers = await Promise.all([kit.update(visitor), kit.update(visitor), kit.update(visitor)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(kit.models.requests).toHaveLength(1);
  expect(await kit.texts(visitor)).toEqual([RUNS.text]);
  // The job of the message comes within the hour: nothing new, nothing to wait for.
  await kit.after(3);
  expect(kit.models.requests).toHaveLength(1);
});

test("a run whose worker died is taken over once its lease has ended", async () => {
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  await kit.world.rows(
    "INSERT INTO profiles (project_id, contact_id, run_id, run_until, ran_at) VALUES (?, ?, 'dead', ?, ?)",
    ...[kit.projectId, visitor.contactId, kit.world.clock.now() + 180_000, kit.world.clock.now()],
  );
  expect((await kit.update(visitor)).status).toBe(409);
  expect((await kit.read(visitor)).running).toBe(true);
  kit.world.clock.advance({ minutes: 4 });
  expect((await kit.read(visitor)).running).toBe(false);
  kit.models.answer({ object: found([RUNS]) });
  expect((await kit.update(visitor)).body.outcome).toBe("updated");
});

test("a person who edits, deletes or adds while the model thinks wins", async () => {
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  kit.models.answer({ object: found([RUNS, WAITS]) });
  await kit.update(visitor);
  const [waits, runs] = (await kit.read(visitor)).statements;
  if (!waits || !runs) throw new Error("two statements expected");
  await kit.writes(visitor, visitor.conversation, "We run version 3.2 on Debian, wait for the invoice for March, and like short answers.");
  kit.models.answer({
    object: found(
      [
        { text: "Runs version 3.2 on Debian", quote: "We run version 3.2 on Debian" },
        { kind: "open_matter", text: "Waits for the invoice for March", quote: "wait for the invoice for March" },
        { kind: "preference", text: "Likes short answers", quote: "like short answers" },
      ],
      [{ statement: "s1", message: "m1", quote: "We run version 3.2" }],
    ),
  });
  once(kit.hooks, async () => {
    expect((await kit.change(visitor, runs, { text: "Runs version 3.2 on Debian 12" })).status).toBe(200);
    expect((await kit.remove(visitor, waits.id)).status).toBe(200);
    expect((await kit.add(visitor, { kind: "preference", text: "Likes short answers" })).status).toBe(201);
  });
  const { body } = await kit.update(visitor);
  expect(body.outcome).toBe("updated");
  expect(body.profile.statements.map(({ text, byPerson }) => [text, byPerson]).toSorted()).toEqual([
    ["Likes short answers", true],
    // What the person corrected doesn't come back next to it.
    ["Runs version 3.2 on Debian 12", true],
  ]);
});

test(`${ROUNDS * 5} edits and deletions within the milliseconds of a run: a person's words stay, deleted ones stay away`, async () => {
  const kit = await profilesWorld();
  kit.models.answer({ object: found([RUNS, WAITS]), always: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const visitor = await kit.writer(DEBIAN);
        await kit.update(visitor);
        const [waits, runs] = (await kit.read(visitor)).statements;
        if (!waits || !runs) throw new Error("two statements expected");
        await kit.writes(visitor, visitor.conversation, DEBIAN);
        const [, changed, removed] = await Promise.all([
          kit.update(visitor),
          new Promise((resolve) => setTimeout(resolve, (round + i * 3) % 40)).then(() =>
            kit.change(visitor, runs, { text: "Words of a person" }),
          ),
          new Promise((resolve) => setTimeout(resolve, (round * 2 + i) % 40)).then(() => kit.remove(visitor, waits.id)),
        ]);
        expect([changed.status, removed.status]).toEqual([200, 200]);
        const texts = await kit.texts(visitor);
        expect(texts).toContain("Words of a person");
        expect(texts).not.toContain(WAITS.text);
      }),
    );
  }
}, 600_000);

test("all profiles are deleted page by page, while nothing can be added; old messages are never read again", async () => {
  const neighbour = await profilesWorld();
  const theirs = await neighbour.writer(DEBIAN);
  await neighbour.add(theirs);
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  kit.models.answer({ object: found([RUNS]) });
  await kit.update(visitor);
  await kit.world.rows(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) INSERT INTO profiles (project_id, contact_id) SELECT ?, 'con_' || printf('%026d', i) FROM n",
    kit.projectId,
  );
  await kit.world.rows(
    "INSERT INTO profile_statements (id, project_id, contact_id, kind, content, said_at, created_at, changed_at) SELECT 'pst_' || substr(contact_id, 5), project_id, contact_id, 'other', 'One of many', 1, 1, 1 FROM profiles WHERE project_id = ? AND contact_id LIKE 'con_0000%'",
    kit.projectId,
  );
  const start = () => kit.world.as<{ deletion: Record<string, unknown> }>(`${kit.management}/deletion`, { body: {} });
  expect((await start()).status).toBe(409);
  expect((await kit.switch(false)).body).toMatchObject({ on: false, profiles: 1001, deletion: null });
  const [first, second] = [await start(), await start()];
  expect([first.status, second.status]).toEqual([202, 202]);
  const settings = async () => (await kit.world.as<Record<string, unknown>>(kit.management)).body;
  // Until the last page was deleted, profiles stay off.
  if ((await settings())["profiles"] !== 0) expect((await kit.switch(true)).status).toBe(409);
  for (let minute = 0; minute < 10 && (await settings())["profiles"] !== 0; minute += 1) await kit.after(1);
  expect(await settings()).toMatchObject({ profiles: 0, deletion: { state: "done", profiles: 1201, statements: 1201, of: 1001 } });
  expect(await neighbour.texts(theirs)).toHaveLength(1);
  const audit = await kit.world.rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit_log WHERE project_id = ? AND action LIKE 'profiles.%' ORDER BY id",
    kit.projectId,
  );
  expect(audit.map(({ action }) => action).sort()).toEqual(["profiles.deleted", "profiles.switched", "profiles.switched"]);
  expect((await kit.switch(true)).status).toBe(200);
  expect((await kit.update(visitor)).body.outcome).toBe("nothing_new");
  await kit.writes(visitor, visitor.conversation, "We moved to Fedora 40");
  kit.models.answer({ object: found([RUNS, { text: "Moved to Fedora 40", quote: "We moved to Fedora 40" }]) });
  await kit.update(visitor);
  expect(await kit.texts(visitor)).toEqual(["Moved to Fedora 40"]);
});

test("a deleted project keeps nothing of its profiles", async () => {
  const kit = await profilesWorld();
  const visitor = await kit.writer(DEBIAN);
  kit.models.answer({ object: found([RUNS, WAITS]) });
  await kit.update(visitor);
  const [statement] = (await kit.read(visitor)).statements;
  await kit.remove(visitor, statement?.id ?? "");
  await kit.writes(visitor, visitor.conversation, "More");
  expect((await kit.world.as(`/api/management/projects/${kit.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(
    200,
  );
  await kit.after(3);
  await kit.after(1);
  for (const table of ["profiles", "profile_statements", "profile_refusals", "profile_settings"])
    expect([table, await kit.world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, kit.projectId)]).toEqual([table, []]);
});
