// The name of the installation: its first owner gives it, and the home page and the sign-in page show it to everybody.
import { expect, test } from "vitest";
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
