// The rate limits of visitors. The widget has no variables of its own.
import { declareLimits } from "#kernel/config/index.ts";

export const { declaration: widgetLimits, of: limitsOf } = declareLimits(
  {
    widgetSessionsPerIpHour: { max: 30 },
    widgetSessionsPerProjectHour: { max: 5000 },
    conversationsPerContactHour: { max: 10 },
    conversationsPerIpHour: { max: 30 },
    conversationsPerProjectHour: { max: 5000 },
    messagesPerConversationMinute: { max: 15 },
    messagesPerContactHour: { max: 120 },
    widgetEventsPerContactMinute: { max: 120 },
    uploadsPerContactDay: { max: 30 },
    uploadBytesPerContactDay: { max: 100_000_000 },
    uploadsPerProjectDay: { max: 5000 },
    uploadBytesPerProjectDay: { max: 5_000_000_000 },
  },
  {
    name: "customer-widget",
    module: "widget",
    public: [],
    secrets: [],
    alsoRequires: "the project's widget key and exact allowed origin",
  },
);
