// Sets up a help center with readers: settings, published articles, and the cost of a reader's request.
import { helpWorld, type Team } from "./help-kit.ts";
import type { Answer, Options, World } from "./world.ts";
import type { HelpSettings } from "#modules/help-center/contract";
import type { Env } from "#kernel/module/index.ts";

export interface Site {
  readonly world: World;
  readonly owner: Team;
  readonly operator: Team;
  readonly slug: string;
}
export const settingsPath = (world: World): string => `/api/management/projects/${world.projectId}/help/settings`;
export async function setHelp(world: World, change: Partial<HelpSettings>, cookie = world.cookie): Promise<Answer<HelpSettings>> {
  const { body: now } = await world.as<HelpSettings>(`/api/dashboard/projects/${world.projectId}/help/settings`, {}, cookie);
  const { open, title, description, defaultLocale, locales, links, contact, authors, contactForm, revision } = { ...now, ...change };
  return await world.as<HelpSettings>(
    settingsPath(world),
    { method: "PUT", body: { open, title, description, defaultLocale, locales, links, contact, authors, contactForm, revision } },
    cookie,
  );
}
/** An open help center in English and German. */
export async function openSite(options: Options = {}): Promise<Site> {
  const { world, owner, operator } = await helpWorld(options);
  const { body } = await setHelp(world, { open: true, title: "Acme Help", description: "Answers.", locales: ["en", "de"] });
  return { world, owner, operator, slug: new URL(body.address).pathname.split("/").at(-1) ?? "" };
}
/** Writes and publishes an article; answers its id. */
export async function publish(
  { owner }: Site,
  title: string,
  content: string,
  { locale = "en", collectionId, audience, id }: { locale?: string; collectionId?: string; audience?: string; id?: string } = {},
): Promise<string> {
  let article = id;
  let revision = 0;
  if (article === undefined) {
    const { body } = await owner.create(title, { locale, content, ...(collectionId === undefined ? {} : { collectionId }) });
    article = body.article.id;
    ({ revision } = body.text);
    if (audience !== undefined) await owner.change(article, { audience });
  } else {
    revision = (await owner.read(article, locale)).body.text?.revision ?? 0;
    revision = (await owner.save(article, revision, { title, content }, locale)).body.text.revision;
  }
  const done = await owner.publish(article, revision, locale);
  if (done.status !== 200) throw new Error(`publish: ${done.status} ${JSON.stringify(done.body)}`);
  return article;
}
/** Runs every queued job, as the schedule would, and those that come up within seconds. */
export async function settleJobs(world: World): Promise<void> {
  for (let i = 0; i < 2000; i += 1) {
    await world.tick();
    const now = world.clock.now();
    const [next] = await world.rows<{ due: number | null }>(
      "SELECT min(due_at) AS due FROM jobs WHERE kind = 'help.render' AND state IN ('queued', 'running') AND due_at <= ?",
      now + 5000,
    );
    if (next?.due === null || next === undefined) return;
    if (next.due > now) world.clock.advance({ seconds: Math.ceil((next.due - now) / 1000) });
  }
  throw new Error("jobs never end");
}

/** The environment with counted calls to its stores. */
export function counted(env: Env): { env: Env; counts: { r2: number; d1: number } } {
  const counts = { r2: 0, d1: 0 };
  const watch = <T extends object>(target: T, which: "r2" | "d1"): T =>
    new Proxy(target, {
      get(on, name) {
        const value: unknown = Reflect.get(on, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          counts[which] += 1;
          return (value as (...all: unknown[]) => unknown).apply(on, given);
        };
      },
    });
  return { env: { ...env, FILES: watch(env.FILES, "r2"), DB: watch(env.DB, "d1") }, counts };
}
