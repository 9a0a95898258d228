import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { publicFile } from "#modules/files";
import { projectCleanup } from "#modules/projects";
import * as contract from "./contract.ts";
import { isShown, readImages, writeProjectGone } from "./queries.ts";
import { removeImage, storeImage } from "./store-image.ts";

export const widgetImages = defineModule({
  name: "widget-images",
  needs: ["articles", "files", "projects"],
  routes: [
    serve(contract.readWidgetImages, async (ctx) => (await ctx.db.read(readImages(ctx.caller.projectId)))[0]),
    serve(contract.storeWidgetImage, (ctx, { params, query }) => storeImage(ctx, params.use, query)),
    serve(contract.removeWidgetImage, (ctx, { params }) => removeImage(ctx, params.use)),
  ],
  provides: [
    provide(publicFile, isShown),
    provide(projectCleanup, { name: "widget images", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
