import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import {
  abortDeskImport,
  deskSources,
  listDeskImportRows,
  listDeskImports,
  oneDeskImport,
  openDeskImports,
  resumeDeskImport,
  startDeskImport,
  undoDeskImport,
} from "./manage-imports.ts";
import { exportDeskImportRows } from "./export-report.ts";
import { previewDeskImport } from "./preview-import.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readDeskSources, (ctx) => deskSources(ctx)),
  serve(contract.openDeskImports, (ctx, { body }) => openDeskImports(ctx, body)),
  serve(contract.previewDeskImport, (ctx, { body }) => previewDeskImport(ctx, body.from)),
  serve(contract.startDeskImport, (ctx, { body }) => startDeskImport(ctx, body)),
  serve(contract.listDeskImports, (ctx, { query }) => listDeskImports(ctx, query)),
  serve(contract.readDeskImport, (ctx, { params }) => oneDeskImport(ctx, params.deskImportId)),
  serve(contract.listDeskImportRows, (ctx, { params, query }) => listDeskImportRows(ctx, params.deskImportId, query)),
  serve(contract.exportDeskImportRows, (ctx, { params, query }) => exportDeskImportRows(ctx, params.deskImportId, query)),
  serve(contract.abortDeskImport, (ctx, { params }) => abortDeskImport(ctx, params.deskImportId)),
  serve(contract.resumeDeskImport, (ctx, { params }) => resumeDeskImport(ctx, params.deskImportId)),
  serve(contract.undoDeskImport, (ctx, { params, body }) => undoDeskImport(ctx, params.deskImportId, body.confirm)),
];
