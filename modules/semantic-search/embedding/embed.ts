// Turns texts into vectors with the provider of KNOWLEDGE_EMBEDDING_MODEL.
import type { Ctx } from "#kernel/module/index.ts";
import { aiConfig, costOf, guessTokens } from "#modules/ai";
import { m } from "#messages";
import type { Setup } from "../setup.ts";
import { callService, ServiceError, serviceErrorOf } from "../call-service.ts";
import { PROVIDERS, type TextKind } from "./providers.ts";

export interface Embedded {
  /** One per text, all of the same length. */
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number;
  /** In millionths of a US dollar. */
  readonly cost: number;
  /** Whether the model has no known price. */
  readonly estimated: boolean;
}

/** How many texts one request may contain. */
export const mostTexts = ({ model }: Setup): number => PROVIDERS[model.provider].most;

/** Embeds the texts. Throws a `ServiceError`. */
export async function embed(
  ctx: Pick<Ctx, "fetch" | "clock" | "config">,
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
  if (vectors?.length !== texts.length) throw new ServiceError("later", m.semantic_search_unreadable({ title: shape.title }));
  const [first] = vectors;
  const length = Array.isArray(first) ? first.length : 0;
  if (!vectors.every((vector): vector is number[] => isVector(vector, length)))
    throw new ServiceError("input", m.semantic_search_no_vector({ title: shape.title }));
  const tokens = shape.tokensOf(answer.body) ?? guessTokens(texts);
  const { cost, source } = costOf(
    aiConfig(ctx.config),
    { provider: model.provider, model: model.name },
    { input: tokens },
    ctx.clock.now(),
  );
  return { vectors, tokens, cost, estimated: source === "dearest" };
}

function refusalOf(answer: Parameters<typeof serviceErrorOf>[1], provider: Setup["model"]["provider"], now: number): ServiceError {
  const { title, errorOf } = PROVIDERS[provider];
  const word = errorOf(answer.body);
  const trouble = serviceErrorOf(title, answer, word, KEYS[provider], now);
  // The texts were not the reason.
  if (answer.status === 404 || /model_not_found|invalid_model/.test(word))
    return new ServiceError("settings", m.semantic_search_check_model({ message: trouble.message }));
  if (answer.status === 400 && word === "API_KEY_INVALID")
    return new ServiceError("settings", m.semantic_search_check_variables({ message: trouble.message, variables: KEYS[provider] }));
  // A quota is renewed the next day, or by a payment.
  if (word === "insufficient_quota") return new ServiceError("later", trouble.message, 3600);
  return trouble;
}
const KEYS = { openai: "OPENAI_API_KEY", mistral: "MISTRAL_API_KEY", google: "GOOGLE_GENERATIVE_AI_API_KEY" } as const;

/** A zero vector has no direction, so its similarity to anything is undefined. */
const isVector = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) &&
  value.length === length &&
  length > 0 &&
  value.every((one) => typeof one === "number" && Number.isFinite(one)) &&
  value.some((one) => one !== 0);
