// The two variables whose keys all modules declare, described as settings of the installation.
import type { Declaration } from "#kernel/config/index.ts";

export const operationsVariables: Declaration = {
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
