// A world whose project keeps profiles, and a model that answers as a test says.
import { vi } from "vitest";
import type { Profile, Statement } from "../../modules/profiles/contract.ts";
import type { Asked } from "../doubles/models/index.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import { erase } from "./erasure-kit.ts";
import type { Visitor } from "./world.ts";

type Said = { kind?: string; text: string; message?: string; quote: string };
/** An answer of the model. */
export const found = (statements: readonly Said[], outdated: readonly object[] = []) => ({
  statements: statements.map((one) => ({ kind: "setup", message: "m1", ...one })),
  outdated,
});

export type ProfilesWorld = Awaited<ReturnType<typeof profilesWorld>>;
export async function profilesWorld(vars: Record<string, string> = { ...KEYS, CONTEXT_MODEL: "openai/gpt-5-mini" }, on = true) {
  const ai: AiWorld = await aiWorld(vars);
  const { world, models } = ai;
  const management = `/api/management/projects/${ai.projectId}/profiles`;
  const hooks: { during: (asked: Asked | undefined) => Promise<void> } = { during: async () => {} };
  // What happens while the model thinks.
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answered = await models.respond(new Request(url, init));
    await hooks.during(models.requests.at(-1));
    return answered;
  });
  const profileOf = (visitor: Visitor) => `/api/dashboard/projects/${ai.projectId}/contacts/${visitor.contactId}/profile`;
  const kit = {
    ...ai,
    hooks,
    management,
    profileOf,
    switch: (to: boolean) => world.as<Record<string, unknown>>(management, { method: "PUT", body: { on: to } }),
    /** A visitor who has written these messages in one conversation. */
    async writer(...messages: string[]): Promise<Visitor & { conversation: string }> {
      const visitor = await world.visitor();
      const opened = await visitor.open(messages[0] ?? "Hello");
      const conversation = opened.body.conversation.id;
      for (const content of messages.slice(1)) await kit.writes(visitor, conversation, content);
      return Object.assign(visitor, { conversation });
    },
    async writes(visitor: Visitor, conversation: string, content: string): Promise<void> {
      const sent = await visitor.call(`/api/widget/conversations/${conversation}/messages`, {
        body: { clientId: crypto.randomUUID(), content },
      });
      if (sent.status !== 201) throw new Error(`message: ${sent.status} ${JSON.stringify(sent.body)}`);
    },
    /** Lets the jobs run that are due after these minutes. */
    async after(minutes: number): Promise<void> {
      world.clock.advance({ minutes });
      await world.tick();
    },
    update: (visitor: Visitor, clientId: string = crypto.randomUUID()) =>
      world.as<{ outcome: string; problem: string | null; profile: Profile; code?: string; error?: string }>(`${profileOf(visitor)}/runs`, {
        body: { clientId },
      }),
    read: async (visitor: Visitor): Promise<Profile> => (await world.as<Profile>(profileOf(visitor))).body,
    texts: async (visitor: Visitor): Promise<string[]> => (await kit.read(visitor)).statements.map(({ text }) => text),
    add: (visitor: Visitor, body: object = {}) =>
      world.as<{ statement: Statement; repeated: boolean; error?: string }>(`${profileOf(visitor)}/statements`, {
        body: { clientId: crypto.randomUUID(), kind: "other", text: "Speaks Dutch at home", ...body },
      }),
    change: (visitor: Visitor, { id, revision }: Pick<Statement, "id" | "revision">, body: object) =>
      world.as<{ statement: Statement }>(`${profileOf(visitor)}/statements/${id}`, { method: "PATCH", body: { revision, ...body } }),
    remove: (visitor: Visitor, id: string) => world.as(`${profileOf(visitor)}/statements/${id}`, { method: "DELETE" }),
    erase: (visitor: Visitor) => erase(world, visitor),
    rows: async (): Promise<number> =>
      (
        await world.rows<{ n: number }>(
          "SELECT (SELECT count(*) FROM profiles WHERE project_id = ?1) + (SELECT count(*) FROM profile_statements WHERE project_id = ?1) + (SELECT count(*) FROM profile_refusals WHERE project_id = ?1) + (SELECT count(*) FROM profile_settings WHERE project_id = ?1) + (SELECT count(*) FROM jobs WHERE project_id = ?1 AND kind = 'profiles.run') AS n",
          ai.projectId,
        )
      )[0]?.n ?? 0,
  };
  // Jobs of an earlier world would be run by this one's schedule.
  await world.rows("UPDATE jobs SET state = 'done' WHERE kind LIKE 'profiles.%'");
  if (on) await kit.switch(true);
  return kit;
}
