// Inserting help articles into a reply: links only to what customers can open, texts only of what is published.
import { expect, test } from "vitest";
import type { Insertable } from "#modules/help-center/contract";
import { helpWorld, type Team } from "./help-kit.ts";

const find = async (team: Team, q: string): Promise<Insertable[]> =>
  (
    await team.world.as<{ items: Insertable[] }>(
      `/api/dashboard/projects/${team.world.projectId}/help/insertable?q=${encodeURIComponent(q)}`,
      {},
      team.cookie,
    )
  ).body.items;
const textOf = (team: Team, id: string) =>
  team.world.as<{ title: string; content: string }>(
    `/api/dashboard/projects/${team.world.projectId}/help/insertable/${id}?locale=en`,
    {},
    team.cookie,
  );

test("links are offered for open help centers and public articles, and inserted texts are the published ones", async () => {
  const { owner, operator } = await helpWorld();
  const { world } = owner;
  const made = (await owner.create("Return a kettle", { content: "Send the kettle back in its **box**." })).body.article.id;
  expect(await find(operator, "kettle")).toEqual([]);
  expect((await textOf(operator, made)).status).toBe(404);
  await owner.publish(made, 1);
  await owner.save(made, 1, { title: "Return a kettle", content: "A draft about the kettle." });

  expect(await find(operator, "kettle")).toMatchObject([
    { title: "Return a kettle", audience: "public", article: { id: made, locale: "en" }, url: null },
  ]);
  expect((await textOf(operator, made)).body).toEqual({ title: "Return a kettle", content: "Send the kettle back in its **box**." });
  await world.env.DB.prepare(
    "INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, 1, 'Help', '', 'en', '[\"en\"]', '[]', 0, '') ON CONFLICT (project_id) DO UPDATE SET open = 1",
  )
    .bind(world.projectId)
    .run();
  const [open] = await find(operator, "kettle");
  expect(open?.url).toMatch(/^http:\/\/localhost:8787\/help\/[\w-]+\/en\/articles\/return-a-kettle$/);

  const { owner: rival, operator: stranger } = await helpWorld();
  expect(await find(stranger, "kettle")).toEqual([]);
  expect((await textOf(rival, made)).status).toBe(404);
  await owner.setState(made, "archive");
  expect(await find(operator, "kettle")).toEqual([]);
  expect((await textOf(operator, made)).status).toBe(404);
});
