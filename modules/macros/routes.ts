import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import { applyMacro, previewMacro, undoMacro } from "./apply-macro.ts";
import * as contract from "./contract.ts";
import { deleteMacro, restoreMacro } from "./delete-macro.ts";
import { listMacros } from "./list-macros.ts";
import { changeMacro, createMacro } from "./save-macro.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listMacros, (ctx) => listMacros(ctx)),
  serve(contract.createMacro, (ctx, { body }) => createMacro(ctx, body)),
  serve(contract.changeMacro, (ctx, { params, body }) => changeMacro(ctx, params.macroId, body)),
  serve(contract.deleteMacro, (ctx, { params }) => deleteMacro(ctx, params.macroId)),
  serve(contract.restoreMacro, (ctx, { params }) => restoreMacro(ctx, params.macroId)),
  serve(contract.previewMacro, (ctx, { params }) => previewMacro(ctx, params.conversationId, params.macroId)),
  serve(contract.applyMacro, (ctx, { params, body }) => applyMacro(ctx, params.conversationId, params.macroId, body)),
  serve(contract.undoMacro, (ctx, { params }) => undoMacro(ctx, params.macroRunId)),
];
