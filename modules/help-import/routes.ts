import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import {
  abortImport,
  downloadImport,
  importSources,
  listImportRows,
  listImports,
  oneImport,
  openImports,
  resumeImport,
  startImport,
  undoImport,
} from "./manage-imports.ts";
import { previewImport } from "./preview-import.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readImportSources, (ctx) => importSources(ctx)),
  serve(contract.openImports, (ctx, { body }) => openImports(ctx, body)),
  serve(contract.previewImport, (ctx, { body }) => previewImport(ctx, body.from)),
  serve(contract.startImport, (ctx, { body }) => startImport(ctx, body)),
  serve(contract.listImports, (ctx, { query }) => listImports(ctx, query)),
  serve(contract.readImport, (ctx, { params }) => oneImport(ctx, params.importId)),
  serve(contract.listImportRows, (ctx, { params, query }) => listImportRows(ctx, params.importId, query)),
  serve(contract.downloadImport, (ctx, { params }) => downloadImport(ctx, params.importId)),
  serve(contract.abortImport, (ctx, { params }) => abortImport(ctx, params.importId)),
  serve(contract.resumeImport, (ctx, { params }) => resumeImport(ctx, params.importId)),
  serve(contract.undoImport, (ctx, { params, body }) => undoImport(ctx, params.importId, body.confirm)),
];
