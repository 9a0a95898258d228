import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readSite } from "./look/read-site.ts";
import { saveLook } from "./look/save-look.ts";
import { cancelRun, startRun } from "./runs/start-run.ts";
import { changeImage, deleteImage, listImages, readStudio } from "./studio.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readImageStudio, (ctx) => readStudio(ctx)),
  serve(contract.listStudioImages, (ctx, { query }) => listImages(ctx, query.cursor)),
  serve(contract.startImageRun, (ctx, { body }) => startRun(ctx, body)),
  serve(contract.cancelImageRun, (ctx, { params }) => cancelRun(ctx, params.imageRunId)),
  serve(contract.saveImageLook, (ctx, { body }) => saveLook(ctx, body)),
  serve(contract.readSiteColors, (ctx, { body }) => readSite(ctx, body.url)),
  serve(contract.changeStudioImage, (ctx, { params, body }) => changeImage(ctx, params.studioImageId, body)),
  serve(contract.deleteStudioImage, (ctx, { params }) => deleteImage(ctx, params.studioImageId)),
];
