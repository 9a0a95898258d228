// A project whose members are helped by the doubles of models.
import type { Asked } from "../doubles/models/index.ts";
import { type AiWorld, aiWorld } from "./ai-kit.ts";
import { write } from "./knowledge-kit.ts";
import type { Answer, Visitor } from "./world.ts";

export const ASSIST = { provider: "openai", model: "gpt-5-mini" };
export interface CopilotWorld extends AiWorld {
  readonly visitor: Visitor;
  /** The path of a conversation's help. */
  at(conversationId: string): string;
  /** A conversation of the visitor that begins with the text. */
  converse(content: string, visitor?: Visitor): Promise<string>;
  reply(conversationId: string, content: string): Promise<Answer>;
  note(conversationId: string, content: string): Promise<Answer>;
  close(conversationId: string): Promise<Answer>;
  /** Asks for help. */
  help<T = Record<string, unknown>>(conversationId: string, what: string, body?: object): Promise<Answer<T>>;
  /** What the model was asked last. */
  asked(): Asked;
}

export async function copilotWorld(vars?: Record<string, string>, chosen: object | null = ASSIST): Promise<CopilotWorld> {
  const ai = await (vars === undefined ? aiWorld() : aiWorld(vars));
  const { world } = ai;
  if (chosen !== null) await world.as(ai.path, { method: "PUT", body: { reply: null, assist: chosen, context: null } });
  const visitor = await world.visitor();
  const at = (conversationId: string): string => `${world.conversations}/${conversationId}/copilot`;
  const recorded = async (conversationId: string, where: string, body: object): Promise<Answer> => {
    const answer = await world.as(`${world.conversations}/${conversationId}/${where}`, {
      body: { clientId: crypto.randomUUID(), ...body },
    });
    if (answer.status !== 201) throw new Error(`${where}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return {
    ...ai,
    visitor,
    at,
    converse: async (content, who = visitor) => (await who.open(content)).body.conversation.id,
    reply: async (id, content) => await recorded(id, "messages", { content, frontier: await world.revision(id) }),
    note: async (id, content) => await recorded(id, "notes", { content }),
    close: async (id) => await recorded(id, "status", { status: "closed", frontier: await world.revision(id) }),
    help: async <T>(id: string, what: string, body: object = {}) => await world.as<T>(`${at(id)}/${what}`, { body: { ...body } }),
    asked: () => {
      const last = ai.models.requests.at(-1);
      if (last === undefined) throw new Error("no model was asked");
      return last;
    },
  };
}

/** Documents of a company; with one alone no word is rare, so no question fits well. */
export async function writeKnowledge({ world }: AiWorld): Promise<void> {
  const others = ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"];
  await write(world, {
    ...Object.fromEntries(others.map((title) => [title, { title, content: `All about ${title.toLowerCase()}.` }])),
    returns: {
      title: "Returning a parcel",
      content: "You can return a parcel within **30 days** of delivery. Gift cards cannot be returned.",
      url: "https://help.example/returns",
    },
  });
}
