// A project whose assistant answers customers, with a small knowledge base and models that are doubles.
import { randomUUID } from "node:crypto";
import { DEFAULT_GUIDANCE, type Guidance } from "../../modules/assistant/contract/guidance.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import { write } from "./knowledge-kit.ts";
import type { Visitor } from "./world.ts";

export const QUESTION = "how long do I have to return a parcel?";
const draft = { kind: "answer", sentences: [], question: "", reason: "" };
export const sentence = (text: string, quote: string, source = "p1") => ({ text, citations: [{ source, quote }] });
export const answerOf = (...sentences: ReturnType<typeof sentence>[]) => ({ ...draft, sentences });
export const PROVED = "You can return a parcel within 30 days of delivery.";
export const ANSWER = answerOf(sentence(PROVED, "return a parcel within **30 days**"));
export const handOver = (reason: string) => ({ ...draft, kind: "hand_over", reason });
export const askBack = (question: string) => ({ ...draft, kind: "ask_back", question });

export interface Message {
  readonly role: string;
  readonly content: string;
  readonly origin: string;
}
export interface AssistantWorld extends AiWorld {
  save(change?: { enabled?: boolean; guidance?: Partial<Guidance> }): Promise<void>;
  choose(model?: { provider: string; model: string } | null): Promise<void>;
  /** A visitor with a conversation that begins with the text. */
  ask(text?: string): Promise<{ visitor: Visitor; id: string }>;
  messages(id: string): Promise<Message[]>;
  events(id: string): Promise<{ kind: string; data: string; actor_role: string }[]>;
  rounds(id: string): Promise<Record<string, unknown>[]>;
  counts(): Promise<number[]>;
}

export async function assistantWorld(vars: Record<string, string> = KEYS): Promise<AssistantWorld> {
  const ai = await aiWorld(vars);
  const { world, projectId } = ai;
  // In a company with one document no word is rare, so no question fits well.
  const others = ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"];
  await write(world, {
    ...Object.fromEntries(others.map((title) => [title, { title, content: `All about ${title.toLowerCase()}.` }])),
    returns: {
      title: "Returning a parcel",
      content:
        "You can return a parcel within **30 days** of delivery. Gift cards cannot be returned. Returning a parcel is free of charge.",
    },
    margins: { title: "Margins", content: "Our margin on parcels returned by dealers is 12 %.", audience: "members" },
  });
  let version = 0;
  const must = <T extends { status: number; body: unknown }>(answer: T, status: number): T => {
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const made: AssistantWorld = {
    ...ai,
    async save({ enabled = true, guidance = {} } = {}) {
      const body = { clientId: randomUUID(), basedOn: version, enabled, guidance: { ...DEFAULT_GUIDANCE, ...guidance } };
      must(await world.as(`/api/management/projects/${projectId}/assistant`, { body }), 200);
      version += 1;
    },
    async choose(model = { provider: "openai", model: "gpt-5-mini" }) {
      const body = { reply: model, assist: null, context: null };
      must(await world.as(`/api/management/projects/${projectId}/ai`, { method: "PUT", body }), 200);
    },
    async ask(text = QUESTION) {
      const visitor = await world.visitor();
      const id = must(await visitor.open(text), 201).body.conversation.id;
      return { visitor, id };
    },
    messages: (id) =>
      world.rows<Message>(
        "SELECT author_role AS role, content, origin FROM messages WHERE project_id = ? AND conversation_id = ? AND kind = 'message' ORDER BY revision",
        projectId,
        id,
      ),
    events: (id) =>
      world.rows(
        "SELECT kind, data, actor_role FROM conversation_events WHERE project_id = ? AND conversation_id = ? ORDER BY revision",
        projectId,
        id,
      ),
    rounds: (id) =>
      world.rows(
        "SELECT * FROM assistant_rounds WHERE project_id = ? AND conversation_id = ? ORDER BY created_at, frontier, id",
        projectId,
        id,
      ),
    counts: async () =>
      (
        await world.rows<{ n: number }>(
          "SELECT n FROM abuse_counters WHERE key = ? ORDER BY window DESC LIMIT 1",
          `repliesPerProject:${projectId}`,
        )
      ).map(({ n }) => n),
  };
  return made;
}
