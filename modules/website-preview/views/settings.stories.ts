// Stories of the settings of website previews.
import { fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { listed, previewGrant } from "./fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/website-preview`;
  const member = (number: number, name: string) => ({ id: fixtureId("acc", number) as never, name });
  const items = [
    previewGrant(1),
    previewGrant(2, {
      paths: ["/shop", "/help"],
      opens: "named",
      members: [member(2, "Tomás Álvarez"), member(3, "رنا الخطيب")],
      mayOpen: false,
    }),
    previewGrant(3, { scripts: true, used: 2000, state: "spent", opens: "admins" }),
    previewGrant(4, { state: "expired", expiresAt: "2026-11-19T09:00:00.000Z", lastOpenedAt: null, lastOpenedBy: null }),
    previewGrant(5, { state: "revoked", revokedAt: "2026-11-18T12:00:00.000Z", createdBy: null }),
    previewGrant(6, { state: "moved", site: "https://old.acme.example" }),
  ];
  const filled = { ...frame(), listPreviewGrants: listed(items) };
  return [
    { name: "list", path, answers: filled },
    { name: "empty", path, answers: { ...frame(), listPreviewGrants: listed([]) } },
    { name: "not configured", path, answers: { ...frame(), listPreviewGrants: listed([], { origin: null }) } },
    { name: "no website", path, answers: { ...frame(), listPreviewGrants: listed([], { site: null }) } },
    { name: "operator", path, answers: { ...frame("operator"), listPreviewGrants: listed([previewGrant(1)]) } },
    { name: "operator, none", path, answers: { ...frame("operator"), listPreviewGrants: listed([]) } },
    { name: "loading", path, answers: { ...frame(), listPreviewGrants: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), listPreviewGrants: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
      act: "see:Couldn’t load this",
    },
    { name: "offline", path, answers: { ...frame(), listPreviewGrants: "offline" }, act: "see:Try again" },
    { name: "create", path, answers: filled, act: "click:New preview" },
    {
      name: "create refused",
      path,
      answers: {
        ...filled,
        createPreviewGrant: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Enter paths such as /shop, without “?” and “#”." },
            issues: [{ path: "paths.0", message: "Enter paths such as /shop, without “?” and “#”." }],
          },
        },
      },
      act: "click:New preview;fill:Pages under=shop;click:Create preview",
    },
    {
      name: "revoke",
      path,
      answers: { ...frame(), listPreviewGrants: listed([previewGrant(1)]) },
      act: "click:Revoke the preview of https://www.acme.example",
    },
    {
      name: "long text",
      path,
      answers: {
        ...frame(),
        listPreviewGrants: listed([
          previewGrant(1, {
            createdBy: LONG,
            lastOpenedBy: LONG,
            site: `https://${"lang.".repeat(20)}example`,
            paths: [`/${LONG.replaceAll(" ", "-")}`],
          }),
        ]),
      },
    },
  ];
}
export const settingsStories = /* @__PURE__ */ (() => declare())();
