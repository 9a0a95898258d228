// Stories of the screen of one preview. Its frame stays empty: the website is not here.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { listed, previewGrant } from "./fixtures.ts";

const AT = "2026-11-18T09:14:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/preview/${fixtureId("pvg", 1)}`;
  const openPreview = answer({ url: "about:blank", expiresAt: "2026-11-20T09:01:00.000Z" });
  const filled = { ...frame(), listPreviewGrants: listed([previewGrant(1)]), openPreview };
  const written = { slug: "vase", revision: 1, version: 1, changed: false, liveSlug: "vase", publishAt: null, updatedAt: AT };
  const article = (number: number, title: string, more: object = {}) => ({
    ...{ id: fixtureId("art", number), collectionId: null, audience: "public", assistant: true, createdAt: AT, createdBy: null },
    ...{ archivedAt: null, locales: [{ locale: "en", title, ...written }], ...more },
  });
  const shelves = (open: boolean) => answer({ items: [], without: 3, defaultLocale: "en", locales: ["en"], projectSlug: "acme", open });
  const withArticles = {
    listCollections: shelves(true),
    listArticles: answer({
      items: [
        article(1, "Returning a vase"),
        article(2, `${LONG}, und was dabei zu beachten ist`),
        article(3, "For the team alone", { audience: "members" }),
      ],
      next: null,
    }),
  };
  return [
    { name: "open", path: `${path}?path=%2Fpricing`, answers: filled },
    { name: "article", path, answers: { ...filled, ...withArticles }, act: "click:Open an article;see:Returning a vase" },
    {
      name: "article chosen",
      path: `${path}?article=${fixtureId("art", 1)}`,
      answers: { ...filled, ...withArticles },
      act: "see:Returning a vase",
    },
    {
      name: "help center closed",
      path,
      answers: { ...filled, ...withArticles, listCollections: shelves(false) },
      act: "click:Open an article",
    },
    { name: "phone", path, answers: filled, act: "click:Phone" },
    { name: "loading", path, answers: { ...frame(), listPreviewGrants: "hang" } },
    { name: "opening", path, answers: { ...filled, openPreview: "hang" } },
    {
      name: "refused",
      path,
      answers: {
        ...filled,
        openPreview: refusal(409, "conflict", "All requests of this preview are used. Ask an owner or admin for another one."),
      },
    },
    { name: "not there", path, answers: { ...filled, listPreviewGrants: listed([]) } },
    { name: "ended", path, answers: { ...filled, listPreviewGrants: listed([previewGrant(1, { state: "expired" })]) } },
    { name: "used up", path, answers: { ...filled, listPreviewGrants: listed([previewGrant(1, { state: "spent" })]) } },
    { name: "for others", path, answers: { ...filled, listPreviewGrants: listed([previewGrant(1, { mayOpen: false })]) } },
    { name: "another website", path: `${path}?path=${encodeURIComponent("https://other.example/pricing")}`, answers: filled },
    {
      name: "outside of the paths",
      path: `${path}?path=%2Fcart`,
      answers: { ...filled, listPreviewGrants: listed([previewGrant(1, { paths: ["/shop", "/help"] })]) },
    },
    {
      name: "error",
      path,
      answers: { ...frame(), listPreviewGrants: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    { name: "offline", path, answers: { ...frame(), listPreviewGrants: "offline" }, act: "see:Try again" },
    { name: "operator", path, answers: { ...frame("operator"), listPreviewGrants: listed([previewGrant(1)]), openPreview } },
    {
      name: "long text",
      path: `${path}?path=%2F${LONG.replaceAll(" ", "-")}`,
      answers: { ...filled, listPreviewGrants: listed([previewGrant(1, { site: `https://${"lang.".repeat(20)}example` })]) },
    },
  ];
}
export const previewStories = /* @__PURE__ */ (() => declare())();
