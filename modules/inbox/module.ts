import { defineModule, provide } from "#kernel/module/index.ts";
import { countConversations, listConversations, VIEWS } from "#modules/conversations/contract";
import { pagePreload } from "#modules/projects";

/** The list and its counts, as `views/live/queries.ts` reads them for a view without filters. */
function preloadsOf(projectId: string, path: string): string[] {
  const view = VIEWS.find((one) => path === `inbox/${one}`);
  return view === undefined
    ? []
    : [`${listConversations.path}?view=${view}`, countConversations.path].map((one) => one.replace(":projectId", projectId));
}

/** Screens only; its routes and data belong to conversations. */
export const inbox = defineModule({ name: "inbox", needs: ["conversations", "projects"], provides: [provide(pagePreload, preloadsOf)] });
