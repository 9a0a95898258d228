// The widget's images: what is stored, who gets them, what is refused, and what is left behind.
import { beforeAll, expect, test } from "vitest";
import type { WidgetImages } from "#modules/widget-images/contract";
import { type Answer, makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z" });
}, 60_000);

/** The beginning of a PNG, which is what the server looks at. */
function png(width: number, height: number, bytes = 0): Uint8Array<ArrayBuffer> {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const size = [width, height].flatMap((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);
  return Uint8Array.from([...head, ...size, 8, 6, 0, 0, 0, ...new TextEncoder().encode(crypto.randomUUID()), ...new Uint8Array(bytes)]);
}
const management = (use: string): string => `/api/management/projects/${world.projectId}/widget-images/${use}`;
type Stored = Answer<{ file: WidgetImages; code: string; issues: { path: string; message: string }[] }>;
function store(use: string, raw = png(256, 256), clientId: string = crypto.randomUUID()): Promise<Stored> {
  const headers = { "content-type": "image/png", "content-length": String(raw.byteLength) };
  return world.as(`${management(use)}?${new URLSearchParams({ name: "a.png", clientId })}`, { method: "POST", raw, headers });
}
const remove = (use: string): Promise<Answer<WidgetImages>> => world.as(management(use), { method: "DELETE" });
const config = async (): Promise<WidgetImages> => {
  const { body } = await world.call<{ images: WidgetImages }>(`/api/widget/config?key=${world.key}`, {
    method: "GET",
    headers: { origin: "http://localhost:5999" },
  });
  return body.images;
};
const stranger = async (path: string): Promise<number> => (await world.call(path, { method: "GET" })).status;
const actions = async (): Promise<string[]> =>
  (
    await world.rows<{ action: string; use: string }>(
      "SELECT action, json_extract(detail, '$.use') AS use FROM audit_log WHERE action LIKE 'widget_images.%' ORDER BY rowid",
    )
  ).map(({ action, use }) => `${action} ${use}`);

test("an image is public from the moment it is stored until it is replaced or removed; the widget gets its address", async () => {
  expect(await config()).toEqual({ launcher: null, assistant: null });
  const clientId = crypto.randomUUID();
  const bytes = png(256, 256);
  const first = await store("launcher", bytes, clientId);
  expect(first.status).toBe(201);
  const { launcher = null } = first.body.file;
  expect(launcher).toMatch(/^\/files\/fil_/);
  expect(await config()).toEqual({ launcher, assistant: null });
  expect(await stranger(launcher ?? "")).toBe(200);
  // A repeated upload is the same one.
  expect((await store("launcher", bytes, clientId)).body.file.launcher).toBe(launcher);
  const second = (await store("launcher")).body.file.launcher ?? "";
  expect(second).not.toBe(launcher);
  expect(await stranger(launcher ?? "")).toBe(401);
  expect(await stranger(second)).toBe(200);
  const avatar = (await store("assistant")).body.file;
  expect(avatar.launcher).toBe(second);
  expect((await remove("launcher")).body).toEqual({ launcher: null, assistant: avatar.assistant });
  expect((await remove("launcher")).status).toBe(200);
  expect(await stranger(second)).toBe(401);
  expect(await actions()).toEqual([
    "widget_images.stored launcher",
    "widget_images.stored launcher",
    "widget_images.stored assistant",
    "widget_images.removed launcher",
  ]);
});

test("what is no square, too small, too large or no image is refused, and changes nothing", async () => {
  const before = await config();
  for (const [width, height] of [
    [256, 255],
    [63, 63],
    [1025, 1025],
  ] as const) {
    const refused = await store("assistant", png(width, height));
    expect([refused.status, refused.body.issues[0]?.path]).toEqual([400, "file"]);
  }
  expect((await store("assistant", png(256, 256, 200_000))).status).toBe(413);
  expect((await store("assistant", Uint8Array.from(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")))).status).toBe(
    415,
  );
  expect((await store("somewhere")).status).toBe(404);
  expect(await config()).toEqual(before);
});

test("they go with their project, and their files with them", async () => {
  const { assistant } = (await store("assistant")).body.file;
  expect(await stranger(assistant ?? "")).toBe(200);
  await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  for (let hour = 0; hour < 8; hour += 1) {
    await world.tick();
    world.clock.advance({ days: 1 });
  }
  expect(await world.rows("SELECT 1 FROM widget_images")).toEqual([]);
  expect(await stranger(assistant ?? "")).toBe(401);
  expect(await world.rows("SELECT 1 FROM files WHERE id = ?", assistant?.slice("/files/".length) ?? "")).toEqual([]);
});
