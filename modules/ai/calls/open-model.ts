// Opens a model of a provider. The packages are loaded by the first call: a worker without models never evaluates them.
import type { OpenAIProviderSettings } from "@ai-sdk/openai";
import type { ImageModel, LanguageModel } from "ai";
import type { Ctx } from "#kernel/module/index.ts";
import type { ModelChoice } from "../contract/providers.ts";
import type { AiConfig } from "../variables.ts";

/** The model, ready to be called by the package `ai`. Whatever it needs has to be configured. */
export async function openModel(ctx: Pick<Ctx, "fetch">, ai: AiConfig, { provider, model }: ModelChoice): Promise<LanguageModel> {
  const { options, apiKey, baseURL } = optionsOf(ctx, ai, provider);
  switch (provider) {
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(options)(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI(options)(model);
    case "mistral":
      return (await import("@ai-sdk/mistral")).createMistral(options)(model);
    case "xai":
      return (await import("@ai-sdk/xai")).createXai(options)(model);
    case "groq":
      return (await import("@ai-sdk/groq")).createGroq(options)(model);
    case "own": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      // Without it a stream ends without the tokens that it used, and they would count as none.
      const server = { name: "own", baseURL: baseURL ?? "", fetch: options.fetch, supportsStructuredOutputs: true, includeUsage: true };
      return createOpenAICompatible(apiKey === "" ? server : { ...server, apiKey })(model);
    }
  }
}

/** The same for a model of images, of OpenAI or of a server of one's own. */
export async function openImageModel(ctx: Pick<Ctx, "fetch">, ai: AiConfig, { provider, model }: ModelChoice): Promise<ImageModel> {
  const { options, apiKey, baseURL = "" } = optionsOf(ctx, ai, provider);
  if (provider !== "own") return (await import("@ai-sdk/openai")).createOpenAI(options).image(model);
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const server = { name: "own", baseURL, fetch: within(baseURL, options.fetch) };
  return createOpenAICompatible(apiKey === "" ? server : { ...server, apiKey }).imageModel(model);
}
type Fetch = NonNullable<OpenAIProviderSettings["fetch"]>;
/** A server may answer with the address of an image in place of its bytes: only one of its own is read. */
const within = (baseURL: string, fetch: Fetch): Fetch =>
  ((to, init) => {
    if (new URL(addressOf(to)).origin !== new URL(baseURL).origin) throw new TypeError("fetch of another server");
    return fetch(to, init);
  }) as Fetch;

function optionsOf(ctx: Pick<Ctx, "fetch">, ai: AiConfig, provider: ModelChoice["provider"]) {
  const [apiKey, baseURL] = [ai.keys[provider] ?? "", ai.baseUrls[provider]];
  const options = {
    apiKey,
    ...(baseURL === undefined ? {} : { baseURL }),
    // No redirects: the key may only be sent to the configured address.
    fetch: ((to, init) => ctx.fetch(addressOf(to), { ...init, redirect: "manual" })) as Fetch,
  };
  return { options, apiKey, baseURL };
}
const addressOf = (to: RequestInfo | URL): string => (typeof to === "string" ? to : to instanceof URL ? to.href : to.url);
