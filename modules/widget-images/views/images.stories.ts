// Stories of the widget's images within the settings of its appearance.
import { answer, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { WidgetImages } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/look`;
  // A picture in the story itself: the server that would have it is not here.
  const picture =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='256' height='256'%3E%3Crect width='256' height='256' fill='%231f6feb'/%3E%3Ccircle cx='128' cy='128' r='70' fill='%23fab005'/%3E%3C/svg%3E";
  const answers = (role: "owner" | "operator", images: ReturnType<typeof answer>) => ({
    ...frame(role),
    readWidgetSettings: answer({
      ...{ key: "pk_live", websiteOrigin: "https://acme.example", lastSeenAt: null, hasIdentitySecret: false, identitySecret: null },
      look: { color: "#3b55d4", title: "Acme", greeting: "Hi!", launcher: "chat", side: "right", offset: 20, theme: "auto" },
    }),
    readWidgetImages: images,
  });
  const none: WidgetImages = { launcher: null, assistant: null };
  return [
    { name: "images, none", path, answers: answers("owner", answer(none)) },
    { name: "images", path, answers: answers("owner", answer({ ...none, launcher: picture, assistant: picture })) },
    { name: "image, uploading", path, answers: answers("owner", answer(none)), act: "click:Upload Launcher image" },
    { name: "images, no permission", path, answers: answers("operator", answer({ ...none, launcher: picture })) },
    { name: "images, error", path, answers: answers("owner", refusal(500, "internal", "Something went wrong.")) },
  ];
}
export const slotStories = /* @__PURE__ */ (() => declare())();
