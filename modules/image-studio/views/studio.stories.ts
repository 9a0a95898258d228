// Stories of the image studio, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ImageRun, Studio, StudioImage } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/images`;
  // A picture in the story itself: the server that would have it is not here.
  const url =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1536' height='1024'%3E%3Crect width='1536' height='1024' fill='%231f6feb'/%3E%3Ccircle cx='768' cy='512' r='300' fill='%23fab005'/%3E%3C/svg%3E";
  const image = (n: number, change: Partial<StudioImage> = {}): StudioImage => ({
    ...{ id: fixtureId("img", n) as StudioImage["id"], fileId: fixtureId("fil", n) as StudioImage["fileId"], url, type: "image/png" },
    ...{ width: 1536, height: 1024, alt: "", kept: false, removedAt: "2026-12-20T10:00:00.000Z", version: 1, parentId: null },
    ...{ purpose: "header", prompt: "A bridge at noon", model: "openai/gpt-image-2", size: "1536x1024", quality: "medium", signed: true },
    ...{ costUsd: 0.0631, madeBy: "Olga Owner", madeAt: "2026-11-20T10:00:00.000Z", revision: 1, ...change },
  });
  const images = [
    image(1),
    image(2, {
      ...{ prompt: "The same bridge at night", version: 2, parentId: image(1).id, kept: true, removedAt: null },
      ...{ alt: "A bridge over a river under stars", signed: false },
    }),
    image(3, { prompt: "جسر في الظهيرة", purpose: "card" }),
  ];
  const look = { colors: ["#1f6feb", "#fab005"], tone: "Calm and friendly, flat shapes", keepDays: 30, revision: 3 };
  const studio = (change: Partial<Studio> = {}): ReturnType<typeof answer> =>
    answer({
      ...{
        obstacle: null,
        missing: [],
        model: "openai/gpt-image-2",
        size: "1536x1024",
        quality: "medium",
        newUsd: 0.0989,
        changedUsd: 0.1949,
      },
      ...{ look, run: null, ...change },
    });
  const run = (change: Partial<ImageRun>): ImageRun => ({
    ...{ id: fixtureId("imr", 1) as ImageRun["id"], purpose: "header", prompt: "A bridge at noon", parentId: null, wanted: 2, made: 2 },
    ...{ state: "done", reason: null, detail: null, costUsd: 0.1262 },
    ...{ startedAt: "2026-11-20T09:58:00.000Z", endedAt: "2026-11-20T10:00:00.000Z", ...change },
  });
  const listed = (items: readonly StudioImage[], next: string | null = null) => answer({ items, next });
  const filled = { ...frame(), readImageStudio: studio({ run: run({}) }), listStudioImages: listed(images) };
  const failed = (change: Partial<ImageRun>) => studio({ run: run({ state: "failed", made: 0, costUsd: 0, ...change }) });
  const card = {
    ...{
      subject: "start",
      locale: "en",
      title: "Acme help",
      name: "Acme help",
      look: "look",
      design: "light",
      color: "#3451d1",
      logo: null,
    },
    ...{ state: "drawn", image: null },
  };
  const open = "click:Open version 1 of “A bridge at noon”";
  const use = `${open};click:Use`;
  return [
    { name: "images", path, answers: filled },
    { name: "empty", path, answers: { ...filled, readImageStudio: studio(), listStudioImages: listed([]) } },
    { name: "more", path, answers: { ...filled, listStudioImages: listed(images, "next") } },
    {
      name: "not configured",
      path,
      answers: {
        ...filled,
        readImageStudio: studio({
          ...{
            obstacle:
              "Images need BRAND_IMAGE_SIZE, BRAND_IMAGE_QUALITY. They have no default, because together they are the price of an image.",
          },
          ...{
            missing: ["BRAND_IMAGE_SIZE", "BRAND_IMAGE_QUALITY"],
            model: null,
            size: null,
            quality: null,
            newUsd: null,
            changedUsd: null,
          },
        }),
        listStudioImages: listed([]),
      },
    },
    {
      name: "generating",
      path,
      answers: { ...filled, readImageStudio: studio({ run: run({ state: "running", made: 1, costUsd: 0.0631, endedAt: null }) }) },
    },
    { name: "ceiling", path, answers: { ...filled, readImageStudio: failed({ reason: "ceiling_reached" }) } },
    {
      name: "refused by the model",
      path,
      answers: { ...filled, readImageStudio: failed({ reason: "model_failed", detail: "OpenAI refused the content of the request." }) },
    },
    { name: "unknown outcome", path, answers: { ...filled, readImageStudio: failed({ reason: "unknown" }) } },
    {
      name: "stopped",
      path,
      answers: { ...filled, readImageStudio: studio({ run: run({ state: "cancelled", made: 1, costUsd: 0.0631 }) }) },
    },
    { name: "image", path, answers: filled, act: open },
    { name: "change by words", path, answers: filled, act: `${open};click:Change by words` },
    {
      name: "use",
      path,
      answers: { ...filled, listSocialCards: answer({ items: [card], next: null }), listArticles: answer({ items: [], next: null }) },
      act: use,
    },
    { name: "delete", path, answers: filled, act: `${open};click:Delete` },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readImageStudio: "hang", listStudioImages: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, readImageStudio: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    { name: "list offline", path, answers: { ...filled, listStudioImages: "offline" }, act: "see:Try again" },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listStudioImages: listed([image(4, { prompt: `${LONG} ${LONG}` }), image(5, { prompt: LONG.replaceAll(" ", "") })]),
      },
    },
  ];
}
export const studioStories = /* @__PURE__ */ (() => declare())();
