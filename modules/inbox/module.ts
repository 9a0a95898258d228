import { defineModule, provide } from "#kernel/module/index.ts";
import { countConversations, listConversations, openThread, VIEWS } from "#modules/conversations/contract";
import { type PagePreload, pagePreload } from "#modules/projects";

const SCREEN = "modules/inbox/views/inbox.tsx";
const THREAD = "modules/inbox/views/thread/thread.tsx";

/**
 * What the list or an open thread reads, as `views/live/queries.ts` does. Beside a thread, only wide screens show the list. A project opens
 * on its inbox.
 */
function preloadOf(projectId: string, path: string): PagePreload | undefined {
  const [, view, conversationId] = /^inbox\/(\w+)(?:\/(\w+))?$/.exec(path === "" ? "inbox/all" : path) ?? [];
  if (!VIEWS.some((one) => one === view)) return undefined;
  const named = (address: string): string => address.replace(":projectId", projectId).replace(":conversationId", conversationId ?? "");
  return conversationId === undefined
    ? { reads: [`${listConversations.path}?view=${view}`, countConversations.path].map(named), code: [SCREEN] }
    : { reads: [openThread.path, countConversations.path].map(named), code: [SCREEN, THREAD] };
}

/** Screens only; its routes and data belong to conversations. */
export const inbox = defineModule({
  name: "inbox",
  needs: ["conversations", "projects"],
  provides: [provide(pagePreload, preloadOf)],
});
