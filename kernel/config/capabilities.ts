// What can be switched on, and which variables each part needs: names only. The descriptor and the guides are made from it.
import { AI_KEY_VARIABLES, EMBEDDING_KEY_VARIABLES, type PUBLIC_VARIABLES, type SECRET_VARIABLES } from "./index.ts";

type Public = (typeof PUBLIC_VARIABLES)[number];
type Secret = (typeof SECRET_VARIABLES)[number];

export interface Capability {
  readonly name: string;
  /** The module that does it; as long as it serves no route it is not in this release. */
  readonly module: string;
  readonly public: readonly Public[];
  readonly secrets: readonly Secret[];
  /** Works without any of its variables. */
  readonly optional?: true;
  /** Only one of these secrets is needed. */
  readonly oneOf?: readonly Secret[];
  /** What it needs that is no variable of its own. */
  readonly also?: string;
}

/** The capabilities of the specification, in its order. */
export const CAPABILITIES: readonly Capability[] = [
  {
    name: "owner-access-and-registration",
    module: "accounts",
    public: ["APP_ORIGIN", "MANAGEMENT_ORIGIN", "REGISTRATION_ENABLED", "SVC_SETUP_OWNER_EMAIL", "CHALLENGE_SITE_KEY"],
    secrets: ["SVC_SETUP_TOKEN", "CHALLENGE_SECRET"],
    optional: true,
    also: "registration and recovery need email",
  },
  {
    name: "ai-replies",
    module: "assistant",
    public: ["CONTEXT_MODEL"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    also: "models are chosen in the project's AI configuration",
  },
  {
    name: "knowledge-crawl-and-semantic-search",
    module: "knowledge-sources",
    public: ["CRAWLER_ACTOR_ID", "VECTOR_STORE_URL", "KNOWLEDGE_EMBEDDING_MODEL", "OPENAI_BASE_URL"],
    secrets: ["CRAWLER_TOKEN", "VECTOR_STORE_API_KEY"],
    oneOf: EMBEDDING_KEY_VARIABLES,
    also: "lexical retrieval over supplied content needs none of these; OPENAI_BASE_URL only for a model of your own",
  },
  {
    name: "help-center-import",
    module: "help-center",
    public: ["ZENDESK_EMAIL"],
    secrets: ["ZENDESK_API_TOKEN", "INTERCOM_ACCESS_TOKEN", "FRESHDESK_API_KEY", "HELPSCOUT_API_KEY"],
    also: "only the token of the help desk that is imported from; ZENDESK_EMAIL beside Zendesk's",
  },
  {
    name: "email",
    module: "email",
    public: ["EMAIL_PROVIDER", "EMAIL_ACCOUNT_ID", "DNS_RESOLVER_URL"],
    secrets: ["EMAIL_API_KEY", "EMAIL_FROM", "INBOUND_EMAIL_TOKEN", "EMAIL_EVENTS_SECRET"],
    also: "project email settings; EMAIL_ACCOUNT_ID only for the provider cloudflare; DNS_RESOLVER_URL only to check DNS records",
  },
  {
    name: "lead-research-and-outreach",
    module: "leads",
    public: ["LEAD_MODEL"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    also: "email; each lead is reviewed before anything is sent",
  },
  {
    name: "code-hosting",
    module: "code-hosting",
    public: ["CODEHOST_CLIENT_ID", "CODEHOST_PROJECT_ID"],
    secrets: ["CODEHOST_CLIENT_SECRET", "INTEGRATION_ENCRYPTION_KEY", "CODEHOST_TOKEN", "CODEHOST_TOKENS"],
    also: "CODEHOST_PROJECT_ID, CODEHOST_TOKEN and CODEHOST_TOKENS only for fixed credentials",
  },
  {
    name: "brand-images",
    module: "brand-images",
    public: ["BRAND_IMAGE_MODEL", "BRAND_IMAGE_SIZE", "BRAND_IMAGE_QUALITY"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
  },
  {
    name: "website-preview",
    module: "preview",
    public: ["PREVIEW_ORIGIN"],
    secrets: [],
    also: "an owner or admin makes a scoped grant for each project",
  },
  {
    name: "customer-widget",
    module: "widget",
    public: [],
    secrets: [],
    also: "the project's widget key and exact allowed origin",
  },
  {
    name: "public-limits-and-ai-ceilings",
    module: "operations",
    public: ["RATE_LIMITS", "AI_DAILY_CEILINGS"],
    secrets: [],
    optional: true,
  },
  {
    name: "training-and-evaluation",
    module: "training",
    public: ["TRAINING_PRICE_CEILINGS", "ENABLE_SYNTHETIC_EVALUATION"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    also: "an explicit model and budget for each run; ENABLE_SYNTHETIC_EVALUATION only locally",
  },
];
