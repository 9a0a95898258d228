import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";
import { readerAuthenticator, visitorAuthenticator, widgetAuthenticator } from "./authenticate-visitor.ts";

export const widget = defineModule({
  name: "widget",
  needs: [
    "accounts",
    "address-verification",
    "articles",
    "assistant",
    "business-hours",
    "contact-attributes",
    "contacts",
    "conversations",
    "email",
    "files",
    "help-insights",
    "live-updates",
    "profiles",
    "projects",
    "widget-images",
  ],
  routes,
  authenticators: [widgetAuthenticator, visitorAuthenticator, readerAuthenticator],
});
