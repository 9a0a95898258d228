// A world with a lead, a website that a test writes, and a model that answers as the test says.
import { vi } from "vitest";
import type { Criterion, Research, Statement } from "../../modules/lead-research/contract.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import { type Page, Site } from "./sources-kit.ts";
import type { Answer } from "./world.ts";

type Said = { text: string; page?: string; quote: string };
type Judged = { criterion: string; answer: string; reason?: string; page?: string; quote?: string };
/** An answer of the model. */
export const found = (statements: readonly Said[], criteria: readonly Judged[] = []) => ({
  statements: statements.map((one) => ({ page: "p1", ...one })),
  criteria: criteria.map((one) => ({ reason: "So says the page", page: "p1", quote: "", ...one })),
});
export const HOST = "acme.example";

export type ResearchWorld = Awaited<ReturnType<typeof researchWorld>>;
export async function researchWorld(
  pages: Record<string, Page | (() => Page)> = {},
  vars: Record<string, string> = { ...KEYS, LEAD_MODEL: "openai/gpt-5-mini" },
) {
  const ai: AiWorld = await aiWorld({ TEST_CRAWLER_PACE: "0", ...vars });
  const { world, models } = ai;
  const site = new Site(pages, HOST);
  /** What happens while the model thinks. */
  const hooks: { during: () => Promise<void> } = { during: async () => {} };
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    if (!/^(?:api\.openai\.com|127\.0\.0\.1)$/.test(new URL(request.url).hostname)) return await site.fetch(request.url, init ?? {});
    const answered = await models.respond(request);
    await hooks.during();
    return answered;
  });
  const dashboard = `/api/dashboard/projects/${ai.projectId}`;
  const newLead = async (body: object = { company: "Acme", domain: HOST }): Promise<string> => {
    const made = await world.as<{ lead: { id: string } }>(`${dashboard}/leads`, { body: { clientId: crypto.randomUUID(), ...body } });
    if (made.status !== 201) throw new Error(`lead: ${made.status} ${JSON.stringify(made.body)}`);
    return made.body.lead.id;
  };
  const leadId = await newLead();
  const pathOf = (id: string) => `${dashboard}/leads/${id}/research`;
  const kit = {
    ...ai,
    site,
    hooks,
    leadId,
    dashboard,
    newLead,
    pathOf,
    path: pathOf(leadId),
    start: (body: object = {}, id = leadId): Promise<Answer<{ runId: string; code?: string; variables?: string[] }>> =>
      world.as(`${pathOf(id)}/runs`, { body: { clientId: crypto.randomUUID(), addresses: [], ...body } }),
    /** Lets the jobs run that are due. */
    async work(rounds = 4): Promise<void> {
      for (let i = 0; i < rounds; i += 1) {
        world.clock.advance({ seconds: 61 });
        await world.tick();
      }
    },
    read: async (id = leadId): Promise<Research> => (await world.as<Research>(pathOf(id))).body,
    add: (body: object = {}, id = leadId) =>
      world.as<{ statement: Statement }>(`${pathOf(id)}/statements`, {
        body: { clientId: crypto.randomUUID(), text: "Met at a fair", url: null, quote: null, ...body },
      }),
    async ask(...criteria: readonly { name: string; weight?: number }[]): Promise<readonly Criterion[]> {
      const { body: held } = await world.as<{ revision: number }>(`${dashboard}/lead-criteria`);
      const saved = await world.as<{ criteria: Criterion[] }>(`/api/management/projects/${ai.projectId}/lead-criteria`, {
        method: "PUT",
        body: { revision: held.revision, criteria: criteria.map((one) => ({ description: "", weight: 1, ...one })) },
      });
      if (saved.status !== 200) throw new Error(`criteria: ${saved.status} ${JSON.stringify(saved.body)}`);
      return saved.body.criteria;
    },
  };
  return kit;
}
