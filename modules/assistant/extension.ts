// Extension points of the assistant.
import type { ContactId, RoundId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Place } from "./store/rounds.ts";

/** In whose name a tool runs: the customer of this conversation, with no more authority than they have. */
export interface ToolPlace extends Place {
  readonly contactId: ContactId;
  readonly roundId: RoundId;
  /** Their identity or address is proved. */
  readonly verified: boolean;
  /** The language in which they are answered. */
  readonly locale: string;
}
/** What a tool brought: a passage that the answer may cite, or why there is none. */
export type ToolResult =
  | { readonly kind: "passage"; readonly title: string; readonly text: string }
  /** Nothing may be told: the reason is told to the model, and stands in the trace. */
  | { readonly kind: "nothing"; readonly reason: string }
  /** The customer has to do something first. The round ends with this text, which code wrote. */
  | { readonly kind: "ask"; readonly text: string }
  /** A person has to see to it. */
  | { readonly kind: "hand_over"; readonly reason: string };
export interface AssistantTool {
  /** Letters, digits and underscores; unique among the tools of a round. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: Readonly<Record<string, unknown>>;
  /** `input` was written by a model: it is checked here, and grants nothing. Throws only what makes the round fail. */
  readonly run: (input: unknown) => Promise<ToolResult>;
}
/** The tools that a round may use, for its place. None: the call has no tools at all. */
export const assistantTools = extensionPoint<(ctx: Ctx, place: ToolPlace) => Promise<readonly AssistantTool[]>>("assistantTools");
