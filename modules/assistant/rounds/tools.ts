// The tools of a round, as the package `ai` takes them. Whatever a tool may do is decided by the module that provides it, never by the model.
import type { ToolSet } from "ai";
import type { Ctx } from "#kernel/module/index.ts";
import type { AnswerSource } from "../contract/answers.ts";
import type { Trace } from "../contract/rounds.ts";
import { type AssistantTool, assistantTools, type ToolPlace, type ToolResult } from "../extension.ts";

/** Steps of a call: each one with tools is a request of its own. */
export const MOST_STEPS = 5;
/** Characters of a tool's result that the model gets. */
const MOST_TEXT = 8000;
/** Characters of an input that the trace keeps. */
const MOST_INPUT = 500;

export interface RoundTools {
  readonly set: ToolSet;
  readonly trace: Trace["tools"];
  /** What ends the round at once: something the customer has to do, or a person. */
  readonly verdict: () => Extract<ToolResult, { readonly kind: "ask" | "hand_over" }> | undefined;
}

/** `sources` gets the passages that tools bring. Undefined without tools: then a call has one step. */
export async function toolsOf(ctx: Ctx, place: ToolPlace, sources: AnswerSource[]): Promise<RoundTools | undefined> {
  const lists = await Promise.all(ctx.registry.extensions.of(assistantTools).map((of) => of(ctx, place)));
  const tools = lists.flat();
  if (tools.length === 0) return undefined;
  const { jsonSchema, tool } = await import("ai");
  const trace: Trace["tools"] = [];
  let verdict: ReturnType<RoundTools["verdict"]>;
  const run = async ({ name, run: runTool }: AssistantTool, input: unknown): Promise<unknown> => {
    if (verdict !== undefined) return { nothing: "The round is over." };
    const began = ctx.clock.now();
    const result = await runTool(input);
    trace.push({ name, input: JSON.stringify(input).slice(0, MOST_INPUT), outcome: result.kind, took: ctx.clock.now() - began });
    if (result.kind === "nothing") return { nothing: result.reason };
    if (result.kind !== "passage") {
      verdict = result;
      return { nothing: "The round is over." };
    }
    const id = `t${trace.length}`;
    const text = result.text.slice(0, MOST_TEXT);
    sources.push({
      ...{ id, title: result.title, heading: "", url: null, locale: place.locale, audience: "told", text, confidence: 1 },
      // No document: it is not among the cited ones of a report.
      documentId: "" as AnswerSource["documentId"],
    });
    return { source: id, title: result.title, text };
  };
  const set: ToolSet = Object.fromEntries(
    tools.map((one) => [
      one.name,
      tool({ description: one.description, inputSchema: jsonSchema(one.input), execute: (input: unknown) => run(one, input) }),
    ]),
  );
  return { set, trace, verdict: () => verdict };
}
