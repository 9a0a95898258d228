// A world with an image model that answers as the test says.
import { vi } from "vitest";
import type { ImageRun, Studio, StudioImage } from "#modules/image-studio/contract";
import { picture } from "../doubles/models/picture.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import type { Answer } from "./world.ts";

export const SET = { BRAND_IMAGE_MODEL: "openai/gpt-image-1", BRAND_IMAGE_SIZE: "1536x1024", BRAND_IMAGE_QUALITY: "low" };
export const PICTURE = picture({ signed: true });
/** What an answer of the model has if a test says nothing else. */
export const USAGE = { input: 100, output: 408 };

export type StudioWorld = Awaited<ReturnType<typeof studioWorld>>;
export async function studioWorld(vars: Record<string, string> = { ...KEYS, ...SET }) {
  const ai: AiWorld = await aiWorld(vars);
  const { world, models } = ai;
  /** What happens while the model is at work, and a website that a test writes. */
  const hooks: { during: () => Promise<void>; site: (url: URL) => Response } = {
    during: async () => {},
    site: () => new Response("nothing here", { status: 404 }),
  };
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const to = new URL(request.url);
    if (!/^(?:api\.openai\.com|127\.0\.0\.1)$/.test(to.hostname)) return hooks.site(to);
    const answered = await models.respond(request);
    await hooks.during();
    return answered;
  });
  const dashboard = `/api/dashboard/projects/${ai.projectId}`;
  const management = `/api/management/projects/${ai.projectId}`;
  return {
    ...ai,
    hooks,
    dashboard,
    management,
    start: (body: object = {}): Promise<Answer<{ runId: string; code?: string; variables?: string[] }>> =>
      world.as(`${management}/image-runs`, {
        body: { clientId: crypto.randomUUID(), purpose: "header", prompt: "A bridge at noon", wanted: 1, parentId: null, ...body },
      }),
    cancel: (runId: string) => world.as(`${management}/image-runs/${runId}/cancel`, { body: {} }),
    /** Again, after so long a time that the session has ended. */
    async signIn(): Promise<void> {
      world.cookie = ((await world.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    },
    /** Lets the jobs run that are due. */
    async work(rounds = 3): Promise<void> {
      for (let i = 0; i < rounds; i += 1) {
        world.clock.advance({ seconds: 61 });
        await world.tick();
      }
    },
    read: async (): Promise<Studio> => (await world.as<Studio>(`${dashboard}/image-studio`)).body,
    run: async (): Promise<ImageRun | null> => (await world.as<Studio>(`${dashboard}/image-studio`)).body.run,
    images: async (): Promise<readonly StudioImage[]> =>
      (await world.as<{ items: StudioImage[] }>(`${dashboard}/studio-images`)).body.items,
    change: (image: StudioImage, body: object) =>
      world.as<{ image: StudioImage; code?: string }>(`${management}/studio-images/${image.id}`, {
        method: "PATCH",
        body: { revision: image.revision, alt: image.alt, kept: image.kept, ...body },
      }),
    remove: (id: string) => world.as(`${management}/studio-images/${id}`, { method: "DELETE" }),
  };
}
