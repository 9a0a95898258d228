// The next steps of a new project: ticked by what the project holds, hidden by each member alone; and the page after sign-in.
import { expect, test } from "vitest";
import type { NextSteps } from "#modules/projects/contract";
import { makeWorld, type World } from "./world.ts";

const at = (world: World): string => `/api/dashboard/projects/${world.projectId}/next-steps`;
const done = async (world: World, cookie = world.cookie): Promise<string[]> =>
  (await world.as<NextSteps>(at(world), {}, cookie)).body.items.flatMap((step) => (step.done ? [step.name] : []));
const PASSWORD = "seven quiet lamps";

async function operatorOf(world: World): Promise<string> {
  const made = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const body = { name: "Max", email: `${crypto.randomUUID()}@mates.example`, password: PASSWORD };
  const joined = await world.call(new URL(made.body.link).pathname, { body });
  return (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

test("each step is done once the project holds its result, and not before", async () => {
  const world = await makeWorld();
  const rival = await makeWorld();
  expect((await world.as<NextSteps>(at(world))).body).toEqual({
    items: ["inbox", "member", "mail", "article"].map((name) => ({ name, done: false })),
    hidden: false,
  });

  const visitor = await world.visitor();
  const { body } = await visitor.open("Hello");
  expect(await done(world)).toEqual([]);
  await world.as(`${world.conversations}/${body.conversation.id}/read`, { body: { revision: 1 } });
  expect(await done(world)).toEqual(["inbox"]);

  await operatorOf(world);
  expect(await done(world)).toEqual(["inbox", "member"]);

  const mail = `/api/management/projects/${world.projectId}/email`;
  await world.as(`${mail}/addresses`, { body: { address: "help@harbour.example" } });
  expect(await done(world)).toEqual(["inbox", "member"]);
  await world.as("/api/installation/mail-domains", { body: { domain: "harbour.example", projectId: world.projectId } });
  expect(await done(world)).toEqual(["inbox", "member", "mail"]);
  await world.as(`/api/dashboard/projects/${world.projectId}/help/articles`, {
    body: { clientId: crypto.randomUUID(), locale: "en", title: "How to pay" },
  });
  expect(await done(world)).toEqual(["inbox", "member", "mail", "article"]);
  expect(await done(rival)).toEqual([]);
});

test("an invitation that nobody has used yet counts as invited", async () => {
  const world = await makeWorld();
  await world.as(`/api/management/projects/${world.projectId}/invitations`, { body: { clientId: crypto.randomUUID(), role: "operator" } });
  expect(await done(world)).toEqual(["member"]);
});

test("a member hides the steps for themselves, and shows them again", async () => {
  const world = await makeWorld();
  const operator = await operatorOf(world);
  const isHidden = async (cookie: string): Promise<boolean> => (await world.as<NextSteps>(at(world), {}, cookie)).body.hidden;
  const changed = await world.as<NextSteps>(at(world), { method: "PATCH", body: { hidden: true } }, operator);
  expect(changed.body.hidden).toBe(true);
  expect([await isHidden(operator), await isHidden(world.cookie)]).toEqual([true, false]);
  await world.as(at(world), { method: "PATCH", body: { hidden: false } }, operator);
  expect(await isHidden(operator)).toBe(false);
});

test("sign-in opens the only project, and the list of several", async () => {
  const world = await makeWorld();
  const email = `${crypto.randomUUID()}@mates.example`;
  const join = async (into: World): Promise<string> => {
    const made = await into.as<{ link: string }>(`/api/management/projects/${into.projectId}/invitations`, {
      body: { clientId: crypto.randomUUID(), role: "operator" },
    });
    return new URL(made.body.link).pathname;
  };
  await world.call(await join(world), { body: { name: "Max", email, password: PASSWORD } });
  const signIn = async (next = "") => {
    const response = await world.call("/login", {
      raw: new URLSearchParams({ email, password: PASSWORD, next }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    return {
      status: response.status,
      to: response.headers.get("location"),
      cookie: (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
    };
  };
  const only = `/projects/${world.projectId}`;
  const first = await signIn();
  expect(first).toMatchObject({ status: 303, to: only });
  expect((await signIn("/projects")).to).toBe(only);
  expect((await signIn("/account/security")).to).toBe("/account/security");
  expect((await signIn("https://evil.example")).to).toBe(only);
  const again = await world.as("/login", {}, first.cookie);
  expect([again.status, again.headers.get("location")]).toEqual([303, only]);

  const other = await makeWorld();
  await world.as(await join(other), { body: {} }, first.cookie);
  expect((await signIn()).to).toBe("/projects");

  const confirm = "Acme";
  await other.as(`/api/management/projects/${other.projectId}`, { method: "DELETE", body: { confirm } });
  expect((await signIn()).to).toBe(only);
});
