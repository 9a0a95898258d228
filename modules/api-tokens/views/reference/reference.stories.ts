// Stories of the API reference, which reads a file of the build.
import { frame, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/api-reference`;
  const answers = frame("operator");
  const FOUND = "see:automation;fill:Search operations=create macro;see:Create macro";
  return [
    { name: "reference", path, answers, act: "see:automation" },
    { name: "reference, found", path, answers, act: FOUND },
    { name: "reference, an operation", path, answers, act: "see:automation;fill:Search operations=createMacro;see:With curl" },
    { name: "reference, nothing fits", path, answers, act: "see:automation;fill:Search operations=zebra;see:No operation fits" },
  ];
}
export const referenceStories = /* @__PURE__ */ (() => declare())();
