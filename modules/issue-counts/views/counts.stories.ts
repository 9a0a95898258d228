// Stories of the setting of counts.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/code-hosting`;
  const counts = (more: object = {}) => answer({ mode: "nothing", isGathering: false, waiting: 0, refused: 0, examples: [], ...more });
  const answers = {
    ...frame(),
    readCodeHosting: answer({
      ...{ connection: "member", login: "octo-desk", connectedAt: "2026-11-02T09:00:00.000Z", missing: [] },
      ...{ repositories: ["acme/app"], deleted: [], web: "https://github.com", locale: "en" },
    }),
    checkCodeHosting: answer({ login: "octo-desk", scopes: "repo" }),
    readCodeHostingWebhook: answer({
      ...{ address: `https://desk.acme.example/api/integrations/code-hosting/${PROJECT_ID}`, missing: [], madeAt: null },
      ...{ isReadable: true, receivedAt: null, failedAt: null, installation: null },
    }),
    listCodeRepositories: answer({ items: [], next: null }),
    readIssueCounts: counts(),
  };
  const choose = "select:Show the number=label";
  return [
    { name: "counts off", path, answers },
    { name: "counts, current", path, answers: { ...answers, readIssueCounts: counts({ mode: "label" }) } },
    { name: "counts begin", path, answers: { ...answers, readIssueCounts: counts({ mode: "label", isGathering: true }) } },
    { name: "counts end", path, answers: { ...answers, readIssueCounts: counts({ isGathering: true }) } },
    { name: "counts waiting", path, answers: { ...answers, readIssueCounts: counts({ mode: "comment", waiting: 12 }) } },
    {
      name: "counts not allowed, long text",
      path,
      answers: {
        ...answers,
        readIssueCounts: counts({
          mode: "comment",
          refused: 2,
          examples: ["acme/app#7", `acme/${LONG.replaceAll(/[^a-z]/gi, "-").slice(0, 100)}#12`],
        }),
      },
    },
    { name: "counts loading", path, answers: { ...answers, readIssueCounts: "hang" } },
    { name: "counts, error", path, answers: { ...answers, readIssueCounts: refusal(500, "internal", "Something went wrong.") } },
    { name: "counts, confirm", path, answers, act: choose },
  ];
}
export const countStories = /* @__PURE__ */ (() => declare())();
