// A project with a model, rules that watch, and a schedule that runs.
import type { Entry, MonitoringState, Rule, RuleFields } from "../../modules/monitoring/contract.ts";
import type { Asked } from "../doubles/models/index.ts";
import { type AiWorld, aiWorld, KEYS } from "./ai-kit.ts";
import { tick } from "./erasure-kit.ts";
import type { Answer, Visitor } from "./world.ts";

export const RULE: RuleFields = {
  name: "Legal threats",
  kind: "legal",
  looksFor: "",
  minutes: null,
  channels: [],
  languages: [],
  notify: "everybody",
  members: [],
  handOver: false,
  enabled: true,
  perHour: 20,
};
export const THREAT = "Refund me or I will call my lawyer.";
export const QUOTE = "I will call my lawyer";
/** What a model says: these rules, by their place, match with this quote. */
export const says = (quote: string, places: readonly number[] = [1], language = "en") => ({
  object: { language, results: places.map((place) => ({ rule: `r${place}`, match: true, quote, reason: "Threatens with a lawyer" })) },
  usage: { input: 500, output: 60 },
});

export type MonitoringWorld = Awaited<ReturnType<typeof monitoringWorld>>;
export async function monitoringWorld(vars: Record<string, string> = KEYS) {
  const ai: AiWorld = await aiWorld(vars);
  const { world, projectId } = ai;
  await world.rows("INSERT INTO ai_models (project_id, purpose, provider, model) VALUES (?, 'assist', 'openai', 'gpt-5-mini')", projectId);
  const management = `/api/management/projects/${projectId}/monitoring`;
  const dashboard = `/api/dashboard/projects/${projectId}/monitoring`;
  const addRule = (rule: Partial<RuleFields> = {}, clientId: string = crypto.randomUUID()): Promise<Answer<{ rule: Rule }>> =>
    world.as<{ rule: Rule }>(`${management}/rules`, { body: { clientId, rule: { ...RULE, ...rule } } });
  return {
    ...ai,
    management,
    dashboard,
    addRule,
    rule: async (rule: Partial<RuleFields> = {}): Promise<Rule> => {
      // Rules are asked about in the order in which they were created.
      world.clock.advance({ seconds: 1 });
      const { status, body } = await addRule(rule);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.rule;
    },
    state: async (): Promise<MonitoringState> => (await world.as<MonitoringState>(`${dashboard}/rules`)).body,
    log: async (query = ""): Promise<Entry[]> => (await world.as<{ items: Entry[] }>(`${dashboard}/log${query}`)).body.items,
    /** The model answers whatever a test decides; what it was asked is kept in `models.requests`. */
    obey: (decide: (asked: Asked) => ReturnType<typeof says> | undefined): void => ai.models.answer(decide),
    open: async (content: string, visitor?: Visitor): Promise<{ id: string; visitor: Visitor }> => {
      const who = visitor ?? (await world.visitor());
      return { id: (await who.open(content)).body.conversation.id, visitor: who };
    },
    /** Lets the minute pass after which messages are judged. */
    judged: async (minutes = 1): Promise<void> => {
      world.clock.advance({ minutes, seconds: 1 });
      await tick(world);
    },
  };
}
