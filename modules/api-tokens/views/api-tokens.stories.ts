// Stories of the screen of API tokens.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { ApiToken } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/api-tokens`;
  const scopes = [
    { name: "knowledge:read", title: "Search knowledge", body: "Finds and reads everything that the team can find." },
    { name: "conversations:read", title: "Read conversations", body: "Reads messages, internal notes, and names of customers." },
    { name: "notes:write", title: "Propose replies", body: "Writes internal notes that hold a proposed reply. It can’t send anything." },
  ];
  const token = (number: number, name: string, more: Partial<ApiToken> = {}): ApiToken => ({
    ...{ id: fixtureId("apt", number) as ApiToken["id"], name, scopes: scopes.map((scope) => scope.name), hint: "x7Qd" },
    ...{ createdBy: ME.name, createdAt: "2026-10-02T09:14:00.000Z", expiresAt: null, lastUsedAt: null, state: "valid" },
    ...more,
  });
  const tokens = [
    token(1, "Reply helper", { lastUsedAt: "2026-11-20T09:00:00.000Z" }),
    token(2, "Weekly report", { scopes: ["knowledge:read"], expiresAt: "2027-01-01T00:00:00.000Z", hint: "0aZ9" }),
    token(3, "Old trial", { scopes: ["knowledge:read"], state: "expired", expiresAt: "2026-11-01T00:00:00.000Z", hint: "Kk31" }),
    token(4, "Tomás’ notebook", { createdBy: "Tomás Álvarez", state: "void", hint: "p0Lm" }),
  ];
  const listed = (items: readonly ApiToken[]) => answer({ items, next: null, scopes });
  const filled = { ...frame(), listApiTokens: listed(tokens) };
  const fill = "click:New token;fill:Name=Reply helper;click:Propose replies";
  return [
    { name: "list", path, answers: filled },
    { name: "empty", path, answers: { ...frame(), listApiTokens: listed([]) } },
    { name: "loading", path, answers: { ...frame(), listApiTokens: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), listApiTokens: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...frame(), listApiTokens: "offline" } },
    { name: "no permission", path, answers: frame("operator") },
    { name: "create", path, answers: filled, act: "click:New token" },
    {
      name: "create without scope",
      path,
      answers: {
        ...filled,
        createApiToken: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Choose at least one thing the token may do." },
            issues: [{ path: "scopes", message: "Choose at least one thing the token may do." }],
          },
        },
      },
      act: "click:New token;fill:Name=Reply helper;click:Create token",
    },
    {
      name: "created",
      path,
      answers: {
        ...filled,
        createApiToken: answer({ token: tokens[0], secret: "sdt_8Zt3mQ4wVbY2nR7xLcK9sD1f5gH6jP0aTuWeXqCoBvNyMz" }, 201),
      },
      act: `${fill};click:Create token`,
    },
    { name: "revoke", path, answers: filled, act: "click:Revoke the token Reply helper" },
    { name: "long text", path, answers: { ...frame(), listApiTokens: listed([token(1, LONG, { createdBy: LONG, state: "void" })]) } },
  ];
}
export const apiTokensStories = /* @__PURE__ */ (() => declare())();
