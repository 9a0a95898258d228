// Every variable that the worker may read, by name.

/** Names of public variables and of secrets; the allowlists of `.dev.vars` and of remote targets. */
export const PUBLIC_VARIABLES = [
  "APP_ORIGIN",
  "MANAGEMENT_ORIGIN",
  "PREVIEW_ORIGIN",
  "REGISTRATION_ENABLED",
  "SVC_SETUP_OWNER_EMAIL",
  "RATE_LIMITS",
  "AI_DAILY_CEILINGS",
  "CONTEXT_MODEL",
  "CRAWLER_ACTOR_ID",
  "VECTOR_STORE_URL",
  "KNOWLEDGE_EMBEDDING_MODEL",
  "EMAIL_PROVIDER",
  "EMAIL_ACCOUNT_ID",
  "LEAD_MODEL",
  "CODEHOST_CLIENT_ID",
  "CODEHOST_PROJECT_ID",
  "BRAND_IMAGE_MODEL",
  "BRAND_IMAGE_SIZE",
  "BRAND_IMAGE_QUALITY",
  "TRAINING_PRICE_CEILINGS",
  "ENABLE_SYNTHETIC_EVALUATION",
  "CHALLENGE_SITE_KEY",
] as const;
export const SECRET_VARIABLES = [
  "SVC_SETUP_TOKEN",
  "CHALLENGE_SECRET",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
  "CRAWLER_TOKEN",
  "VECTOR_STORE_API_KEY",
  "EMAIL_API_KEY",
  "EMAIL_FROM",
  "INBOUND_EMAIL_TOKEN",
  "EMAIL_EVENTS_SECRET",
  "CODEHOST_CLIENT_SECRET",
  "INTEGRATION_ENCRYPTION_KEY",
  "CODEHOST_TOKEN",
  "CODEHOST_TOKENS",
] as const;
export const AI_KEY_VARIABLES = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
] as const;
/** The shortest setup token that is accepted. */
export const SETUP_TOKEN_MIN = 32;
/** The longest that the form at /setup takes. */
export const SETUP_TOKEN_MAX = 512;

export type VariableName = (typeof PUBLIC_VARIABLES)[number] | (typeof SECRET_VARIABLES)[number];
