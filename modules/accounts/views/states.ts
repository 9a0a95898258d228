// Every state of these screens, for the browser suite.
import { answer, fixtureId, frame, LONG, ME, refusal } from "#dashboard/fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

const session = (number: number, current: boolean, device: string) => ({
  id: fixtureId("ses", number),
  current,
  device,
  createdAt: "2026-11-01T08:00:00.000Z",
  lastUsedAt: "2026-11-21T08:00:00.000Z",
  expiresAt: "2026-12-21T08:00:00.000Z",
});
const sessions = answer({
  items: [session(1, true, "Firefox on Linux"), session(2, false, "Safari on iPhone"), session(3, false, "Chrome on Windows")],
  next: null,
});
const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

export const profileStates: ScreenState[] = [
  { name: "form", path: "/account/profile", answers: frame() },
  {
    name: "long text",
    path: "/account/profile",
    answers: { ...frame(), readMe: answer({ person: { ...ME, name: LONG, email: `${"very.".repeat(20)}long@acme.example` } }) },
  },
  { name: "loading", path: "/account/profile", answers: { ...frame(), readMe: "hang" } },
  { name: "error", path: "/account/profile", answers: { ...frame(), readMe: DOWN } },
  { name: "offline", path: "/account/profile", answers: { ...frame(), readMe: "offline" } },
];

export const securityStates: ScreenState[] = [
  { name: "three sessions", path: "/account/security", answers: { ...frame(), listSessions: sessions } },
  {
    name: "only this one",
    path: "/account/security",
    answers: { ...frame(), listSessions: answer({ items: [session(1, true, "Firefox on Linux")], next: null }) },
  },
  {
    name: "wrong password",
    path: "/account/security",
    answers: { ...frame(), listSessions: sessions, changePassword: refusal(403, "forbidden", "The current password is not right.") },
    act: "fill:Current password=nope nope nope;fill:New password=correct horse battery;click:Change password",
  },
  { name: "end the others", path: "/account/security", answers: { ...frame(), listSessions: sessions }, act: "click:End all others" },
  {
    name: "long text",
    path: "/account/security",
    answers: { ...frame(), listSessions: answer({ items: [session(1, true, LONG), session(2, false, LONG)], next: null }) },
  },
  { name: "loading", path: "/account/security", answers: { ...frame(), listSessions: "hang" } },
  { name: "error", path: "/account/security", answers: { ...frame(), listSessions: DOWN } },
  { name: "offline", path: "/account/security", answers: { ...frame(), listSessions: "offline" } },
];
