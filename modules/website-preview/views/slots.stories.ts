// Stories of the preview within the settings of the widget's look.
import { answer, frame, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { listed, previewGrant, SITE } from "./fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/look`;
  const answers = {
    ...frame(),
    readWidgetSettings: answer({
      ...{ key: "pk_live", websiteOrigin: SITE, lastSeenAt: null, hasIdentitySecret: false, identitySecret: null },
      look: { color: "#3b55d4", title: "Acme", greeting: "Hi!", launcher: "chat", side: "right", offset: 20, theme: "auto" },
    }),
    listPreviewGrants: listed([previewGrant(1)]),
    openPreview: answer({ url: "about:blank", expiresAt: "2026-11-20T09:01:00.000Z" }),
  };
  return [
    { name: "look, offered", path, answers },
    { name: "look, on the website", path, answers, act: "click:See it on your website" },
  ];
}
export const slotStories = /* @__PURE__ */ (() => declare())();
