import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { repositoryFollower } from "#modules/code-hosting";
import { filledSource } from "#modules/knowledge-sources";
import { projectCleanup } from "#modules/projects";
import * as contract from "./contract.ts";
import { follower, followRepositories } from "./follow.ts";
import {
  changeRepositorySource,
  createRepositorySource,
  repositoryChoices,
  repositorySourceOf,
  startRepositorySync,
} from "./manage-sources.ts";
import { writeLeft, writeSourceGone } from "./queries.ts";
import { syncHandler } from "./sync/run-sync.ts";

export const repositoryKnowledge = defineModule({
  name: "repository-knowledge",
  needs: ["code-hosting", "knowledge-sources", "projects", "retrieval"],
  routes: [
    serve(contract.readRepositorySource, (ctx, { params }) => repositorySourceOf(ctx, params.sourceId)),
    serve(contract.readRepositoryChoices, (ctx, { query }) => repositoryChoices(ctx, query)),
    serve(contract.createRepositorySource, (ctx, { body }) => createRepositorySource(ctx, body)),
    serve(contract.changeRepositorySource, (ctx, { params, body }) => changeRepositorySource(ctx, params.sourceId, body)),
    serve(contract.startRepositorySync, (ctx, { params }) => startRepositorySync(ctx, params.sourceId)),
  ],
  jobs: [syncHandler],
  cron: [{ name: "sync knowledge from repositories", run: followRepositories }],
  provides: [
    provide(repositoryFollower, follower),
    provide(filledSource, { removed: (projectId, sourceId) => [writeSourceGone(projectId, sourceId)] }),
    provide(projectCleanup, {
      name: "knowledge from repositories",
      statements: (projectId, when, now) => writeLeft(projectId, undefined, now, when),
    }),
  ],
});
