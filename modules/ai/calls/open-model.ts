// Opens a model of a provider. The packages are loaded by the first call: a worker without models never evaluates them.
import type { OpenAIProviderSettings } from "@ai-sdk/openai";
import type { LanguageModel } from "ai";
import type { Ctx } from "#kernel/module/index.ts";
import type { ModelChoice } from "../contract/providers.ts";
import type { AiConfig } from "../variables.ts";

/** The model, ready to be called by the package `ai`. Whatever it needs has to be configured. */
export async function openModel(ctx: Pick<Ctx, "fetch">, ai: AiConfig, { provider, model }: ModelChoice): Promise<LanguageModel> {
  const [apiKey, baseURL] = [ai.keys[provider] ?? "", ai.baseUrls[provider]];
  const options = {
    apiKey,
    ...(baseURL === undefined ? {} : { baseURL }),
    // No redirects: the key may only be sent to the configured address.
    fetch: ((to, init) => ctx.fetch(addressOf(to), { ...init, redirect: "manual" })) as NonNullable<OpenAIProviderSettings["fetch"]>,
  };
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
const addressOf = (to: RequestInfo | URL): string => (typeof to === "string" ? to : to instanceof URL ? to.href : to.url);
