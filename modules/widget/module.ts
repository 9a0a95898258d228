import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";
import { readerAuthenticator, visitorAuthenticator, widgetAuthenticator } from "./visitor.ts";

export const widget = defineModule({
  name: "widget",
  needs: ["accounts", "contacts", "conversations", "address-verification", "email", "files", "help-center", "knowledge", "projects"],
  routes,
  authenticators: [widgetAuthenticator, visitorAuthenticator, readerAuthenticator],
});
