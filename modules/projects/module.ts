import { defineModule } from "#kernel/module/index.ts";
import { memberAuthenticator } from "./member.ts";
import { routes } from "./routes.ts";

export const projects = defineModule({ name: "projects", needs: ["accounts"], routes, authenticators: [memberAuthenticator] });
