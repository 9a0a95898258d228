// What visitors may do, with what they read at a limit; a general sentence where none is named.
import type { Config } from "#kernel/config/index.ts";
import { m } from "#messages";
import { limitsOf } from "./variables.ts";

export const widgetLimitsOf = (config: Config): ReturnType<typeof limitsOf> =>
  limitsOf(config, {
    widgetSessionsPerProjectHour: m.widget_limit_busy,
    conversationsPerProjectHour: m.widget_limit_busy,
    uploadsPerContactDay: m.widget_limit_files,
    uploadBytesPerContactDay: m.widget_limit_bytes,
    uploadsPerProjectDay: m.widget_limit_no_files,
    uploadBytesPerProjectDay: m.widget_limit_no_files,
  });
