// The name of the installation: its first owner gives it, and the pages that people see before they have signed in show it.
import { expect, test } from "vitest";
import { APP, ask, linkIn, mailingWorld, someAddress } from "./accounts-kit.ts";
import { makeWorld, OWNER, type World } from "./world.ts";

const AT = "/api/installation/name";
const pageOf = async (world: World, path: string, init: RequestInit = {}): Promise<string> =>
  await (await world.response(new Request(new URL(path, "http://localhost:8787"), { headers: { accept: "text/html" }, ...init }))).text();

test("without a name the public pages have the product's", async () => {
  const world = await makeWorld();
  expect((await world.as(AT)).body).toEqual({ name: null });
  const home = await pageOf(world, "/");
  expect(home).toContain("<title>Help and support · Seed Desk</title>");
  expect(home).not.toContain("localhost");
  expect(await pageOf(world, "/login")).toContain("<title>Sign in · Seed Desk</title>");
});

test("the first owner names it, and both pages show the name as text", async () => {
  const world = await makeWorld();
  const changed = await world.as(AT, { method: "PATCH", body: { name: ' <b>"Harbour & Sons" ' } });
  expect(changed.body).toEqual({ name: '<b>"Harbour & Sons"' });
  expect((await world.as(AT)).body).toEqual({ name: '<b>"Harbour & Sons"' });
  const shown = "&lt;b&gt;&quot;Harbour &amp; Sons&quot;";
  const home = await pageOf(world, "/");
  expect(home).toContain(`<title>Help and support · ${shown}</title>`);
  expect(home).toContain(`Help and support at ${shown}`);
  expect(home).not.toContain('<b>"');
  expect(await pageOf(world, "/login")).toContain(`<title>Sign in · ${shown}</title>`);
  const refused = await pageOf(world, "/login", {
    method: "POST",
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email: OWNER, password: "not the password" }).toString(),
  });
  expect(refused).toContain(`<title>Sign in · ${shown}</title>`);
  expect(refused).toContain("Wrong email or password.");
});

test("spaces take the name away, and only one line of 60 characters is a name", async () => {
  const world = await makeWorld();
  const give = (name: unknown) => world.as(AT, { method: "PATCH", body: { name } });
  expect((await give("Harbour")).status).toBe(200);
  for (const wrong of ["x".repeat(61), "two\nlines", 1, "\0", undefined]) expect((await give(wrong)).status).toBe(400);
  expect((await world.as(AT)).body).toEqual({ name: "Harbour" });
  expect((await give("   ")).body).toEqual({ name: null });
  expect((await give(null)).body).toEqual({ name: null });
  expect(await pageOf(world, "/")).toContain('<h1 dir="auto">Help and support</h1>');
});

test("registration, recovery, and invitation carry the name on each of their pages", async () => {
  const world = await mailingWorld();
  await world.as(AT, { method: "PATCH", body: { name: "Harbour" } });
  const titleOf = async (...request: Parameters<typeof pageOf> extends [World, ...infer Rest] ? Rest : never): Promise<string> =>
    /<title>(.*?)<\/title>/.exec(await pageOf(world, ...request))?.[1] ?? "";
  const form = (fields: Record<string, string>): RequestInit => ({
    method: "POST",
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded", origin: APP },
    body: new URLSearchParams(fields).toString(),
  });
  const unknown = "x".repeat(43);
  for (const path of [
    "/register",
    "/recover",
    "/setup",
    `/register/${unknown}`,
    `/recover/${unknown}`,
    `/confirm/${unknown}`,
    `/invite/${unknown}`,
  ])
    expect(await titleOf(path), path).toMatch(/ · Harbour$/);
  for (const path of ["/register", "/recover"]) {
    expect(await titleOf(path, form({ email: "no address" })), path).toMatch(/ · Harbour$/);
    expect(await titleOf(path, form({ email: someAddress() })), path).toBe("Check your email · Harbour");
  }
  const address = someAddress();
  await ask(world, "/register", address);
  const [mail] = world.provider.to(address);
  expect(JSON.stringify(mail?.from)).toContain("Harbour");
  const link = linkIn(mail);
  expect(await titleOf(link)).toBe("Create an account · Harbour");
  expect(await titleOf(link, form({ name: "Pia", password: "short" }))).toBe("Create an account · Harbour");
});
