import { defineModule, provide } from "#kernel/module/index.ts";
import { eventKinds, rowFields, viewConditions } from "#modules/conversations";
import { searchFilters } from "#modules/conversation-search";
import { projectCleanup } from "#modules/projects";
import { mergeJob } from "./merge-tag.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { bulkActions } from "#modules/bulk-actions";
import { bulkTags, tagFilter, taggedKind, tagsCondition, tagsField } from "./tag-conversation.ts";

export const tags = defineModule({
  name: "tags",
  needs: ["bulk-actions", "conversation-search", "conversations", "live-updates", "projects", "saved-views"],
  routes,
  jobs: [mergeJob],
  provides: [
    provide(eventKinds, taggedKind),
    provide(rowFields, tagsField),
    provide(viewConditions, tagsCondition),
    provide(searchFilters, tagFilter),
    provide(bulkActions, bulkTags),
    provide(projectCleanup, { name: "tags", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
