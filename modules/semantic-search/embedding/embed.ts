// Turns texts into vectors with the provider that KNOWLEDGE_EMBEDDING_MODEL names.
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import type { Setup } from "../setup.ts";
import { callService, Trouble, troubleOf } from "../call-service.ts";
import { costOf, guessTokens } from "./prices.ts";
import { PROVIDERS, type TextKind } from "./providers.ts";

export interface Embedded {
  /** One a text; all of one length. */
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number;
  /** Estimated, in millionths of a US dollar. */
  readonly cost: number;
}

/** How many texts one request may hold. */
export const mostTexts = ({ model }: Setup): number => PROVIDERS[model.provider].most;

/** Turns the texts into vectors. Throws a `Trouble`. */
export async function embed(
  ctx: Pick<Ctx, "fetch" | "clock">,
  { model, apiKey, baseUrl }: Setup,
  texts: readonly string[],
  kind: TextKind,
  signal: AbortSignal,
): Promise<Embedded> {
  const shape = PROVIDERS[model.provider];
  const answer = await callService(
    ctx,
    shape.title,
    shape.requestOf(texts, { model: model.name, apiKey, base: baseUrl ?? shape.base, kind }),
    signal,
  );
  if (answer.status !== 200) throw refusalOf(answer, model.provider, ctx.clock.now());
  const vectors = shape.vectorsOf(answer.body);
  if (vectors?.length !== texts.length) throw new Trouble("later", m.semantic_search_unreadable({ title: shape.title }));
  const [first] = vectors;
  const length = Array.isArray(first) ? first.length : 0;
  if (!vectors.every((vector): vector is number[] => isVector(vector, length)))
    throw new Trouble("input", m.semantic_search_no_vector({ title: shape.title }));
  const tokens = shape.tokensOf(answer.body) ?? guessTokens(texts);
  return { vectors, tokens, cost: costOf(tokens, model.id, baseUrl !== undefined) };
}

function refusalOf(answer: Parameters<typeof troubleOf>[1], provider: Setup["model"]["provider"], now: number): Trouble {
  const { title, errorOf } = PROVIDERS[provider];
  const word = errorOf(answer.body);
  const trouble = troubleOf(title, answer, word, KEYS[provider], now);
  // The texts were not looked at.
  if (answer.status === 404 || /model_not_found|invalid_model/.test(word))
    return new Trouble("settings", m.semantic_search_check_model({ message: trouble.message }));
  if (answer.status === 400 && word === "API_KEY_INVALID")
    return new Trouble("settings", m.semantic_search_check_variables({ message: trouble.message, variables: KEYS[provider] }));
  // A quota comes back with the day or with a payment.
  if (word === "insufficient_quota") return new Trouble("later", trouble.message, 3600);
  return trouble;
}
const KEYS = { openai: "OPENAI_API_KEY", mistral: "MISTRAL_API_KEY", google: "GOOGLE_GENERATIVE_AI_API_KEY" } as const;

/** A vector without any direction is near to everything and to nothing. */
const isVector = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) &&
  value.length === length &&
  length > 0 &&
  value.every((one) => typeof one === "number" && Number.isFinite(one)) &&
  value.some((one) => one !== 0);
