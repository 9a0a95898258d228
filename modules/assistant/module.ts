import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";

export const assistant = defineModule({
  name: "assistant",
  needs: ["ai", "retrieval"],
  routes,
});
