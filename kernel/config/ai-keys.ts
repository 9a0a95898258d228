// Keys of AI providers: whatever uses a model reads the one that its provider needs, so no single module owns them.
import type { Declaration } from "./declare.ts";
import { headerValue } from "./formats.ts";

const SECRETS = {
  OPENAI_API_KEY: headerValue,
  ANTHROPIC_API_KEY: headerValue,
  GOOGLE_GENERATIVE_AI_API_KEY: headerValue,
  GEMINI_API_KEY: headerValue,
  MISTRAL_API_KEY: headerValue,
  XAI_API_KEY: headerValue,
  GROQ_API_KEY: headerValue,
};
export type AiKey = keyof typeof SECRETS;
export const AI_KEY_VARIABLES = Object.keys(SECRETS) as readonly AiKey[];
export const aiKeyVariables: Declaration = { public: {}, secrets: SECRETS, read: () => undefined };
