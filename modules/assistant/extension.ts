// Extension points of the assistant.
import type { ContactId, RoundId } from "#kernel/ids/index.ts";
import type { Query, QueryResults, SQL } from "#kernel/db/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { ModelChoice } from "#modules/ai";
import type { StoredVersion } from "./store/settings.ts";
import type { Place } from "./store/rounds.ts";

/** In whose name a tool runs: the customer of this conversation, with no more authority than they have. */
export interface ToolPlace extends Place {
  readonly contactId: ContactId;
  readonly roundId: RoundId;
  /** Their identity or address is proved. */
  readonly verified: boolean;
  /** The language that they are answered in. */
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
/** The tools that a round may use. What decides it is read together with the round's own reads. */
export interface ToolOffer {
  readonly reads: readonly Query<unknown>[];
  readonly tools: (found: readonly unknown[]) => readonly AssistantTool[];
}
/** `toolsOf` gets the results of `reads`. */
export const offerTools = <const P extends readonly Query<unknown>[]>(
  reads: P,
  toolsOf: (...found: QueryResults<P>) => readonly AssistantTool[],
): ToolOffer => ({ reads, tools: (found) => toolsOf(...(found as QueryResults<P>)) });
/** None: the call has no tools at all. */
export const assistantTools = extensionPoint<(ctx: Ctx, place: ToolPlace) => ToolOffer>("assistantTools");

/**
 * Statements of the batch in which the assistant did something in a conversation: a round ended, or it went over to people. They write where
 * `when` holds.
 */
export const assistantTouched = extensionPoint<(place: Place, now: number, when: SQL) => readonly SQL[]>("assistantTouched");
export const touchWrites = (ctx: Pick<Ctx, "registry" | "clock">, { projectId, conversationId }: Place, when: SQL): SQL[] =>
  ctx.registry.extensions.of(assistantTouched).flatMap((writes) => writes({ projectId, conversationId }, ctx.clock.now(), when));

/** The model and the guidance that rounds of a conversation have instead of those in force. */
export interface OtherConfiguration {
  readonly choice: ModelChoice;
  /** Undefined: as before the first version is saved. */
  readonly guidance: StoredVersion | undefined;
}
/** Decides for each conversation which configuration its rounds have. Everything of it is part of the batch that begins the round. */
export interface Configuring {
  /** Statements before the round is stored: they decide for the conversation, once. */
  readonly writes: (place: Place, now: number) => readonly SQL[];
  /** Expression: the version of the guidance that the conversation has instead of the one in force; null: none. */
  readonly version: (place: Place) => SQL;
  readonly read: (place: Place) => Query<OtherConfiguration | undefined>;
}
/** At most one module provides to it. None: every round has the configuration in force. */
export const roundConfiguration = extensionPoint<Configuring>("roundConfiguration");
export const configuringOf = (ctx: Pick<Ctx, "registry">): Configuring | undefined => ctx.registry.extensions.of(roundConfiguration)[0];
