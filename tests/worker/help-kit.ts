// Drives the article routes as a project's owner and as an operator.
import type { ArticleSummary, ArticleText, Collection, CollectionList, VersionSummary } from "#modules/articles/contract";
import { type Answer, makeWorld, type Options, type World } from "./world.ts";

interface Problem {
  readonly code: string;
  readonly error: string;
  readonly revision?: number;
  readonly updatedBy?: string;
  readonly order?: string[];
}
interface ArticleAnswer {
  readonly article: ArticleSummary;
  readonly text: ArticleText;
}
type Reply<T> = Promise<Answer<T & Problem>>;

export class Team {
  readonly world: World;
  readonly cookie: string;
  constructor(world: World, cookie: string) {
    this.world = world;
    this.cookie = cookie;
  }
  #at(surface: "dashboard" | "management", path: string): string {
    return `/api/${surface}/projects/${this.world.projectId}/help/${path}`;
  }
  #send<T>(surface: "dashboard" | "management", path: string, body?: unknown, method?: string, env = this.world.env): Reply<T> {
    return this.world.as(
      this.#at(surface, path),
      { env, ...(body === undefined ? {} : { body }), ...(method === undefined ? {} : { method }) },
      this.cookie,
    );
  }
  create(title: string, more: object = {}): Reply<ArticleAnswer> {
    return this.#send("dashboard", "articles", { clientId: crypto.randomUUID(), locale: "en", title, ...more });
  }
  read(id: string, locale = ""): Reply<ArticleAnswer> {
    return this.#send("dashboard", `articles/${id}${locale && `?locale=${locale}`}`);
  }
  list(query = ""): Reply<{ items: ArticleSummary[]; next: string | null }> {
    return this.#send("dashboard", `articles${query}`);
  }
  save(id: string, revision: number, more: object = {}, locale = "en"): Reply<{ text: ArticleText }> {
    const body = { revision, title: "A title", summary: "", content: "Some words.", ...more };
    return this.#send("dashboard", `articles/${id}/texts/${locale}`, body, "PUT");
  }
  publish(id: string, revision: number, locale = "en", env = this.world.env): Reply<ArticleAnswer> {
    return this.#send("management", `articles/${id}/texts/${locale}/publish`, { revision }, "POST", env);
  }
  unpublish(id: string, locale = "en"): Reply<ArticleAnswer> {
    return this.#send("management", `articles/${id}/texts/${locale}/unpublish`, {});
  }
  schedule(id: string, revision: number, at: string | null, locale = "en"): Reply<ArticleAnswer> {
    return this.#send("management", `articles/${id}/texts/${locale}/schedule`, { revision, at }, "PUT");
  }
  change(id: string, change: object): Reply<ArticleAnswer> {
    return this.#send("management", `articles/${id}`, change, "PATCH");
  }
  setState(id: string, what: "archive" | "restore"): Reply<ArticleAnswer> {
    return this.#send("management", `articles/${id}/${what}`, {});
  }
  remove(id: string, confirm = id): Reply<{ ok: true }> {
    return this.#send("management", `articles/${id}/delete`, { confirm });
  }
  versions(id: string, locale = "en"): Reply<{ items: VersionSummary[] }> {
    return this.#send("dashboard", `articles/${id}/texts/${locale}/versions`);
  }
  version(id: string, version: number, locale = "en"): Reply<VersionSummary & { content: string }> {
    return this.#send("dashboard", `articles/${id}/texts/${locale}/versions/${version}`);
  }
  order(collectionId: string | null, seen: string[], order: string[]): Reply<{ order: string[] }> {
    return this.#send("management", "articles-order", { collectionId, seen, order }, "PUT");
  }
  collections(): Reply<CollectionList> {
    return this.#send("dashboard", "collections");
  }
  createCollection(name: string, more: object = {}): Reply<{ collection: Collection }> {
    return this.#send("management", "collections", { clientId: crypto.randomUUID(), locale: "en", name, ...more });
  }
  rename(id: string, locale: string, name: string): Reply<{ collection: Collection }> {
    return this.#send("management", `collections/${id}/texts/${locale}`, { name, description: "" }, "PUT");
  }
  removeCollection(id: string): Reply<{ ok: true }> {
    return this.#send("management", `collections/${id}`, undefined, "DELETE");
  }
  restoreCollection(id: string): Reply<{ collection: Collection }> {
    return this.#send("management", `collections/${id}/restore`, {});
  }
  orderCollections(seen: string[], order: string[]): Reply<{ order: string[] }> {
    return this.#send("management", "collections-order", { seen, order }, "PUT");
  }
}

export async function helpWorld(options: Options = {}): Promise<{ world: World; owner: Team; operator: Team }> {
  const world = await makeWorld({ ...options, vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}', ...options.vars } });
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await world.call(new URL(body.link).pathname, {
    body: { name: "Oskar", email: `${crypto.randomUUID()}@example.test`, password: "correct horse battery" },
  });
  const cookie = (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { world, owner: new Team(world, world.cookie), operator: new Team(world, cookie) };
}
