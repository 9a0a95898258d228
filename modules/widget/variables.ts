// The rate limits of visitors. The widget has no variables of its own.
import { declareLimits } from "#kernel/config/index.ts";

const BUSY = "This chat is very busy right now. Please try again later.";
const NO_FILES = "Attachments are unavailable right now. You can still send your message without files.";

export const { declaration: widgetLimits, of: widgetLimitsOf } = declareLimits(
  {
    widgetSessionsPerIpHour: { max: 30 },
    widgetSessionsPerProjectHour: { max: 5000, refusal: BUSY },
    conversationsPerContactHour: { max: 10 },
    conversationsPerIpHour: { max: 30 },
    conversationsPerProjectHour: { max: 5000, refusal: BUSY },
    messagesPerConversationMinute: { max: 15 },
    messagesPerContactHour: { max: 120 },
    widgetEventsPerContactMinute: { max: 120 },
    uploadsPerContactDay: { max: 30, refusal: "You’ve reached today’s limit for files. Please try again tomorrow." },
    uploadBytesPerContactDay: { max: 100_000_000, refusal: "You’ve reached today’s upload limit. Please try again tomorrow." },
    uploadsPerProjectDay: { max: 5000, refusal: NO_FILES },
    uploadBytesPerProjectDay: { max: 5_000_000_000, refusal: NO_FILES },
  },
  {
    name: "customer-widget",
    module: "widget",
    public: [],
    secrets: [],
    also: "the project's widget key and exact allowed origin",
  },
);
