// Stories of the shell itself, for the browser suite: overlays, and addresses that lead nowhere.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "./dashboard.fixtures.ts";
import type { ScreenState } from "./screen.ts";

const path = `/projects/${PROJECT_ID}/settings/general`;

export const shellStories: ScreenState[] = [
  { name: "palette", path, answers: frame(), act: "press:Control+k" },
  { name: "palette without a result", path: "/projects", answers: frame(), act: "press:Control+k;fill:Search=zzzz" },
  { name: "shortcuts", path, answers: frame(), act: "press:Shift+?" },
  { name: "project menu", path: "/projects", answers: frame("owner", LONG), act: "click:All projects" },
  { name: "not found", path: `/projects/${PROJECT_ID}/nowhere`, answers: frame() },
  {
    name: "foreign project",
    path,
    answers: { ...frame(), readProject: refusal(404, "not_found", "There is no such project, or you are not a member of it.") },
  },
  {
    name: "foreign conversation",
    path: `/conversations/${fixtureId("cnv", 9)}`,
    answers: { ...frame(), locateConversation: refusal(404, "not_found", "There is no such conversation.") },
  },
  // On a phone the list of settings, with the screens for which the tab bar has no room; on a desk its first page.
  { name: "settings", path: `/projects/${PROJECT_ID}/settings`, answers: { ...frame(), readWidgetSettings: "hang" } },
  {
    name: "server down",
    path,
    answers: { ...frame(), readMe: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
  },
  { name: "loading", path, answers: { ...frame(), readMe: "hang" } },
  {
    name: "no project",
    path: "/conversations",
    answers: { ...frame(), listProjects: answer({ items: [], next: null, mayCreate: true, lastProjectId: null }) },
  },
];
