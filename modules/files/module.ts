import { defineModule } from "#kernel/module/index.ts";
import { routes } from "./routes.ts";
import { sweepFiles } from "./sweep.ts";

export const files = defineModule({ name: "files", needs: ["projects"], routes, everyMinute: [{ name: "sweep files", run: sweepFiles }] });
