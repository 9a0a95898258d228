import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";

export const emailSettings = defineModule({
  name: "email-settings",
  needs: ["address-verification", "email", "inbound-email", "projects"],
  routes,
});
