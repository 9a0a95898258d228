// Stories of the account screens, for the browser suite.
import { answer, fixtureId, frame, LONG, ME, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AccountAddress } from "../contract.ts";

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

const VERY_LONG = `${"very.".repeat(20)}long@acme.example`;
const PROFILE = "/account/profile";
const address = (change: Partial<AccountAddress> = {}) =>
  answer({ email: ME.email, confirmedAt: "2026-11-01T08:00:00.000Z", missing: [], confirmation: null, change: null, ...change });
const profile = (change: Partial<AccountAddress> = {}) => ({ ...frame(), readAddress: address(change) });
const PENDING = { email: "mia@new.example", expiresAt: "2026-11-21T09:00:00.000Z" };

export const profileStories: ScreenState[] = [
  { name: "form", path: PROFILE, answers: profile() },
  { name: "not confirmed", path: PROFILE, answers: profile({ confirmedAt: null }) },
  {
    name: "confirmation failed",
    path: PROFILE,
    answers: profile({ confirmedAt: null, confirmation: { state: "failed", error: "Resend answered 403: The domain is not verified." } }),
  },
  { name: "change pending", path: PROFILE, answers: profile({ change: { ...PENDING, mail: { state: "sent", error: null } } }) },
  {
    name: "change unclear",
    path: PROFILE,
    answers: profile({
      change: { ...PENDING, mail: { state: "unclear", error: "Resend didn’t answer in time. It may have been sent." } },
    }),
  },
  { name: "no mail", path: PROFILE, answers: profile({ confirmedAt: null, missing: ["EMAIL_API_KEY", "EMAIL_FROM", "APP_ORIGIN"] }) },
  { name: "change", path: PROFILE, answers: profile(), act: "click:Change" },
  {
    name: "change refused",
    path: PROFILE,
    answers: { ...profile(), changeAddress: refusal(403, "forbidden", "Wrong current password.") },
    act: "click:Change;fill:New address=mia@new.example;fill:Current password=nope nope nope;click:Send link",
  },
  { name: "address error", path: PROFILE, answers: { ...frame(), readAddress: DOWN } },
  {
    name: "long text",
    path: "/account/profile",
    answers: {
      ...profile({ email: VERY_LONG, change: { ...PENDING, email: VERY_LONG, mail: { state: "waiting", error: null } } }),
      readMe: answer({ person: { ...ME, name: LONG, email: VERY_LONG }, isFirstOwner: false }),
    },
  },
  { name: "loading", path: "/account/profile", answers: { ...profile(), readMe: "hang" } },
  { name: "error", path: "/account/profile", answers: { ...profile(), readMe: DOWN } },
  { name: "offline", path: "/account/profile", answers: { ...profile(), readMe: "offline" } },
];

export const securityStories: ScreenState[] = [
  { name: "three sessions", path: "/account/security", answers: { ...frame(), listSessions: sessions } },
  {
    name: "only this one",
    path: "/account/security",
    answers: { ...frame(), listSessions: answer({ items: [session(1, true, "Firefox on Linux")], next: null }) },
  },
  {
    name: "wrong password",
    path: "/account/security",
    answers: { ...frame(), listSessions: sessions, changePassword: refusal(403, "forbidden", "Wrong current password.") },
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
