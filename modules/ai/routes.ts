import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readSettings, saveSettings } from "./settings/model-settings.ts";
import { testModel } from "./settings/test-model.ts";
import { installationUsage, projectUsage } from "./usage/read-usage.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readModelSettings, (ctx) => readSettings(ctx)),
  serve(contract.saveModelSettings, (ctx, { body }) => saveSettings(ctx, body)),
  serve(contract.testModel, (ctx, { body }) => testModel(ctx, body)),
  serve(contract.readAiUsage, (ctx) => projectUsage(ctx)),
  serve(contract.readInstallationUsage, (ctx) => installationUsage(ctx)),
];
