// Tests a model: whether it answers, calls a tool, and sees a picture.
import type { ToolSet } from "ai";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours, seconds } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import type { ModelSettings, ModelTestResult } from "../contract.ts";
import { type ModelAnswer, type Prompt, runModel } from "../calls/run-model.ts";
import { ModelError } from "../errors.ts";
import type { ModelChoice } from "../contract/providers.ts";
import { readChosen, readTests, writeTest } from "../queries.ts";
import { toSettings } from "./model-settings.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Tests of a project in an hour. */
const MOST = 30;
const TIMEOUT = seconds(30);
/** Enough for models that think before they answer. */
const MAX_OUTPUT = 1024;
/** A red square of 16 × 16 pixels, as PNG. */
const RED = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==";

/** Calls the model up to three times and stores what it can do. Throws only what hinders a call; a refusal of the provider is a result. */
export async function testModel(ctx: Ctx, choice: ModelChoice): Promise<{ result: ModelTestResult; settings: ModelSettings }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const run = (prompt: Prompt, first = false): Promise<ModelAnswer | ModelError> =>
    runModel(ctx, {
      projectId,
      purpose: "test",
      choice,
      prompt,
      maxOutputTokens: MAX_OUTPUT,
      timeout: TIMEOUT,
      ...(first ? { limits: [customCounter("modelTestsPerProjectHour", projectId, now, hours(1), MOST)] } : {}),
    }).catch((error: unknown) => {
      if (error instanceof ModelError) return error;
      throw error;
    });
  const text = await run({ prompt: "Answer with this one word: ready" }, true);
  const [tool, image] =
    text instanceof ModelError
      ? []
      : await Promise.all([
          run({ prompt: "Call the tool `report` with the word “ready”.", tools: await reportTool() }),
          run({
            messages: [
              {
                role: "user",
                content: [
                  { type: "text", text: "Which colour does this picture have? Answer with one word in English." },
                  { type: "file", mediaType: "image/png", data: RED },
                ],
              },
            ],
          }),
        ]);
  const result = {
    ...resultOf([text, tool, image]),
    tools: ability(tool, ({ result: { toolCalls } }) => toolCalls.some(({ toolName }) => toolName === "report")),
    images: ability(image, ({ result: { text: said } }) => /\bred\b/i.test(said)),
  };
  const { works, tools, images } = result;
  const [chosen, tests] = await ctx.db.commitAndRead(
    writeTest(projectId, { ...choice, testedAt: ctx.clock.now(), works, tools, images }),
    readChosen(projectId),
    readTests(projectId),
  );
  return { result, settings: toSettings(ctx, chosen, tests) };
}

async function reportTool(): Promise<ToolSet> {
  const { jsonSchema, tool } = await import("ai");
  return {
    report: tool({
      description: "Reports a word.",
      inputSchema: jsonSchema<{ word: string }>({
        type: "object",
        properties: { word: { type: "string" } },
        required: ["word"],
        additionalProperties: false,
      }),
    }),
  };
}

type Outcome = ModelAnswer | ModelError | undefined;
/** What the calls cost together, and how the first one went. */
function resultOf(outcomes: readonly Outcome[]): Omit<ModelTestResult, "tools" | "images"> {
  const answers = outcomes.filter((one): one is ModelAnswer => one !== undefined && !(one instanceof ModelError));
  const [first] = outcomes;
  const sum = (of: (answer: ModelAnswer) => number): number => answers.reduce((all, one) => all + of(one), 0);
  return {
    works: answers.length > 0,
    problem: first instanceof ModelError ? { sentence: first.message, words: first.words } : null,
    took: first instanceof ModelError ? 0 : (first?.took ?? 0),
    inputTokens: sum(({ tokens }) => tokens.input),
    outputTokens: sum(({ tokens }) => tokens.output),
    costUsd: sum(({ cost }) => cost) / 1e6,
    source: answers[0]?.source ?? "list",
  };
}

/** True or false if the model answered or refused such a request; null if something else went wrong. */
function ability(outcome: Outcome, showed: (answer: ModelAnswer) => boolean): boolean | null {
  if (outcome === undefined) return null;
  if (!(outcome instanceof ModelError)) return showed(outcome);
  return outcome.kind === "input" ? false : null;
}
