// Stories of the settings of code hosting.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const AT = "2026-11-20T10:02:00.000Z";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/code-hosting`;
  const hosting = (more: object = {}) =>
    answer({
      ...{ connection: "member", login: "octo-desk", connectedAt: "2026-11-02T09:00:00.000Z", missing: [] },
      ...{ repositories: ["acme/app", "acme/website"], deleted: [], web: "https://github.com", locale: "en" },
      ...more,
    });
  const webhook = (more: object = {}) =>
    answer({
      ...{ address: `https://desk.acme.example/api/integrations/code-hosting/${PROJECT_ID}`, missing: [], madeAt: null },
      ...{ isReadable: true, receivedAt: null, failedAt: null, installation: null, ...more },
    });
  const none = { connection: null, login: null, connectedAt: null, repositories: [] };
  const filled = {
    ...frame(),
    readCodeHosting: hosting(),
    checkCodeHosting: answer({ login: "octo-desk", scopes: "repo" }),
    readCodeHostingWebhook: webhook({ madeAt: AT, receivedAt: AT }),
    readIssueCounts: answer({ mode: "nothing", isGathering: false, waiting: 0, refused: 0, examples: [] }),
    listCodeRepositories: answer({
      items: [
        { name: "acme/app", isPrivate: true, archived: false },
        { name: "acme/tools", isPrivate: false, archived: false },
        { name: `acme/${LONG.slice(0, 80).replaceAll(/[^a-z]+/gi, "-")}`, isPrivate: true, archived: true },
      ],
      next: "2",
    }),
  };
  const made = { secret: "4hTq1mJm0vWl8cC1eVb2nQ7yXk9sZr3pLd5uGf6aHio", webhook: webhook({ madeAt: AT }).body };
  const lost = refusal(
    409,
    "conflict",
    "GitHub no longer accepts the connection. An owner or admin has to connect it again in the settings.",
  );
  return [
    { name: "connected", path, answers: filled },
    {
      name: "fixed",
      path,
      answers: { ...filled, readCodeHosting: hosting({ connection: "fixed", login: null, connectedAt: null, repositories: [] }) },
    },
    { name: "not connected", path, answers: { ...filled, readCodeHosting: hosting(none) } },
    {
      name: "not configured",
      path,
      answers: {
        ...filled,
        readCodeHosting: hosting({ ...none, missing: ["CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET", "INTEGRATION_ENCRYPTION_KEY"] }),
      },
    },
    { name: "denied", path: `${path}?outcome=denied`, answers: { ...filled, readCodeHosting: hosting(none) } },
    { name: "connection lost", path, answers: { ...filled, checkCodeHosting: lost, listCodeRepositories: lost } },
    { name: "browse", path, answers: filled, act: "click:Browse…" },
    {
      name: "browse nothing",
      path,
      answers: { ...filled, listCodeRepositories: answer({ items: [], next: null }) },
      act: "click:Browse…",
    },
    {
      name: "browse failed",
      path,
      answers: { ...filled, listCodeRepositories: refusal(409, "conflict", "GitHub cannot be reached at the moment. Try again.") },
      act: "click:Browse…",
    },
    {
      name: "browse full",
      path,
      answers: { ...filled, readCodeHosting: hosting({ repositories: Array.from({ length: 20 }, (_, n) => `acme/part-${n + 1}`) }) },
      act: "click:Browse…",
    },
    { name: "disconnect", path, answers: filled, act: "click:Disconnect" },
    {
      name: "repository unknown",
      path,
      answers: {
        ...filled,
        addCodeRepository: refusal(
          409,
          "conflict",
          "GitHub does not know it, or the connection’s account may not see it. Check the spelling; for a private repository, give the account or the app access at GitHub.",
        ),
      },
      act: "fill:Repository=acme/none;click:Add",
    },
    { name: "webhook not set up", path, answers: { ...filled, readCodeHostingWebhook: webhook() } },
    { name: "webhook never received", path, answers: { ...filled, readCodeHostingWebhook: webhook({ madeAt: AT }) } },
    {
      name: "webhook failing",
      path,
      answers: { ...filled, readCodeHostingWebhook: webhook({ madeAt: AT, receivedAt: AT, failedAt: "2026-11-20T11:02:00.000Z" }) },
    },
    { name: "webhook unreadable", path, answers: { ...filled, readCodeHostingWebhook: webhook({ madeAt: AT, isReadable: false }) } },
    {
      name: "webhook without key",
      path,
      answers: { ...filled, readCodeHostingWebhook: webhook({ missing: ["INTEGRATION_ENCRYPTION_KEY"] }) },
    },
    {
      name: "installation suspended",
      path,
      answers: {
        ...filled,
        readCodeHosting: hosting({ deleted: ["acme/website"] }),
        readCodeHostingWebhook: webhook({ madeAt: AT, receivedAt: AT, installation: { state: "suspended", account: "acme" } }),
      },
    },
    {
      name: "webhook secret",
      path,
      answers: {
        ...filled,
        readCodeHostingWebhook: webhook(),
        makeCodeHostingWebhookSecret: answer(made, 201),
      },
      act: "click:Make a secret",
    },
    { name: "webhook, new secret", path, answers: filled, act: "click:New secret" },
    {
      name: "webhook not permitted",
      path,
      answers: {
        ...filled,
        createCodeHostingHook: refusal(
          409,
          "conflict",
          "GitHub does not allow this with the connection’s permissions. An owner or admin connects an account that may do it, or gives the app or token the permission at GitHub.",
        ),
      },
      act: "click:Set up",
    },
    { name: "webhook loading", path, answers: { ...filled, readCodeHostingWebhook: "hang" } },
    {
      name: "webhook, error",
      path,
      answers: {
        ...filled,
        readCodeHostingWebhook: refusal(503, "unavailable", "The database could not be reached. Try again in a moment."),
      },
    },
    { name: "loading", path, answers: { ...frame(), readCodeHosting: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), readCodeHosting: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...frame(), readCodeHosting: "offline" } },
    { name: "no permission", path, answers: frame("operator") },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        readCodeHosting: hosting({ login: LONG, repositories: [`acme/${"very-long-name-".repeat(6)}`] }),
        checkCodeHosting: answer({ login: LONG, scopes: null }),
      },
    },
  ];
}
export const settingsStories = /* @__PURE__ */ (() => declare())();
