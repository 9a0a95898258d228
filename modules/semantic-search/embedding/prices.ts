// Estimates the cost of embedding: providers report tokens, not money.

/** US dollars for a million tokens, which is millionths of a dollar for one. Written from memory: compare them with the providers' lists. */
const PRICES: Readonly<Record<string, number>> = {
  "openai/text-embedding-3-small": 0.02,
  "openai/text-embedding-3-large": 0.13,
  "openai/text-embedding-ada-002": 0.1,
  "mistral/mistral-embed": 0.1,
  "mistral/codestral-embed": 0.15,
  "google/gemini-embedding-001": 0.15,
};
/** Of a model that is not in the list the dearest is assumed, so that it does not go beyond a ceiling unseen. */
const UNKNOWN = Math.max(...Object.values(PRICES));

/** Millionths of a US dollar. A service of your own costs nothing that we could know of. */
export const costOf = (tokens: number, model: string, own: boolean): number => (own ? 0 : Math.ceil(tokens * (PRICES[model] ?? UNKNOWN)));
/** What a text comes to when the provider does not say: about four characters a token. */
export const guessTokens = (texts: readonly string[]): number => Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
