import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, rowFields, viewConditions } from "#modules/conversations";
import { searchFilters } from "#modules/conversation-search";
import { projectCleanup } from "#modules/projects";
import { mergeJob } from "./merge-tag.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { tagFilter, taggedKind, tagsCondition, tagsField } from "./tag-conversation.ts";

export const tags = defineModule({
  name: "tags",
  needs: ["conversation-search", "conversations", "projects"],
  routes,
  jobs: [mergeJob],
  provides: [
    provide(eventKinds, taggedKind),
    provide(rowFields, tagsField),
    provide(viewConditions, tagsCondition),
    provide(searchFilters, tagFilter),
    provide(projectCleanup, { name: "tags", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
