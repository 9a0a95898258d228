import { missingForSemantic, type SemanticConfig } from "./variables.ts";
// What search by meaning works with, once nothing is missing.

/** The complete configuration. */
export interface Setup {
  readonly model: NonNullable<SemanticConfig["model"]>;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly storeUrl: string;
  readonly storeKey: string;
}

/** Undefined when something is missing: words alone are searched then. */
export function setupOf(semantic: SemanticConfig): Setup | undefined {
  const { model, apiKey, baseUrl, storeUrl, storeKey } = semantic;
  if (missingForSemantic(semantic).length > 0) return undefined;
  if (model === undefined || apiKey === undefined || storeUrl === undefined || storeKey === undefined) return undefined;
  return { model, apiKey, baseUrl, storeUrl, storeKey };
}
