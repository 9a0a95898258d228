// Stories of the settings page of macros, for the browser suite.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { CLOSE, macro, MACROS, TAKE } from "../macros.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/macros`;
  const ready = { ...frame(), listMacros: answer({ items: MACROS }) };
  const long = macro(9, `${LONG}`, { text: `${LONG}${LONG} {{contact.name}}\n`.repeat(6), steps: [TAKE, CLOSE], uses: 12_345 });
  const gone = macro(8, "To a former member", {
    steps: [{ action: "assign", value: { assigneeId: "acc_01hzzzzzzzzzzzzzzzzzzzzzzz" } }],
  });
  const unavailable = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  const NEW = "click:New macro: Shared;see:New shared macro";
  return [
    { name: "macros", path, answers: ready },
    { name: "no macros", path, answers: { ...ready, listMacros: answer({ items: [] }) } },
    { name: "loading", path, answers: { ...ready, listMacros: "hang" } },
    { name: "error", path, answers: { ...ready, listMacros: unavailable } },
    { name: "offline", path, answers: { ...ready, listMacros: "offline" } },
    { name: "an operator", path, answers: { ...frame("operator"), listMacros: answer({ items: MACROS }) } },
    { name: "an operator, none", path, answers: { ...frame("operator"), listMacros: answer({ items: [] }) } },
    { name: "long text", path, answers: { ...ready, listMacros: answer({ items: [long, gone, ...MACROS] }) } },
    { name: "new macro", path, act: NEW, answers: ready },
    {
      name: "new macro, filled",
      path,
      act: `${NEW};click:Add an action;click:Add an action;fill:Text=Dear {{contact.name}}, order {{order.id}};see:Dear Maria`,
      answers: ready,
    },
    { name: "edit", path, act: "click:Edit Ask for the order number;see:Edit macro", answers: ready },
    {
      name: "edit what is gone",
      path,
      act: "click:Edit To a former member;see:Edit macro",
      answers: { ...ready, listMacros: answer({ items: [gone] }) },
    },
    {
      name: "refused",
      path,
      act: `${NEW};click:Create macro;see:this macro would do nothing`,
      answers: {
        ...ready,
        createMacro: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Please check what you entered." },
            issues: [
              { path: "macro.title", message: "Please enter at least one character." },
              { path: "macro.steps", message: "Add an action or write a text: this macro would do nothing." },
            ],
          },
        },
      },
    },
    {
      name: "deleting refused",
      path,
      act: "click:Delete Thank and close;see:could not be reached",
      answers: { ...ready, deleteMacro: unavailable },
    },
  ];
}
export const settingsStories = /* @__PURE__ */ (() => declare())();
