import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { exportReport } from "./report/export-report.ts";
import { readReport } from "./report/read-report.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readReport, (ctx, { query }) => readReport(ctx, query)),
  serve(contract.exportReport, (ctx, { query }) => exportReport(ctx, query)),
];
