import { missingForSemantic, type SemanticConfig } from "./variables.ts";
// The configuration of semantic search, once nothing is missing.

/** The complete configuration. */
export interface Setup {
  readonly model: NonNullable<SemanticConfig["model"]>;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly storeUrl: string;
  readonly storeKey: string;
}

/** Undefined if something is missing: then only words are searched. */
export function completeSetup(semantic: SemanticConfig): Setup | undefined {
  const { model, apiKey, baseUrl, storeUrl, storeKey } = semantic;
  if (missingForSemantic(semantic).length > 0) return undefined;
  if (model === undefined || apiKey === undefined || storeUrl === undefined || storeKey === undefined) return undefined;
  return { model, apiKey, baseUrl, storeUrl, storeKey };
}
