// Sets up a help center with articles through the team's routes.
import { expect } from "vitest";
import type { World } from "./world.ts";

/** Opens the help center of the world's project. */
export async function openHelp(world: World, { locales = ["en"], open = 1 }: { locales?: string[]; open?: 0 | 1 } = {}): Promise<void> {
  await world.rows(
    `INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, ?, 'Acme help', '', ?, ?, '[]', 0, 'test')
      ON CONFLICT (project_id) DO UPDATE SET open = excluded.open`,
    ...[world.projectId, open, locales[0] ?? "en", JSON.stringify(locales)],
  );
}
export interface Written {
  readonly title: string;
  readonly content: string;
  readonly locale?: string;
  readonly audience?: "public" | "members" | "told";
  readonly publish?: boolean;
  readonly collectionId?: string;
}
/** Creates an article, published unless it says otherwise; answers its id. */
export async function article(
  world: World,
  { title, content, locale = "en", audience = "public", publish = true, collectionId }: Written,
): Promise<string> {
  const at = `/projects/${world.projectId}/help/articles`;
  const made = await world.as<{ article: { id: string } }>(`/api/dashboard${at}`, {
    body: { clientId: crypto.randomUUID(), locale, title, content, ...(collectionId ? { collectionId } : {}) },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body.article;
  if (audience !== "public")
    expect((await world.as(`/api/management${at}/${id}`, { method: "PATCH", body: { audience } })).status).toBe(200);
  if (publish) await publishText(world, id, locale, 1);
  return id;
}
export async function publishText(world: World, id: string, locale: string, revision: number): Promise<void> {
  const published = await world.as(`/api/management/projects/${world.projectId}/help/articles/${id}/texts/${locale}/publish`, {
    body: { revision },
  });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
}
export async function collection(world: World, name: string): Promise<string> {
  const made = await world.as<{ collection: { id: string } }>(`/api/management/projects/${world.projectId}/help/collections`, {
    body: { clientId: crypto.randomUUID(), locale: "en", name },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.collection.id;
}
