import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { exportContacts } from "./export-contacts.ts";
import { exportRows, listRows } from "./list-rows.ts";
import * as imports from "./manage-imports.ts";
import { putFile } from "./store-file.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.createContactImport, (ctx, { body }) => imports.createImport(ctx, body)),
  serve(contract.listContactImports, (ctx, { query }) => imports.listImports(ctx, query)),
  serve(contract.readContactImport, (ctx, { params }) => imports.readImport(ctx, params.contactImportId)),
  serve(contract.putContactImportFile, (ctx, { params, query }) => putFile(ctx, params.contactImportId, query)),
  serve(contract.deleteContactImportFile, (ctx, { params }) => imports.deleteFile(ctx, params.contactImportId)),
  serve(contract.readContactImportSample, (ctx, { params }) => imports.readSample(ctx, params.contactImportId)),
  serve(contract.checkContactImport, (ctx, { params, body }) => imports.beginPass(ctx, params.contactImportId, { ...body, dry: true })),
  serve(contract.startContactImport, (ctx, { params, body }) => imports.beginPass(ctx, params.contactImportId, { ...body, dry: false })),
  serve(contract.stopContactImport, (ctx, { params }) => imports.stopImport(ctx, params.contactImportId)),
  serve(contract.resumeContactImport, (ctx, { params }) => imports.resumeImport(ctx, params.contactImportId)),
  serve(contract.undoContactImport, (ctx, { params }) => imports.undoImport(ctx, params.contactImportId)),
  serve(contract.listContactImportRows, (ctx, { params, query }) => listRows(ctx, params.contactImportId, query)),
  serve(contract.exportContactImportRows, (ctx, { params, query }) => exportRows(ctx, params.contactImportId, query)),
  serve(contract.exportContacts, (ctx, { query }) => exportContacts(ctx, query)),
];
