// Estimates the cost of embedding: providers report tokens, not money.

/** US dollars per million tokens, which is millionths of a dollar per token. Approximate: compare them with the providers' price lists. */
const PRICES: Readonly<Record<string, number>> = {
  "openai/text-embedding-3-small": 0.02,
  "openai/text-embedding-3-large": 0.13,
  "openai/text-embedding-ada-002": 0.1,
  "mistral/mistral-embed": 0.1,
  "mistral/codestral-embed": 0.15,
  "google/gemini-embedding-001": 0.15,
};
/** Unknown models count as the most expensive one, so that spending cannot exceed a limit unnoticed. */
const UNKNOWN = Math.max(...Object.values(PRICES));

/** Cost in millionths of a US dollar. A self-hosted service counts as free. */
export const costOf = (tokens: number, model: string, own: boolean): number => (own ? 0 : Math.ceil(tokens * (PRICES[model] ?? UNKNOWN)));
/** Estimated tokens if the provider does not report them: about four characters each. */
export const guessTokens = (texts: readonly string[]): number => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
