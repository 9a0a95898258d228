// Stories of the settings of tags.
import { answer, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { longTag, mergingTag, tagList, TAGS } from "../tags.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/tags`;
  const answers = { ...frame(), listTags: answer(tagList()) };
  return [
    { name: "filled", path, answers },
    { name: "empty", path, answers: { ...answers, listTags: answer(tagList([])) } },
    { name: "empty for an operator who may not create", path, answers: { ...frame("operator"), listTags: answer(tagList([], false)) } },
    { name: "found", path, act: "fill:Find a tag=refnd", answers },
    { name: "nothing found", path, act: "fill:Find a tag=zebra", answers },
    { name: "new", path, act: "click:New tag", answers },
    {
      name: "name taken",
      path,
      act: "click:New tag;fill:Name=Bug;click:Create tag",
      answers: { ...answers, createTag: refusal(409, "conflict", "Another tag has this name.") },
    },
    { name: "edit", path, act: "click:Edit Refund", answers },
    { name: "merge", path, act: "click:Merge Bug into another tag", answers },
    { name: "merge refused", path, act: "click:Merge Bug into another tag;click:Merge", answers },
    { name: "merging", path, answers: { ...answers, listTags: answer(tagList([...TAGS(), mergingTag()])) } },
    { name: "loading", path, answers: { ...answers, listTags: "hang" } },
    { name: "error", path, answers: { ...answers, listTags: refusal(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...answers, listTags: "offline" } },
    { name: "no permission", path, answers: { ...frame("operator"), listTags: answer(tagList()) } },
    { name: "long text", path, answers: { ...answers, listTags: answer(tagList([longTag(), ...TAGS()])) } },
  ];
}
export const tagStories = /* @__PURE__ */ (() => declare())();
