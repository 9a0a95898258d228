// The image studio: what a run makes and costs, what is never asked for twice, versions, provenance, and what is removed.
import { expect, test } from "vitest";
import { picture } from "../doubles/models/picture.ts";
import { KEYS } from "./ai-kit.ts";
import { PICTURE, SET, studioWorld, USAGE } from "./image-studio-kit.ts";

test("a run makes each image by a call of its own, and counts what it cost once", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE }, { picture: picture(), usage: USAGE });
  const before = await kit.read();
  expect(before).toMatchObject({ obstacle: null, missing: [], model: "openai/gpt-image-1", size: "1536x1024", quality: "low", run: null });
  const body = { clientId: crypto.randomUUID(), wanted: 2 };
  const [first, second] = [await kit.start(body), await kit.start(body)];
  expect([first.status, second.body.runId]).toEqual([202, first.body.runId]);
  await kit.work();
  const run = await kit.run();
  expect(run).toMatchObject({ id: first.body.runId, state: "done", made: 2, wanted: 2, reason: null });
  // 100 × $5 and 408 × $40 of a million tokens, twice.
  expect(run?.costUsd).toBeCloseTo(2 * 0.01682);
  expect(before.newUsd).toBeGreaterThan(0.01682);
  expect(before.changedUsd).toBeGreaterThan(before.newUsd ?? 0);
  const images = await kit.images();
  expect(
    images.map(({ signed, version, width, height, alt, kept, type }) => ({ signed, version, width, height, alt, kept, type })),
  ).toEqual([
    { signed: false, version: 1, width: 192, height: 128, alt: "", kept: false, type: "image/png" },
    { signed: true, version: 1, width: 192, height: 128, alt: "", kept: false, type: "image/png" },
  ]);
  expect(images[0]).toMatchObject({
    model: "openai/gpt-image-1",
    size: "1536x1024",
    quality: "low",
    prompt: "A bridge at noon",
    madeBy: "Olga",
  });
  // The bytes are kept as they came: the manifest covers them.
  const file = await kit.world.call<string>(images[1]?.url ?? "", { method: "GET", headers: { cookie: kit.world.cookie } });
  expect(file.status).toBe(200);
  expect(Number(file.headers.get("content-length"))).toBe(PICTURE.byteLength);
  expect((await kit.calls()).map(({ state, purpose, cost }) => [state, purpose, cost])).toEqual([
    ["done", "image", 16820],
    ["done", "image", 16820],
  ]);
  expect((await kit.usage()).map(({ purpose, calls, cost, estimated }) => [purpose, calls, cost, estimated])).toEqual([
    ["image", 2, 33640, 0],
  ]);
  const [asked] = kit.models.requests;
  expect(asked?.body).toMatchObject({ n: 1, size: "1536x1024", quality: "low" });
  expect(asked?.text).toContain("A bridge at noon");
  expect(asked?.text).toContain("No letters");
  // A job that is delivered again does nothing.
  await kit.world.rows("UPDATE jobs SET state = 'queued' WHERE kind = 'image-studio.run'");
  await kit.work(1);
  expect(kit.models.requests).toHaveLength(2);
  kit.models.check();
});

test.each([
  [{}, ["BRAND_IMAGE_MODEL", "BRAND_IMAGE_SIZE", "BRAND_IMAGE_QUALITY"]],
  [{ BRAND_IMAGE_MODEL: "openai/gpt-image-1", BRAND_IMAGE_QUALITY: "low" }, ["BRAND_IMAGE_SIZE"]],
  [{ ...SET, BRAND_IMAGE_MODEL: "anthropic/claude-sonnet-4-5" }, ["BRAND_IMAGE_MODEL"]],
  [{ ...SET, BRAND_IMAGE_SIZE: "auto" }, ["BRAND_IMAGE_SIZE"]],
  [{ ...SET, BRAND_IMAGE_QUALITY: "auto" }, ["BRAND_IMAGE_QUALITY"]],
])("%j: not_configured names %j", async (vars, missing) => {
  const kit = await studioWorld({ ...KEYS, ...vars });
  const { status, body } = await kit.start();
  expect([status, body.code, body.variables]).toEqual([503, "not_configured", missing]);
  expect(await kit.read()).toMatchObject({ missing, model: null, newUsd: null });
  expect((await kit.read()).obstacle).toContain(missing[0]);
});
test("not_configured names the provider's key if that is missing", async () => {
  const kit = await studioWorld(SET);
  expect((await kit.start()).body).toMatchObject({ code: "not_configured", variables: ["OPENAI_API_KEY"] });
});

test("an image is changed by words into a version of its own, from its bytes, in the project's look", async () => {
  const kit = await studioWorld();
  const look = { colors: ["#1F6FEB", "#fab005"], tone: "Calm, flat shapes", keepDays: 30, revision: 0 };
  expect((await kit.world.as(`${kit.management}/image-look`, { method: "PUT", body: look })).status).toBe(200);
  kit.models.answer({ picture: PICTURE, usage: USAGE }, { picture: picture(), usage: { input: 1100, output: 408 } });
  await kit.start();
  await kit.work();
  const [parent] = await kit.images();
  await kit.start({ prompt: "At night", parentId: parent?.id });
  await kit.work();
  const [child] = await kit.images();
  expect(child).toMatchObject({ version: 2, parentId: parent?.id, prompt: "At night", signed: false });
  // 100 × $5, 1000 × $10 and 408 × $40 of a million tokens.
  expect(child?.costUsd).toBeCloseTo(0.02682);
  const [made, changed] = kit.models.requests;
  expect([made?.path, changed?.path, changed?.images]).toEqual(["/images/generations", "/images/edits", ["image/png"]]);
  expect(changed?.body["image"] ?? changed?.body["image[]"]).toEqual([{ type: "image/png", size: PICTURE.byteLength }]);
  expect(made?.text).toContain("#1f6feb, #fab005");
  expect(made?.text).toContain("Calm, flat shapes");
  expect((await kit.start({ parentId: "img_01h455vb4pex5vsknk084sn02q" })).status).toBe(404);
});

test("an image of another project is answered like one that is gone, and its file is read by nobody", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE });
  await kit.start();
  await kit.work();
  const [image] = await kit.images();
  if (!image) throw new Error("there is no image");
  const other = await kit.world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: crypto.randomUUID(), name: "Other", websiteOrigin: "https://other.example" },
  });
  const management = `/api/management/projects/${other.body.project.id}`;
  const body = { clientId: crypto.randomUUID(), purpose: "header", prompt: "At night", wanted: 1, parentId: image.id };
  expect((await kit.world.as(`${management}/image-runs`, { body })).status).toBe(404);
  expect((await kit.world.as(`${management}/studio-images/${image.id}`, { method: "DELETE" })).status).toBe(404);
  expect((await kit.world.call(image.url, { method: "GET" })).status).toBeGreaterThanOrEqual(400);
  expect(await kit.images()).toHaveLength(1);
  expect(kit.models.requests).toHaveLength(1);
});

test("a deleted project leaves no run, look, image or file", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE });
  await kit.start();
  await kit.world.as(`${kit.management}/image-look`, { method: "PUT", body: { colors: [], tone: "Calm", keepDays: 30, revision: 0 } });
  await kit.work();
  const [image] = await kit.images();
  const deleted = await kit.world.as(kit.management, { method: "DELETE", body: { confirm: "Acme" } });
  expect(deleted.status).toBeLessThan(300);
  await kit.work(2);
  for (const table of ["image_runs", "image_looks", "studio_images"])
    expect(await kit.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, kit.projectId), table).toEqual([]);
  expect(await kit.world.rows("SELECT id FROM files WHERE id = ? AND state <> 'removing'", image?.fileId)).toEqual([]);
});

test("one run at a time; a stopped one makes nothing more and stores nothing of what was paid", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE, always: true });
  kit.hooks.during = async () => {
    expect((await kit.start()).body.code).toBe("conflict");
    expect((await kit.cancel((await kit.run())?.id ?? "")).status).toBe(200);
  };
  const { runId } = (await kit.start({ wanted: 4 })).body;
  await kit.work();
  expect(await kit.run()).toMatchObject({ state: "cancelled", made: 0 });
  expect((await kit.run())?.costUsd).toBeCloseTo(0.01682);
  expect(kit.models.requests.length).toBeLessThan(2);
  expect(await kit.images()).toEqual([]);
  expect((await kit.usage()).map(({ cost }) => cost)).toEqual([16820]);
  expect((await kit.cancel(runId)).status).toBe(200);
});

test("a call whose outcome nobody stored is never made again, and counts its estimate once", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE, always: true });
  await kit.start({ wanted: 2 });
  await kit.work();
  // As if the worker had died between the answer and the batch that stores it.
  await kit.world.rows("DELETE FROM ai_usage WHERE project_id = ?", kit.projectId);
  const [call] = await kit.calls();
  await kit.world.rows("UPDATE ai_calls SET state = 'started', cost = NULL WHERE id = ?", call?.["id"]);
  await kit.world.rows(
    "UPDATE image_runs SET state = 'running', ended_at = NULL, made = 1, call_id = ? WHERE project_id = ?",
    call?.["id"],
    kit.projectId,
  );
  await kit.world.rows(
    "UPDATE jobs SET state = 'queued', finished_at = NULL WHERE kind = 'image-studio.run' AND project_id = ?",
    kit.projectId,
  );
  const asked = kit.models.requests.length;
  await kit.work(10);
  expect(await kit.run()).toMatchObject({ state: "failed", reason: "unknown" });
  expect(kit.models.requests).toHaveLength(asked);
  expect((await kit.usage()).map(({ calls, cost, estimated }) => [calls, cost, estimated])).toEqual([[1, call?.["estimate"], 1]]);
});

test.each([
  ["rate limit", 0],
  ["reset", 1],
  ["malformed", 1],
] as const)("%s: the run fails without another attempt", async (fault, estimated) => {
  const kit = await studioWorld();
  kit.models.answer({ fault });
  await kit.start({ wanted: 3 });
  await kit.work();
  expect(await kit.run()).toMatchObject({ state: "failed", reason: "model_failed", detail: expect.any(String), made: 0 });
  expect(kit.models.requests).toHaveLength(1);
  const [usage] = await kit.usage();
  expect([usage?.["failed"], usage?.["estimated"]]).toEqual([1, estimated]);
  expect(Number(usage?.["cost"]) > 0).toBe(estimated === 1);
  kit.models.check();
});

test("what is no image is paid for and not stored", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), usage: USAGE });
  await kit.start();
  await kit.work();
  expect(await kit.run()).toMatchObject({ state: "failed", reason: "unusable", made: 0 });
  expect((await kit.run())?.costUsd).toBeGreaterThan(0);
  expect(await kit.images()).toEqual([]);
});

test("the day's ceiling stops a run before the next image", async () => {
  const kit = await studioWorld({ ...KEYS, ...SET, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.02}' });
  kit.models.answer({ picture: PICTURE, usage: USAGE, always: true });
  await kit.start({ wanted: 4 });
  await kit.work(5);
  expect(await kit.run()).toMatchObject({ state: "failed", reason: "ceiling_reached", made: 2 });
  expect(await kit.images()).toHaveLength(2);
  expect((await kit.start()).body.code).toBe("ai_unavailable");
});

test("a server of one's own needs no key, is free, and may report no usage", async () => {
  const kit = await studioWorld({ ...KEYS, ...SET, BRAND_IMAGE_MODEL: "own/flux" });
  kit.models.answer({ picture: PICTURE });
  expect((await kit.read()).newUsd).toBe(0);
  await kit.start();
  await kit.work();
  expect(await kit.run()).toMatchObject({ state: "done", costUsd: 0 });
  expect(kit.models.requests[0]).toMatchObject({ vendor: "compatible", model: "flux" });
});

test("the alternative text is written by people; images that nobody keeps are removed in time, with their files and empty runs", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE, always: true });
  await kit.start({ wanted: 3 });
  await kit.work(4);
  const [kept, loose, gone] = await kit.images();
  if (!kept || !loose || !gone) throw new Error("images are missing");
  const described = await kit.change(kept, { alt: "A bridge over a river", kept: true });
  expect(described.body.image).toMatchObject({ alt: "A bridge over a river", kept: true, removedAt: null, revision: 2 });
  // The same again is no conflict, something else is.
  expect((await kit.change(kept, { alt: "A bridge over a river", kept: true })).status).toBe(200);
  expect((await kit.change(kept, { alt: "Another" })).status).toBe(409);
  expect((await kit.remove(gone.id)).status).toBe(200);
  expect((await kit.remove(gone.id)).status).toBe(404);
  expect((await kit.images()).map(({ id }) => id)).toEqual([kept.id, loose.id]);
  kit.world.clock.advance({ days: 31 });
  for (let minute = 0; minute < 60; minute += 1) {
    kit.world.clock.advance({ minutes: 1 });
    if (new Date(kit.world.clock.now()).getUTCMinutes() === 23) await kit.world.tick();
  }
  await kit.signIn();
  expect((await kit.images()).map(({ id }) => id)).toEqual([kept.id]);
  await kit.world.tick();
  expect(await kit.world.rows("SELECT id FROM files WHERE id IN (?, ?)", loose.fileId, gone.fileId)).toEqual([]);
  expect(await kit.world.rows("SELECT state FROM files WHERE id = ?", kept.fileId)).toEqual([{ state: "attached" }]);
  expect(await kit.world.rows("SELECT count(*) AS n FROM image_runs WHERE project_id = ?", kit.projectId)).toEqual([{ n: 1 }]);
  await kit.remove(kept.id);
  expect(await kit.world.rows("SELECT count(*) AS n FROM image_runs WHERE project_id = ?", kit.projectId)).toEqual([{ n: 0 }]);
});

test("the days after which unused images go are a choice; a shorter one gives a day's notice", async () => {
  const kit = await studioWorld();
  kit.models.answer({ picture: PICTURE, usage: USAGE });
  await kit.start();
  await kit.work();
  const put = (body: object) =>
    kit.world.as<{ revision: number; code?: string }>(`${kit.management}/image-look`, {
      method: "PUT",
      body: { colors: [], tone: "", ...body },
    });
  const ends = async (): Promise<number | null> => {
    const [image] = await kit.images();
    return image?.removedAt ? Math.round((Date.parse(image.removedAt) - Date.parse(image.madeAt)) / 86_400_000) : null;
  };
  expect(await ends()).toBe(30);
  expect((await put({ keepDays: 90, revision: 0 })).body.revision).toBe(1);
  expect(await ends()).toBe(90);
  expect((await put({ keepDays: null, revision: 0 })).body.code).toBe("conflict");
  await put({ keepDays: null, revision: 1 });
  expect(await ends()).toBeNull();
  kit.world.clock.advance({ days: 20 });
  await kit.signIn();
  await put({ keepDays: 7, revision: 2 });
  expect(await ends()).toBe(21);
});

test("a website's colours are read from its page and sheets, through the guarded fetch only", async () => {
  const kit = await studioWorld();
  const asked: string[] = [];
  kit.hooks.site = (url) => {
    asked.push(url.href);
    if (url.pathname === "/main.css")
      return new Response(":root{--a:#FAB005;--b:#fab006;--c:rgb(10, 150, 80)} p{color:#fab005;background:#fff}", {
        headers: { "content-type": "text/css" },
      });
    return new Response('<meta name="theme-color" content="#1f6feb"><link rel=stylesheet href="/main.css"><p style="color:#222">Hi', {
      headers: { "content-type": "text/html" },
    });
  };
  const read = (url: string) =>
    kit.world.as<{ colors: string[]; problem: string | null }>(`${kit.management}/image-look/read-site`, { body: { url } });
  expect((await read("acme.example")).body.colors).toEqual(["#1f6feb", "#fab005", "#0a9650"]);
  expect(asked).toEqual(["https://acme.example/", "https://acme.example/main.css"]);
  for (const url of ["http://127.0.0.1/", "https://169.254.169.254/", "file:///etc/passwd"]) expect((await read(url)).status).toBe(400);
  expect(asked).toHaveLength(2);
  // That a site can't be read, or has no colour, is said.
  kit.hooks.site = () => new Response("gone", { status: 410 });
  expect((await read("acme.example")).body).toEqual({ colors: [], problem: "This page couldn’t be read." });
  kit.hooks.site = () => new Response("<p>Plain", { headers: { "content-type": "text/html" } });
  expect((await read("acme.example")).body).toEqual({ colors: [], problem: "No colors were found on this page." });
});
