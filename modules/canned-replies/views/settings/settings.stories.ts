// Stories of the settings page of canned replies, for the browser suite.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { REPLIES, reply } from "../canned.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/canned-replies`;
  const ready = { ...frame(), listCannedReplies: answer({ items: REPLIES }) };
  const long = reply(9, `${LONG}`, {
    ...{ shortcut: "unverhältnismäßig-langes-kürzel-x", text: `${LONG}${LONG} {{contact.name}}\n`.repeat(6) },
    ...{ uses: 12_345, usedAt: "2026-11-19T15:20:00.000Z" },
  });
  return [
    { name: "replies", path, answers: ready },
    { name: "no replies", path, answers: { ...ready, listCannedReplies: answer({ items: [] }) } },
    { name: "loading", path, answers: { ...ready, listCannedReplies: "hang" } },
    {
      name: "error",
      path,
      answers: { ...ready, listCannedReplies: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...ready, listCannedReplies: "offline" } },
    { name: "an operator", path, answers: { ...frame("operator"), listCannedReplies: answer({ items: REPLIES }) } },
    { name: "an operator, none shared", path, answers: { ...frame("operator"), listCannedReplies: answer({ items: [] }) } },
    { name: "filtered", path, act: "fill:Filter canned replies=parcel", answers: ready },
    { name: "nothing fits", path, act: "fill:Filter canned replies=zebra", answers: ready },
    { name: "long text", path, answers: { ...ready, listCannedReplies: answer({ items: [long, ...REPLIES] }) } },
    { name: "new shared reply", path, act: "click:New reply: Shared", answers: ready },
    {
      name: "variables",
      path,
      act: "click:New reply: Personal;fill:Text=Dear {{contact.name}}, order {{order.id}};see:Preview;click:Insert variable",
      answers: ready,
    },
    { name: "edit", path, act: "click:Edit Return a parcel;see:return-label.pdf", answers: ready },
    {
      name: "edit long text",
      path,
      act: `click:Edit ${LONG};see:Preview`,
      answers: { ...ready, listCannedReplies: answer({ items: [long] }) },
    },
    {
      name: "refused",
      path,
      act: "click:New reply: Shared;fill:Title=Hours;fill:Shortcut=hours;fill:Text=At nine.;click:Create reply;see:Choose a different one",
      answers: { ...ready, createCannedReply: refusal(409, "conflict", "Another reply has the shortcut /hours. Choose a different one.") },
    },
    {
      name: "fields missing",
      path,
      act: "click:New reply: Shared;click:Create reply",
      answers: {
        ...ready,
        createCannedReply: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Please write something." },
            issues: [
              { path: "reply.title", message: "Please enter at least one character." },
              { path: "reply.text", message: "Write the text of the reply." },
            ],
          },
        },
      },
    },
    {
      name: "deleting refused",
      path,
      act: "click:Delete Opening hours;see:could not be reached",
      answers: {
        ...ready,
        deleteCannedReply: refusal(503, "unavailable", "The database could not be reached. Try again in a moment."),
      },
    },
  ];
}
export const settingsStories = /* @__PURE__ */ (() => declare())();
