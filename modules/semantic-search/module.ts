import { defineModule, provide } from "#kernel/module/index.ts";
import { dataReceiver } from "#modules/contacts";
import { searchByMeaning } from "#modules/retrieval";
import { vectorCleanup } from "./project-cleanup.ts";
import { routes } from "./routes.ts";
import { searchNearest } from "./search-by-meaning.ts";
import { completeSetup } from "./setup.ts";
import { vectorsJob, wakeVectors } from "./update-vectors.ts";

export const semanticSearch = defineModule({
  name: "semantic-search",
  needs: ["ai", "contacts", "projects", "retrieval"],
  routes,
  jobs: [vectorsJob],
  cron: [{ name: "start the update of vectors", run: wakeVectors }],
  provides: [
    provide(searchByMeaning, searchNearest),
    provide(dataReceiver, { name: "embeddings", isUsed: (config) => completeSetup(config) !== undefined }),
    vectorCleanup,
  ],
});
