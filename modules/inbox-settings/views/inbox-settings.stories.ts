// Stories of the settings of the inbox, and of how a member writes.
import { answer as ok, frame, PROJECT_ID, refusal as refused } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): Record<"settings" | "writing", readonly ScreenState[]> {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const settingsPage = `/projects/${PROJECT_ID}/settings/inbox`;
  const saved = { ...frame(), readInboxSettings: ok({ assignOnReply: true }) };
  const change = "click:Assign conversations to whoever replies";
  const settings: readonly ScreenState[] = [
    { name: "on", path: settingsPage, answers: saved },
    { name: "off", path: settingsPage, answers: { ...saved, readInboxSettings: ok({ assignOnReply: false }) } },
    { name: "saved", path: settingsPage, answers: { ...saved, changeInboxSettings: ok({ assignOnReply: false }) }, act: change },
    {
      name: "save refused",
      path: settingsPage,
      answers: { ...saved, changeInboxSettings: refused(403, "forbidden", "Only owners and admins can do this.") },
      act: change,
    },
    { name: "no permission", path: settingsPage, answers: { ...saved, ...frame("operator") } },
    { name: "long text", path: settingsPage, answers: { ...saved, ...frame("admin", LONG) } },
    { name: "loading", path: settingsPage, answers: { ...saved, readInboxSettings: "hang" } },
    { name: "error", path: settingsPage, answers: { ...saved, readInboxSettings: refused(500, "internal", "Something went wrong.") } },
    { name: "offline", path: settingsPage, answers: { ...saved, readInboxSettings: "offline" } },
  ];
  const writingPage = `/projects/${PROJECT_ID}/settings/writing`;
  const chosen = { sendKey: "enter", afterHandling: "next", signature: "Mia Sol\n**Acme** support", undoSeconds: 20 };
  const mine = { ...frame("operator"), readWritingSettings: ok(chosen) };
  const writing: readonly ScreenState[] = [
    { name: "chosen", path: writingPage, answers: mine },
    {
      name: "defaults",
      path: writingPage,
      answers: { ...mine, readWritingSettings: ok({ sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 }) },
    },
    { name: "saved", path: writingPage, answers: { ...mine, saveWritingSettings: ok(chosen) }, act: "click:Save;see:Saved" },
    {
      name: "save refused",
      path: writingPage,
      answers: { ...mine, saveWritingSettings: refused(503, "unavailable", "The settings could not be stored. Try again in a moment.") },
      act: "click:Save;see:could not be stored",
    },
    {
      name: "long text",
      path: writingPage,
      answers: { ...mine, ...frame("operator", LONG), readWritingSettings: ok({ ...chosen, signature: `${LONG}\n`.repeat(8) }) },
    },
    { name: "loading", path: writingPage, answers: { ...mine, readWritingSettings: "hang" } },
    { name: "error", path: writingPage, answers: { ...mine, readWritingSettings: refused(500, "internal", "Something went wrong.") } },
    { name: "offline", path: writingPage, answers: { ...mine, readWritingSettings: "offline" } },
  ];
  return { settings, writing };
}

export const settingsStates = /* @__PURE__ */ (() => declare().settings)();
export const writingStates = /* @__PURE__ */ (() => declare().writing)();
