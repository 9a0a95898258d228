// The configuration of semantic search, once nothing is missing.
import type { Config } from "#kernel/config/index.ts";
import { aiConfig } from "#modules/ai";
import { missingForSemantic, semanticConfig, type SemanticConfig } from "./variables.ts";

/** The complete configuration. */
export interface Setup {
  readonly model: NonNullable<SemanticConfig["model"]>;
  readonly apiKey: string;
  /** Address of a service of one's own in the provider's place: `OPENAI_BASE_URL`. */
  readonly baseUrl: string | undefined;
  readonly storeUrl: string;
  readonly storeKey: string;
}

/** Undefined if something is missing: then only words are searched. */
export function completeSetup(config: Config): Setup | undefined {
  const semantic = semanticConfig(config);
  const { model, apiKey, storeUrl, storeKey } = semantic;
  if (missingForSemantic(semantic).length > 0) return undefined;
  if (model === undefined || apiKey === undefined || storeUrl === undefined || storeKey === undefined) return undefined;
  return { model, apiKey, baseUrl: model.provider === "openai" ? aiConfig(config).baseUrls.openai : undefined, storeUrl, storeKey };
}
