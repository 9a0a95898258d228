// Gives a round of the assistant the project's actions as tools. A tool only carries the model's wish: `runAction` decides.
import { sha256 } from "#kernel/auth/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type AssistantTool, offerTools, type ToolOffer, type ToolPlace, type ToolResult } from "#modules/assistant";
import { inputSchemaOf, toolNameOf } from "./definition/inputs.ts";
import { readActions } from "./queries.ts";
import { readInWidget } from "./run-queries.ts";
import { type ActionAsker, type ActionResult, runAction } from "./run-action.ts";
import { wordsFor } from "./words.ts";

/** The tools of a round: the project's actions that are on. */
export const offerActions = (ctx: Ctx, place: ToolPlace): ToolOffer => {
  const { projectId, conversationId, contactId, roundId, locale } = place;
  return offerTools([readActions(projectId), readInWidget(projectId, conversationId)], (actions, inWidget = false) => {
    // A round answers only what the contact itself wrote: mails of a different sender are no part of it.
    const asker: ActionAsker = { projectId, conversationId, contactId, isContact: true, inWidget };
    return actions
      .filter(({ enabled, host, hosts }) => enabled && hosts.includes(host))
      .map((action): AssistantTool => ({
        name: toolNameOf({ id: action.id, name: action.definition.name }),
        description: action.definition.description,
        input: inputSchemaOf(action.definition) as Readonly<Record<string, unknown>>,
        async run(input) {
          // The same call of the same round, so that a round that is repeated after a crash runs nothing twice.
          const cause = `${roundId}/${action.id}/${sha256(JSON.stringify(input) ?? "").slice(0, 16)}`;
          return toToolResult(await runAction(ctx, asker, { actionId: action.id, inputs: input, cause }), locale);
        },
      }));
  });
};

/** Nothing of the service's own words gets here but the fields that may be told. */
export function toToolResult(result: ActionResult, locale: string): ToolResult {
  switch (result.kind) {
    case "told": {
      const { title, text, changed } = result.passage;
      return { kind: "passage", title, text: changed ? [wordsFor(locale).done(title), text].join("\n").trim() : text };
    }
    case "waits":
      return { kind: "ask", text: wordsFor(locale)[result.needs] };
    case "failed":
      return { kind: "nothing", reason: result.outcome };
    case "unknown":
      return { kind: "hand_over", reason: `unknown: ${result.outcome}` };
    case "inputs":
      return { kind: "nothing", reason: result.issues.map(({ path, message }) => `${path}: ${message}`).join(" ") };
    case "person":
      return { kind: "hand_over", reason: result.reason };
  }
}
