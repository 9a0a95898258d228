// The two variables whose keys all modules declare, described as settings of the installation.
import type { ConfigDeclaration } from "#kernel/config/index.ts";

export const operationsVariables: ConfigDeclaration = {
  public: {},
  secrets: {},
  capability: {
    name: "public-limits-and-ai-ceilings",
    module: "operations",
    public: ["RATE_LIMITS", "AI_DAILY_CEILINGS"],
    secrets: [],
    optional: true,
  },
  read: () => undefined,
};
