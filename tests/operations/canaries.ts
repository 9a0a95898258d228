// Provides a valid value for every variable and secret, each with a mark that must not leak.
import { readdirSync, readFileSync } from "node:fs";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { AI_KEY_VARIABLES } from "../../kernel/config/index.ts";

const MARK = "canary7f3";
const NUMBER = 918_273_645;
const PROJECT = "prj_00000000000canary000000000".slice(0, 30);

/** Variables whose format does not allow a plain word. */
const FORMED: Record<string, string> = {
  PREVIEW_ORIGIN: `https://${MARK}-preview.example.com`,
  MANAGEMENT_ORIGIN: `https://${MARK}-panel.example.com`,
  SVC_SETUP_OWNER_EMAIL: `${MARK}@example.com`,
  RATE_LIMITS: `{"uploadsPerContactDay":${NUMBER}}`,
  AI_DAILY_CEILINGS: `{"repliesPerInstallation":${NUMBER}}`,
  DNS_RESOLVER_URL: `https://${MARK}-resolver.example.org/dns-query`,
  VECTOR_STORE_URL: `https://${MARK}-store.example.org`,
  OPENAI_BASE_URL: `https://${MARK}-models.example.org/v1`,
  ...Object.fromEntries(
    ["ANTHROPIC_BASE_URL", "GOOGLE_BASE_URL", "MISTRAL_BASE_URL", "XAI_BASE_URL", "GROQ_BASE_URL", "MODEL_SERVER_URL"].map((name) => [
      name,
      `https://${MARK}-${name.toLowerCase().replaceAll("_", "-")}.example.org/v1`,
    ]),
  ),
  CONTEXT_MODEL: `openai/${MARK}-context`,
  AI_MODEL_PRICES: `{"openai/${MARK}-model":{"input":${NUMBER / 1000},"output":1}}`,
  KNOWLEDGE_EMBEDDING_MODEL: `openai/${MARK}-embedding`,
  ZENDESK_EMAIL: `${MARK}-agent@example.com`,
  CHATWOOT_URL: `https://${MARK}-chatwoot.example.org`,
  HELPSCOUT_APP_ID: `${MARK}-helpscout-app`,
  EMAIL_ACCOUNT_ID: "ca7a1fca7a1fca7a1fca7a1fca7a1f99",
  CODEHOST_PROJECT_ID: PROJECT,
  CODEHOST_BASE_URL: `https://${MARK}-codehost.example.org`,
  CODEHOST_TOKENS: JSON.stringify({ [PROJECT]: `${MARK}-codehost-map` }),
  TRAINING_PRICE_CEILINGS: `{"${MARK}-model":${NUMBER}}`,
  EMAIL_FROM: `${MARK} desk <${MARK}-from@example.com>`,
  INTEGRATION_ENCRYPTION_KEY: Buffer.from(`${MARK}-integration-key-padding-0123`.slice(0, 32)).toString("base64"),
  EMAIL_EVENTS_SECRET: `whsec_${Buffer.from(`${MARK}-events-secret`).toString("base64")}`,
  VAPID_PUBLIC_KEY: `B${MARK}-push`.padEnd(87, "A"),
  VAPID_PRIVATE_KEY: `${MARK}-push-key`.padEnd(43, "A"),
  VAPID_SUBJECT: `mailto:${MARK}-push@example.com`,
  SVC_SETUP_TOKEN: `${MARK} setup token of at least thirty-two`,
};
/** Fixed values without a mark, which are not secret. */
const WORDS: Record<string, string> = { EMAIL_PROVIDER: "resend", REGISTRATION_ENABLED: "true", ENABLE_SYNTHETIC_EVALUATION: "false" };

/** Every variable and secret of the allowlists, and ambient variables that point to another account. */
export function canaryVariables(): Record<string, string> {
  const named = [...PUBLIC_VARIABLES, ...SECRET_VARIABLES, ...AI_KEY_VARIABLES].filter((name) => name !== "APP_ORIGIN");
  return {
    ...Object.fromEntries(named.map((name) => [name, FORMED[name] ?? WORDS[name] ?? `${MARK}-${name.toLowerCase()}`])),
    SVC_PUBLIC_ORIGIN: `https://${MARK}-desk.example.com`,
    CLOUDFLARE_API_TOKEN: `${MARK}-ambient-token`,
    CLOUDFLARE_ACCOUNT_ID: "ca7a1fca7a1fca7a1fca7a1fca7a1f00",
    CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/ambient",
    CLOUDFLARE_ENV: `${MARK}-env`,
    CF_API_TOKEN: `${MARK}-old-token`,
    CF_ACCOUNT_ID: "ca7a1fca7a1fca7a1fca7a1fca7a1f01",
  };
}

/** Texts that must not leak: the marks, and values of the run itself. */
export const needles = (more: readonly string[]): string[] => [
  MARK,
  String(NUMBER),
  PROJECT,
  "ca7a1fca7a1f",
  FORMED["INTEGRATION_ENCRYPTION_KEY"] ?? MARK,
  FORMED["EMAIL_EVENTS_SECRET"] ?? MARK,
  ...more,
];

/** The needles that a text contains. */
export const seenIn = (text: string | Buffer, wanted: readonly string[]): string[] => wanted.filter((needle) => text.includes(needle));

/** Polls every process's command line until stopped; answers all lines seen. */
export function watchCommandLines(everyMs = 15): () => string[] {
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        seen.add(readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "));
      } catch {
        // The process ended in between.
      }
    }
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return [...seen];
  };
}
