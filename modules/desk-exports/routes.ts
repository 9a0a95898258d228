import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { checkExport, createDeskExport, deleteExport, putPiece, readOneExport } from "./manage-exports.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.createDeskExport, (ctx, { body }) => createDeskExport(ctx, body)),
  serve(contract.readDeskExport, (ctx, { params }) => readOneExport(ctx, params.deskExportId)),
  serve(contract.putDeskExportPiece, (ctx, { params, query }) => putPiece(ctx, params.deskExportId, query)),
  serve(contract.checkDeskExport, (ctx, { params }) => checkExport(ctx, params.deskExportId)),
  serve(contract.deleteDeskExport, (ctx, { params }) => deleteExport(ctx, params.deskExportId)),
];
