import { defineModule } from "#kernel/module/index.ts";
import { fillIndex } from "./indexing/fill-index.ts";
import { mergeSegments } from "./indexing/merge-segments.ts";
import { routes } from "./routes.ts";

export const retrieval = defineModule({
  name: "retrieval",
  needs: [],
  routes,
  cron: [
    { name: "fill the word index", run: fillIndex },
    { name: "merge away removed words", run: mergeSegments },
  ],
});
