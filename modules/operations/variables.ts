// The two variables whose keys all modules declare, as one thing that an installation can set.
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
