// The limits for creating projects.
import { declareLimits } from "#kernel/config/index.ts";

export const { declaration: projectLimits, of: projectLimitsOf } = declareLimits({
  projectsPerIpDay: { max: 10 },
  projectsPerAccountDay: { max: 10 },
});
