// Keys of AI providers: whatever uses a model reads the one that its provider needs, so no single module owns them.
import { headerValue } from "./formats.ts";

export const AI_KEY_FORMATS = {
  OPENAI_API_KEY: headerValue,
  ANTHROPIC_API_KEY: headerValue,
  GOOGLE_GENERATIVE_AI_API_KEY: headerValue,
  GEMINI_API_KEY: headerValue,
  MISTRAL_API_KEY: headerValue,
  XAI_API_KEY: headerValue,
  GROQ_API_KEY: headerValue,
};
export type AiKey = keyof typeof AI_KEY_FORMATS;
export const AI_KEY_VARIABLES = Object.keys(AI_KEY_FORMATS) as readonly AiKey[];
