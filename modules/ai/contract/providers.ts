// The providers of models and their names. Imports nothing: scripts and browsers load it too.

/** `own`: an OpenAI-compatible server of one's own, which needs no key. */
export const PROVIDERS = ["openai", "anthropic", "google", "mistral", "xai", "groq", "own"] as const;
export type Provider = (typeof PROVIDERS)[number];
export const isProvider = (name: string): name is Provider => (PROVIDERS as readonly string[]).includes(name);

/** Names of companies and products, in every language the same. */
export const TITLES: Readonly<Record<Exclude<Provider, "own">, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  mistral: "Mistral",
  xai: "xAI",
  groq: "Groq",
};

/** A model of a provider, written `provider/name`; names of local models may contain slashes. */
export interface ModelChoice {
  readonly provider: Provider;
  readonly model: string;
}
/** What a name of a model may contain. */
export const MODEL_NAME = /^\w[\w.:@-]*(?:\/\w[\w.:@-]*)*$/;
/** The model that a text such as `openai/gpt-5` names; undefined if it names none. */
export function choiceOf(text: string): ModelChoice | undefined {
  const slash = text.indexOf("/");
  const [provider, model] = [text.slice(0, slash), text.slice(slash + 1)];
  return slash > 0 && isProvider(provider) && MODEL_NAME.test(model) && model.length <= 200 ? { provider, model } : undefined;
}
