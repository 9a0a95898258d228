import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";

export const widgetHelpCenter = defineModule({
  name: "widget-help-center",
  needs: ["help-center", "help-insights", "retrieval", "widget"],
  routes,
});
